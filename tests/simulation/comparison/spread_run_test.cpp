// SPDX-License-Identifier: MIT
// Runs without the network as a whole: the same metrics as with it, the same bits on any number of ranks.
#include <gtest/gtest.h>

#include <mutex>

#include "simulation/comparison/support.hpp"
#include "support/ranks_of_threads.hpp"

namespace sotto {
namespace {

Configuration large(const std::vector<std::string>& more = {}) {
  std::vector<std::string> assignments{"graph.kind=ring",
                                       "graph.nodes=100000",
                                       "graph.weights=metropolis",
                                       "problem.dimension=2",
                                       "problem.records_per_node=2",
                                       "problem.radius=2",
                                       "algorithm.rounds=3",
                                       "run.trials=2",
                                       "run.threads=2"};
  assignments.insert(assignments.end(), more.begin(), more.end());
  return test::configured(assignments);
}

Comparison spread_run(
    const Scenario& scenario, const std::atomic<bool>& interrupt = test::never,
    const Progress& progress = [](std::uint32_t, std::uint32_t) {}) {
  return compare(scenario, contest_of(scenario, {{"this plan", scenario.plan(), {}}}), progress, interrupt);
}

/// Every number that a run of one plan has.
std::vector<double> numbers_of(const Comparison& done) {
  std::vector<double> numbers;
  const auto add = [&](const RunningStatistic& one) {
    numbers.push_back(one.mean());
    numbers.push_back(one.standard_error());
  };
  const PlanResult& plan = done.plans.front();
  for (const Metric* metric : {&plan.normalised_error, &plan.first_node_error, &plan.first_node_end_error,
                               &plan.node_error, &plan.disagreement})
    add(*metric);
  for (const BaselineResult& baseline : done.baselines) add(baseline.error);
  add(done.minimiser_squared_norm);
  numbers.push_back(static_cast<double>(plan.first_trial.messages));
  numbers.push_back(plan.first_trial.alpha_spent);
  return numbers;
}

void expect_near(const std::vector<double>& ours, const std::vector<double>& expected) {
  ASSERT_EQ(ours.size(), expected.size());
  // x* is a projected mean here and the end of an iteration there.
  for (std::size_t k = 0; k < ours.size(); ++k) EXPECT_NEAR(ours[k], expected[k], 1e-11 * (1 + std::abs(expected[k])));
}

TEST(SpreadRun, HasTheMetricsAndBaselinesOfARunOnTheWholeNetwork) {
  for (const std::vector<std::string>& more :
       {std::vector<std::string>{"algorithm.consensus_rounds=2"},
        {"privacy.trust=all-but-q", "privacy.colluders=2"},
        {"algorithm.acceleration=nesterov", "algorithm.step=constant", "algorithm.consensus_rounds=2"},
        {"problem.domain=ball", "algorithm.consensus_rounds=2"}}) {
    const Configuration configuration = large(more);
    ASSERT_EQ(why_whole(configuration), "");
    expect_near(numbers_of(spread_run(scenario_of_run(configuration))),
                numbers_of(spread_run(Scenario(configuration))));
  }
}

TEST(SpreadRun, GivesTheSameBitsOnAnyNumberOfRanks) {
  const Configuration configuration =
      large({"graph.kind=erdos-renyi", "graph.edge_probability=2.3e-4", "algorithm.consensus_rounds=2"});
  const std::vector<double> expected = numbers_of(spread_run(scenario_of_run(configuration)));
  for (const unsigned count : {2u, 3u})
    test::run_on_ranks(count, [&](Ranks& ranks) {
      EXPECT_EQ(numbers_of(spread_run(scenario_of_run(configuration, ranks))), expected);
    });
}

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
