// SPDX-License-Identifier: MIT
// What a planner looks at.
#include "sotto/study/candidate.hpp"

#include <gtest/gtest.h>

#include "simulation/comparison/files.hpp"

namespace sotto {
namespace {

TEST(Candidates, GrowByHalfADecadeAndHoldWhatIsConfigured) {
  const Configuration configuration = test::small({"algorithm.rounds=70", "advice.most_rounds=200"});
  EXPECT_EQ(rounds_to_try(configuration), (std::vector<Round>{1, 3, 10, 30, 70, 100}));
  const Configuration beyond = test::small({"algorithm.rounds=500", "advice.most_rounds=5"});
  EXPECT_EQ(rounds_to_try(beyond), (std::vector<Round>{1, 3, 500}));
}

/// Where mu = L both step rules are 1/(mu t): trying both would be the same twice.
TEST(Candidates, HaveBothStepRulesOnlyWhereTheyDiffer) {
  const Scenario mean(test::small({"advice.most_rounds=1", "algorithm.rounds=1"}));
  EXPECT_EQ(all_candidates(mean).size(), 2U);
  const test::FileProblem files;
  const Scenario logistic(test::read_toml(files.toml() + "[advice]\nmost_rounds = 10\n"));
  EXPECT_EQ(all_candidates(logistic).size(), 4U * 4U) << "T = 1, 3, 10 and the configured 30";
  EXPECT_EQ(all_candidates(logistic).front().schedule, NoiseSchedule::constant);
}

TEST(Candidates, ReachNodesWithAPromiseOfTheirOwn) {
  const Configuration configuration = test::small({"node.1.epsilon=1", "node.1.schedule=paper"});
  const Configuration chosen = with(configuration, {NoiseSchedule::constant, StepRule::paper, 7});
  EXPECT_EQ(chosen.privacy.nodes.at(1).schedule, NoiseSchedule::constant);
  EXPECT_EQ(chosen.privacy.nodes.at(1).budget.epsilon, 1);
  EXPECT_EQ(chosen.algorithm.rounds, 7U);
  EXPECT_EQ(chosen.algorithm.step, StepRule::paper);
}

}  // namespace
}  // namespace sotto
