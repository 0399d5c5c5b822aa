// SPDX-License-Identifier: MIT
// F2: nodes are killed at random.
#include "system/federation/random_kills.hpp"

#include <random>
#include <thread>

namespace sotto::test {
namespace {

class Schedule {
 public:
  explicit Schedule(const KillSchedule& wanted) : random_(wanted.seed), most_frames_(wanted.masked_sums ? 600 : 80) {}

  std::uint64_t below(std::uint64_t end) { return random_() % end; }

  /// Lets the federation go on for a while: until some more frames were said, or a moment has passed. The moment is
  /// short every other time, so that nodes die while they recover, too.
  void let_go_on(const FederationUnderTest& federation) {
    const std::size_t wanted = federation.proxy_tape().size() + 1 + below(most_frames_);
    const std::uint64_t moment = below(2) == 0 ? 20 + below(300) : 5000;
    const auto end = std::chrono::steady_clock::now() + std::chrono::milliseconds(moment);
    while (federation.proxy_tape().size() < wanted && std::chrono::steady_clock::now() < end)
      std::this_thread::sleep_for(std::chrono::milliseconds(1));
  }

  /// One node, some, or all of them.
  std::vector<NodeId> victims(NodeId nodes) {
    std::vector<NodeId> chosen;
    const std::uint64_t how = below(4);
    for (NodeId i = 0; i < nodes; ++i)
      if (how == 0 || below(how == 1 ? 2 : nodes) == 0) chosen.push_back(i);
    return chosen;
  }

 private:
  std::mt19937_64 random_;
  std::uint64_t most_frames_;  // between two kills; a session has many before its first round
};

/// A node that has left for good stays away.
bool has_left(FederationUnderTest& federation, NodeId i) {
  return !federation.node(i).is_running() && federation.node(i).wait(std::chrono::seconds(0)) == 0;
}

struct Kills {
  int all = 0;
  int in_rounds = 0;  ///< of nodes that had said a new round since they were started
};

const Shape plain_ring{.nodes = 4, .graph = "ring", .rounds = 40, .consensus_rounds = 40};
const Shape masked_ring{
    .nodes = 5, .graph = "ring", .rounds = 80, .consensus_rounds = 1, .colluders = 1, .spare_rounds = 1};

void kills_in_one_run(Schedule& schedule, const KillSchedule& wanted, std::uint64_t number, Kills& kills) {
  const std::optional<std::uint64_t> seed = wanted.seeded_noise ? std::optional(wanted.seed + number) : std::nullopt;
  const Shape& shape = wanted.masked_sums ? masked_ring : plain_ring;
  FederationUnderTest federation(shape, seed);
  federation.start_all();
  std::vector<Round> said_before(shape.nodes, 1);
  bool any = true;
  while (kills.all < wanted.kills && any) {
    schedule.let_go_on(federation);
    any = false;
    for (const NodeId i : schedule.victims(shape.nodes)) {
      if (has_left(federation, i)) continue;
      federation.node(i).kill_now();
      ++kills.all;
      if (federation.heard_of(i) > said_before[i]) ++kills.in_rounds;
    }
    for (NodeId i = 0; i < shape.nodes; ++i) {
      if (has_left(federation, i)) continue;
      any = true;
      if (federation.node(i).is_running()) continue;
      said_before[i] = federation.heard_of(i);
      federation.start(i);
    }
  }
  federation.expect_all_finish(std::chrono::seconds(120));
  expect_oracle_holds(federation);
  for (NodeId i = 0; i < shape.nodes;
       ++i) {  // a kill loses no commit: whoever had to ask for its own round had not committed it
    EXPECT_EQ(federation.log(i).find("\"adopted\""), std::string::npos) << "I3: " << federation.log(i);
  }
  if (seed) expect_reference_results(federation);
}

}  // namespace

void run_kill_schedule(const KillSchedule& wanted) {
  Schedule schedule(wanted);
  Kills kills;
  for (std::uint64_t number = 0; kills.all < wanted.kills && !::testing::Test::HasFailure(); ++number)
    kills_in_one_run(schedule, wanted, number, kills);
  EXPECT_GE(kills.in_rounds, kills.all / 8) << "too few kills hit a node at work: the schedule proves little";
}

}  // namespace sotto::test
