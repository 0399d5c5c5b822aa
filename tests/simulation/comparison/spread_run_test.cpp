// SPDX-License-Identifier: MIT
// Runs without the network as a whole: when, and what an interrupt leaves.
#include "simulation/comparison/spread_run.hpp"

#include <gtest/gtest.h>

#include <mutex>
#include <thread>

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

/// Each thread with trials of its own would hold all messages once more.
TEST(SpreadRun, RunsTrialsOneByOneWithAllItsThreadsInside) {
  std::vector<std::uint32_t> done;
  const auto here = std::this_thread::get_id();
  spread_run(scenario_of_run(large({"run.trials=3", "run.threads=3", "algorithm.consensus_rounds=2"})), test::never,
             [&](std::uint32_t now, std::uint32_t) {
               EXPECT_EQ(std::this_thread::get_id(), here);
               done.push_back(now);
             });
  EXPECT_EQ(done, (std::vector<std::uint32_t>{1, 2, 3}));
}

TEST(SpreadRun, IsAChunkForEachTrial) {
  EXPECT_EQ(chunk_count(large({"run.trials=5"})), 5U);
  EXPECT_EQ(chunk_count(large({"run.trials=5", "graph.nodes=99999"})), 1U);
}

TEST(SpreadRun, AFaultOfRankZerosJournalIsThatOfAllRanks) {
  const Configuration configuration = large({"run.trials=3", "algorithm.consensus_rounds=2"});
  std::atomic<unsigned> refused{0};
  EXPECT_THROW(test::run_on_ranks(3,
                                  [&](Ranks& ranks) {
                                    const Scenario scenario = scenario_of_run(configuration, ranks);
                                    Checkpoints points;
                                    if (ranks.number() == 0)
                                      points.offer = [](const auto&, bool) {
                                        throw InvalidInput({"--out", "x", "cannot be written"}, FaultKind::store);
                                      };
                                    EXPECT_THROW(
                                        compare(
                                            scenario, contest_of(scenario, {{"this plan", scenario.plan()}}),
                                            [](std::uint32_t, std::uint32_t) {}, test::never, {.ranks = ranks}, points),
                                        InvalidInput);
                                    ++refused;
                                    throw std::runtime_error("all came here");
                                  }),
               std::runtime_error);
  EXPECT_EQ(refused, 3U);
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
