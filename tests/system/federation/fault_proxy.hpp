// SPDX-License-Identifier: MIT
// Stands between all nodes of a rehearsal: holds their certificates and keys, speaks real TLS to both sides, hears
// every frame, may drop, double, delay or change it, and be as slow as a bad line. Hellos are bound to a session: it
// signs them again for the other one.
#pragma once

#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <thread>

#include "sotto/federation/identity/site_identity.hpp"
#include "sotto/federation/peer/tls_doors.hpp"
#include "sotto/federation/rehearsal/rehearsal.hpp"
#include "system/federation/tape.hpp"

namespace sotto::test {

class FaultProxy {
 public:
  /// What becomes of a frame: itself, nothing, something else, several.
  using Rule = std::function<std::vector<Frame>(const Passing&)>;

  FaultProxy(const Rehearsal& rehearsal, const Manifest& manifest);
  ~FaultProxy();

  /// A line between two nodes: what it carries in a second each way, and how long a byte is on its way.
  struct Line {
    std::size_t bytes_a_second;
    std::chrono::milliseconds delay;
  };

  void set_rule(Rule rule);  ///< from now on
  void set_line(Line line);  ///< from now on; without one, what comes in goes out at once
  /// Closes every link that leads through here; nodes will dial again.
  void cut_all();
  const Tape& tape() const { return tape_; }
  /// As if a node had said this.
  void pretend(const Passing& said) { tape_.add(TapeEntry::Kind::said, said); }

 private:
  struct Bridge;
  struct Door;
  void came_in(NodeId to, const LinkPtr& link);
  void pass(const std::shared_ptr<Bridge>& bridge, bool towards_target, const Frame& frame);
  void carry(const std::shared_ptr<Bridge>& bridge, bool towards_target, const Frame& frame);
  void deliver(const std::shared_ptr<Bridge>& bridge, bool towards_target, const Frame& frame);
  void on_loop(const std::function<void()>& change);
  LinkSettings settings(NodeId as, LinkEvents events);
  Frame bound_to(const LinkPtr& link, NodeId from, const Frame& frame) const;

  const Rehearsal& rehearsal_;
  Manifest manifest_;
  Tape tape_;
  Rule rule_;
  std::optional<Line> line_;
  EventLoop loop_;
  std::vector<SiteIdentity> sites_;
  std::map<NodeId, std::unique_ptr<TlsContexts>> contexts_;
  std::map<Link*, std::shared_ptr<Bridge>> bridges_;
  std::vector<std::weak_ptr<Bridge>> all_bridges_;
  std::vector<std::unique_ptr<FrontDoor>> doors_;
  std::thread thread_;
};

}  // namespace sotto::test
