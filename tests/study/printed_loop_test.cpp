// SPDX-License-Identifier: MIT
// From the messages of the loop as printed a gradient is found exactly; from those of the safe loop it is not.
#include <gtest/gtest.h>

#include "sotto/study/paper_experiments.hpp"

namespace sotto {
namespace {

Scenario scenario_with(const std::vector<std::string>& assignments) {
  Settings settings;
  for (const char* common : {"privacy.epsilon=4", "privacy.delta=1e-3", "privacy.accountant=paper",
                             "privacy.schedule=paper", "algorithm.step=paper", "graph.nodes=6", "graph.weights=paper"})
    settings.add_assignment(common);
  for (const std::string& assignment : assignments) settings.add_assignment(assignment);
  return Scenario(read_configuration(settings));
}

TEST(PrintedLoop, GivesTheGradientAwayAndTheSafeOneDoesNot) {
  for (const char* kind : {"graph.kind=ring", "graph.kind=erdos-renyi", "graph.kind=complete"})
    for (const char* rounds : {"algorithm.rounds=1", "algorithm.rounds=2", "algorithm.rounds=50"})
      for (const char* seed : {"run.seed=1", "run.seed=9"}) {
        const RecoveredGradient found = recover_gradient(scenario_with({kind, rounds, seed}));
        EXPECT_LT(found.from_printed_loop, 1e-9) << kind << rounds << seed;
        EXPECT_GT(found.from_safe_loop, 0.1) << kind << rounds << seed;
      }
}

TEST(PrintedLoop, GivesItAwayWhereProjectionsBindToo) {
  const RecoveredGradient found =
      recover_gradient(scenario_with({"graph.kind=ring", "algorithm.rounds=10", "problem.radius=0.1"}));
  EXPECT_LT(found.from_printed_loop, 1e-9);
  EXPECT_GT(found.from_safe_loop, 0.1);
}

}  // namespace
}  // namespace sotto
