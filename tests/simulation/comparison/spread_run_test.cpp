// SPDX-License-Identifier: MIT
// Runs without the network as a whole: when, and what an interrupt leaves.
#include "simulation/comparison/spread_run.hpp"

#include <gtest/gtest.h>

#include <mutex>

#include "support/ranks_of_threads.hpp"

namespace sotto {
namespace {

using test::large;
using test::spread_run;

TEST(SpreadRun, AnInterruptOnOneRankKeepsTheSameWholeTrialsOnAll) {
  const Configuration configuration = large({"run.trials=5", "algorithm.consensus_rounds=2"});
  std::mutex mutex;
  std::vector<std::uint32_t> kept;
  test::run_on_ranks(2, [&](Ranks& ranks) {
    std::atomic<bool> interrupt{false};
    const Comparison cut =
        spread_run(scenario_of_run(configuration, ranks), interrupt, [&](std::uint32_t done, std::uint32_t) {
          if (ranks.number() == 1 && done == 2) interrupt = true;
        });
    EXPECT_TRUE(cut.interrupted);
    const std::lock_guard lock(mutex);
    kept.push_back(cut.trials_done);
  });
  EXPECT_EQ(kept, (std::vector<std::uint32_t>{2, 2}));
}

TEST(SpreadRun, SaysWhyANetworkIsNeededAsAWhole) {
  const auto why = [](const std::string& assignment) { return why_whole(large({assignment})); };
  EXPECT_NE(why("graph.nodes=99999"), "");
  EXPECT_NE(why("problem.domain=simplex"), "");
  EXPECT_NE(why("run.engine=reference"), "");
  EXPECT_NE(why("privacy.mechanism=lattice"), "");
  EXPECT_NE(why("run.baselines=all"), "");
  EXPECT_NE(why_whole(large({"run.fresh=graph", "graph.kind=erdos-renyi", "graph.edge_probability=2.3e-4"})), "");
}

}  // namespace
}  // namespace sotto
