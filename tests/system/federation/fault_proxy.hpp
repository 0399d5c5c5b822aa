// SPDX-License-Identifier: MIT
// Stands between all nodes of a trial: holds their certificates and keys, speaks real TLS to both sides, hears every
// frame, and may drop, double, delay or change it. Hellos are bound to a session: it signs them again for the other
// one.
#pragma once

#include <functional>
#include <map>
#include <memory>
#include <thread>

#include "sotto/federation/identity/site_identity.hpp"
#include "sotto/federation/peer/doors.hpp"
#include "sotto/federation/trial/trial_federation.hpp"
#include "system/federation/tape.hpp"

namespace sotto::test {

class FaultProxy {
 public:
  /// What becomes of a frame: itself, nothing, something else, several.
  using Rule = std::function<std::vector<Frame>(const Passing&)>;

  FaultProxy(const TrialFederation& trial, const Manifest& manifest);
  ~FaultProxy();

  void set_rule(Rule rule);  ///< from now on
  /// Closes every link that leads through here; nodes will dial again.
  void cut_all();
  const Tape& tape() const { return tape_; }

 private:
  struct Bridge;
  struct Door;
  void came_in(NodeId to, const LinkPtr& link);
  void pass(const std::shared_ptr<Bridge>& bridge, bool towards_target, const Frame& frame);
  LinkSettings settings(NodeId as, LinkEvents events);
  Frame bound_to(const LinkPtr& link, NodeId from, const Frame& frame) const;

  const TrialFederation& trial_;
  Manifest manifest_;
  Tape tape_;
  Rule rule_;
  EventLoop loop_;
  std::vector<SiteIdentity> sites_;
  std::map<NodeId, std::unique_ptr<TlsContexts>> contexts_;
  std::map<Link*, std::shared_ptr<Bridge>> bridges_;
  std::vector<std::weak_ptr<Bridge>> all_bridges_;
  std::vector<std::unique_ptr<FrontDoor>> doors_;
  std::thread thread_;
};

}  // namespace sotto::test
