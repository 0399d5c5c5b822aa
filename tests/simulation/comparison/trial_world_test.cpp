// SPDX-License-Identifier: MIT
// The worlds of trials: what is fresh differs, what is not is that of trial 0, and the seed decides everything.
#include "sotto/simulation/comparison/trial_world.hpp"

#include <gtest/gtest.h>

#include <set>

#include "simulation/comparison/support.hpp"

namespace sotto {
namespace {

Scenario scenario_with(const std::string& fresh, const std::string& kind = "erdos-renyi") {
  return Scenario(test::small({"graph.kind=" + kind, "graph.nodes=8", "graph.degree=3", "run.fresh=" + fresh}));
}

/// Row after row: who is heard, and with what weight.
std::vector<double> entries(const WeightMatrix& weights) {
  std::vector<double> all;
  for (NodeId i = 0; i < weights.node_count(); ++i) {
    const WeightMatrix::Row row = weights.row(i);
    all.insert(all.end(), row.columns.begin(), row.columns.end());
    all.insert(all.end(), row.weights.begin(), row.weights.end());
  }
  return all;
}

TEST(TrialWorld, FreshDataAreOtherRecordsOnTheSameGraph) {
  const Scenario scenario = scenario_with("data");
  const TrialWorlds worlds(scenario);
  EXPECT_EQ(worlds(3).records->minimiser, worlds(3).records->minimiser);
  EXPECT_NE(worlds(3).records->minimiser, worlds(4).records->minimiser);
  EXPECT_EQ(worlds(3).weights.get(), &scenario.weights());
}

TEST(TrialWorld, FreshNoiseAloneLeavesTheRecordsOfTrialZero) {
  const Scenario noise = scenario_with("noise"), data = scenario_with("data");
  const TrialWorlds worlds(noise);
  EXPECT_EQ(worlds(5).records, worlds(0).records);
  EXPECT_EQ(worlds(5).records->minimiser, TrialWorlds(data)(0).records->minimiser);
  EXPECT_EQ(worlds(5).weights.get(), &noise.weights());
}

TEST(TrialWorld, AFreshGraphIsAnotherForEveryTrialButTheFirst) {
  for (const char* kind : {"erdos-renyi", "random-regular"}) {
    const Scenario scenario = scenario_with("graph", kind), again = scenario_with("graph", kind);
    const TrialWorlds worlds(scenario), same(again);
    EXPECT_EQ(worlds(0).weights.get(), &scenario.weights());
    std::set<std::vector<double>> seen;
    for (std::uint32_t trial = 0; trial < 20; ++trial) {
      EXPECT_EQ(entries(*worlds(trial).weights), entries(*same(trial).weights));
      seen.insert(entries(*worlds(trial).weights));
    }
    EXPECT_GE(seen.size(), 19U);  // two of twenty draws among thousands of graphs may be equal
    EXPECT_EQ(worlds(7).records->minimiser, TrialWorlds(scenario_with("data", kind))(7).records->minimiser);
  }
}

}  // namespace
}  // namespace sotto
