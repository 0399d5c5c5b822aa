// SPDX-License-Identifier: MIT
// Whole comparisons on a device: the same tables, to the last digit, as on this processor.
#include <gtest/gtest.h>

#include "simulation/comparison/support.hpp"
#include "sotto/report/comparison/comparison_report.hpp"
#include "sotto/simulation/comparison/device_trials.hpp"

namespace sotto {
namespace {

using Settings = std::vector<std::string>;

Settings operator+(Settings a, const Settings& b) {
  a.insert(a.end(), b.begin(), b.end());
  return a;
}

Comparison run(
    const Scenario& scenario, const std::atomic<bool>& interrupt = test::never,
    const Progress& progress = [](std::uint32_t, std::uint32_t) {}, const Checkpoints& checkpoints = {}) {
  std::vector<NamedPlan> plans{{"this plan", scenario.plan(), {}}};
  return compare(scenario, contest_of(scenario, std::move(plans)), progress, interrupt, {}, checkpoints);
}

/// What a run's folder holds of it.
std::vector<std::string> tables(const Comparison& comparison) {
  return {metrics_csv(comparison), rounds_csv(comparison), nodes_csv(comparison),
          std::to_string(comparison.plans[0].ended_by_cap), std::to_string(comparison.trials_done)};
}

void expect_same_tables(const Settings& settings) {
  const Scenario here(test::small(settings)), there(test::small(settings + Settings{"run.engine=cuda"}));
  const Comparison ours = run(there);
  EXPECT_EQ(ours.engine, "cuda");
  EXPECT_EQ(tables(ours), tables(run(here)));
}

/// What every golden configuration has in common with some of the others: 75 trials end in the middle of a chunk.
const Settings golden{"run.trials=75", "run.threads=2", "graph.kind=erdos-renyi", "graph.nodes=6",
                      "graph.edge_probability=0.5"};

TEST(ComparisonOnDevice, HasTheTablesOfThisProcessor) {
  for (const Settings& fresh : {Settings{"run.fresh=data"}, Settings{"run.fresh=noise"}, Settings{"run.fresh=graph"}})
    for (const Settings& more : std::vector<Settings>{{},
                                                      {"problem.domain=ball"},
                                                      {"privacy.trust=all-but-q", "privacy.colluders=2"},
                                                      {"algorithm.consensus=chebyshev"},
                                                      {"algorithm.mixing_rounds=3"},
                                                      {"run.noise_precision=single"},
                                                      {"run.baselines=none"}}) {
      SCOPED_TRACE(fresh[0] + (more.empty() ? "" : " " + more[0]));
      expect_same_tables(golden + fresh + more);
    }
  expect_same_tables(golden + Settings{"node.2.epsilon=1", "node.2.schedule=paper"});
  expect_same_tables({"run.trials=40", "graph.kind=ring", "graph.nodes=10", "run.fresh=noise"});
}

TEST(ComparisonOnDevice, GoesOnFromWhatWasKept) {
  const Settings settings = golden + Settings{"run.engine=cuda"};
  std::vector<std::string> states;
  const Checkpoints keeping{.offer = [&](const auto& state, bool) { states.push_back(state()); }};
  const Scenario scenario(test::small(settings));
  const Comparison whole = run(
      scenario, test::never, [](std::uint32_t, std::uint32_t) {}, keeping);
  ASSERT_EQ(states.size(), 2u) << "the first chunk, and all others together";
  const Comparison resumed = run(
      scenario, test::never, [](std::uint32_t, std::uint32_t) {}, Checkpoints{.found = states[0]});
  EXPECT_EQ(tables(resumed), tables(whole));
}

TEST(ComparisonOnDevice, KeepsWholeBatchesWhenItIsInterrupted) {
  std::atomic<bool> interrupt{false};
  const Comparison cut = run(Scenario(test::small(golden + Settings{"run.engine=cuda"})), interrupt,
                             [&](std::uint32_t, std::uint32_t) { interrupt = true; });
  EXPECT_TRUE(cut.interrupted);
  EXPECT_EQ(cut.trials_done, trials_per_chunk);
  Settings fewer = golden;
  fewer[0] = "run.trials=16";
  EXPECT_EQ(tables(cut), tables(run(Scenario(test::small(fewer)))));
}

TEST(ComparisonOnDevice, LeavesWhatItDoesNotKnowToThisProcessor) {
  const Comparison ours = run(Scenario(test::small({"run.engine=cuda", "privacy.mechanism=lattice", "run.trials=3"})));
  EXPECT_EQ(ours.engine, "reference");
}

}  // namespace
}  // namespace sotto
