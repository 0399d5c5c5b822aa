// SPDX-License-Identifier: MIT
// A federation of runners in one process: real stores and signatures, a network in memory, virtual time.
#pragma once

#include <gtest/gtest.h>

#include <functional>
#include <map>
#include <memory>
#include <optional>

#include "federation/runner/memory_network.hpp"
#include "federation/runner/seams.hpp"
#include "sotto/federation/rehearsal/rehearsal.hpp"
#include "sotto/federation/runner/node_runner.hpp"
#include "support/temporary_folder.hpp"

namespace sotto::test {

/// A small problem: records are drawn.
struct Shape {
  NodeId nodes = 3;
  std::string graph = "complete";
  unsigned rounds = 4;
  unsigned consensus_rounds = 3;
  std::string consensus = "plain";
  unsigned colluders = 0;  ///< masked sums against so many, where it is not 0
  unsigned spare_rounds = 0;
  std::string more = "";  ///< lines of [algorithm]
};

/// One process of a site, from its start to its end.
class Process final : public NodeObserver {
 public:
  struct Place {
    MemoryNetwork& network;
    VirtualTime& time;
  };
  Process(const Place& place, const NodeOptions& options);

  void happened(const NodeEvent& event) override { events_.push_back(event); }
  void changed(const NodeStatus&) override {}

  bool is_running() const { return parts_ != nullptr; }
  NodeStatus status() const { return parts_->runner.status(); }
  void ask_to_stop();
  void kill() { parts_.reset(); }  ///< without a word
  /// To be called between steps: lets go of what ended by itself.
  void look();

  /// Of a process that has ended: nothing where it was killed or threw.
  const std::optional<NodeOutcome>& outcome() const { return outcome_; }
  /// What it ended with, in words; empty where it did not throw.
  const std::string& refusal() const { return refusal_; }
  int count(const std::string& event) const;  ///< of this word
  bool said(const std::string& event, const std::string& words) const;
  std::string log() const;  ///< for people

 private:
  struct Parts {
    Parts(const Place& place, const NodeOptions& given, NodeObserver& observer);
    NodeOptions options;
    VirtualTimeline timeline;
    PreparedNode prepared;
    std::unique_ptr<Doors> doors;
    NodeRunner runner;
  };
  std::unique_ptr<Parts> parts_;
  std::vector<NodeEvent> events_;
  std::optional<NodeOutcome> outcome_;
  std::string refusal_;
};

class FederationInMemory {
 public:
  explicit FederationInMemory(const Shape& shape = {}, std::uint64_t seed = 42);
  ~FederationInMemory() { seams() = {}; }

  /// A process of this site; the one before must have ended.
  Process& start(NodeId i);
  void start_all();
  /// What a site has on its disk now, in a folder of its own.
  std::filesystem::path copy_of_state(NodeId i) const;
  /// Another process of the same site, with such a state.
  std::unique_ptr<Process> start_with_state(NodeId i, const std::filesystem::path& state);
  Process& node(NodeId i) { return *nodes_.at(i); }
  const std::string& name(NodeId i) const { return rehearsal_.parties[i].name; }

  /// Time goes on until it is so. False where it has not come true within the limit.
  bool comes_true(const std::function<bool()>& is_so, std::chrono::milliseconds limit = std::chrono::seconds(120));
  void pass(std::chrono::milliseconds time);
  /// Whether a site has committed this round.
  bool gets_to(NodeId i, Round round);
  void expect_all_finish();
  void stop(NodeId i);

  /// Every round of every site is the reference engine's, bit for bit, and was said to all neighbours alike.
  void expect_reference_results() const;
  /// With masked sums: all end with what the reference engine ends with, bit for bit, and so does every sum on the way.
  void expect_reference_sums() const;
  /// No site ever said two things in one round.
  void expect_one_payload_each_round() const;

  MemoryNetwork& network() { return network_; }
  const Manifest& manifest() const { return *manifest_; }
  /// The first one of the run.
  Session session() const { return {std::make_shared<const Manifest>(*manifest_), RunKind::real}; }
  const Rehearsal& rehearsal() const { return rehearsal_; }
  Timeline::Time now() const { return time_.now(); }

 private:
  NodeOptions options_of(NodeId i) const;

  TemporaryFolder folder_{in_memory()};
  Rehearsal rehearsal_;
  std::optional<Manifest> manifest_;
  VirtualTime time_;
  MemoryNetwork network_{time_};
  std::vector<std::unique_ptr<Process>> nodes_;
  std::vector<Process*> more_;
};

}  // namespace sotto::test
