// SPDX-License-Identifier: MIT
// What a planner looks at.
#include "sotto/study/candidate.hpp"

#include <gtest/gtest.h>

#include <algorithm>

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
  EXPECT_EQ(reshaped(configured_candidate(mean.configuration()), mean).size(), 1U);
  const test::FileProblem files;
  const Scenario logistic(test::read_toml(files.toml() + "[advice]\nmost_rounds = 10\n"));
  const Candidate usual = configured_candidate(logistic.configuration());
  EXPECT_EQ(reshaped(usual, logistic).size(), 3U);
  EXPECT_EQ(for_every_rounds(usual, logistic.configuration()).size(), 4U) << "T = 1, 3, 10 and the configured 30";
  EXPECT_EQ(usual.schedule, NoiseSchedule::constant);
}

TEST(Candidates, ReachNodesWithAPromiseOfTheirOwn) {
  const Configuration configuration = test::small({"node.1.epsilon=1", "node.1.schedule=paper"});
  const Configuration chosen = with(configuration, {NoiseSchedule::constant, StepRule::paper, 7});
  EXPECT_EQ(chosen.privacy.nodes.at(1).schedule, NoiseSchedule::constant);
  EXPECT_EQ(chosen.privacy.nodes.at(1).budget.epsilon, 1);
  EXPECT_EQ(chosen.algorithm.rounds, 7U);
  EXPECT_EQ(chosen.algorithm.step, StepRule::paper);
}

Scenario logistic_scenario(const std::string& more = "") {
  const test::FileProblem files;
  return Scenario::on_drawn_rows(
      test::read_toml(files.toml("records = 400\n") + "[advice]\nmost_rounds = 100\n" + more), RecordAssumptions{},
      DrawnWorld{.seed = 1});
}

bool holds(const std::vector<Candidate>& all, const Candidate& wanted) {
  return std::find(all.begin(), all.end(), wanted) != all.end();
}

/// The configured T is 30; around it 3, 10 and 100 are tried.
TEST(Candidates, VaryOneMoreChoiceAroundTheBest) {
  const Scenario scenario = logistic_scenario();
  const Candidate best{NoiseSchedule::constant, StepRule::shifted, 30};
  const std::vector<Candidate> variants = variants_of(best, scenario);
  for (const Round rounds : {3U, 10U, 30U, 100U})
    EXPECT_TRUE(holds(variants, {.schedule = NoiseSchedule::constant,
                                 .step = StepRule::constant,
                                 .rounds = rounds,
                                 .acceleration = Acceleration::nesterov}))
        << rounds;
  Candidate weighed = best;
  weighed.output = Output::inverse_variance;
  EXPECT_TRUE(holds(variants, weighed));
  weighed.output = Output::polynomial;
  EXPECT_TRUE(holds(variants, weighed));
  weighed.rounds = 100;
  EXPECT_TRUE(holds(variants, weighed)) << "weights are good where T is too large";
  const auto mixes = [](const Candidate& one) { return one.mixing_rounds > 1; };
  EXPECT_EQ(std::count_if(variants.begin(), variants.end(), mixes), 1);
  EXPECT_LE(variants.size(), 8U) << "the search stays small";
  for (const Candidate& one : variants) EXPECT_NO_THROW(scenario.departing(with(scenario.configuration(), one)).plan());
}

TEST(Candidates, OfMaskedSumsDoNotMix) {
  const Scenario scenario = logistic_scenario();
  const Candidate best{.schedule = NoiseSchedule::constant, .step = StepRule::shifted, .rounds = 30, .colluders = 1};
  for (const Candidate& one : variants_of(best, scenario)) {
    EXPECT_EQ(one.mixing_rounds, 1U);
    EXPECT_EQ(one.colluders, 1U);
    EXPECT_TRUE(scenario.departing(with(scenario.configuration(), one)).plan().is_masked());
  }
}

TEST(Candidates, AreClippedOtherwiseWithMomentumToo) {
  const Scenario scenario = logistic_scenario();
  const Candidate best{NoiseSchedule::constant, StepRule::shifted, 30};
  const std::vector<Candidate> clipped = clipped_otherwise(best, scenario);
  for (const Candidate& one : clipped) EXPECT_TRUE(one.clipped);
  const auto hastened = [](const Candidate& one) { return one.acceleration == Acceleration::nesterov; };
  EXPECT_EQ(std::count_if(clipped.begin(), clipped.end(), hastened), 4);
  EXPECT_LE(clipped.size(), 5U);
}

TEST(Candidates, ScaleRowsAndRegularise) {
  const Scenario scenario = logistic_scenario();
  const Candidate best = configured_candidate(scenario.configuration());
  const double norm = scenario.declared()->encoding().row_norm();
  const std::vector<Candidate> scaled = scaled_otherwise(best, scenario);
  ASSERT_EQ(scaled.size(), 2U) << "no norm is configured: longer rows than declared do not exist";
  EXPECT_NEAR(*scaled[0].row_norm, norm / 2, 0.05 * norm);
  EXPECT_NEAR(*scaled[1].row_norm, norm / 4, 0.05 * norm);
  const std::vector<Candidate> regularised = regularised_otherwise(best, scenario);
  ASSERT_EQ(regularised.size(), 2U);
  EXPECT_NEAR(regularised[0].regularisation, best.regularisation / 10, 1e-12);
  EXPECT_NEAR(regularised[1].regularisation, best.regularisation * 10, 1e-12);
  for (const Candidate& one : {scaled[0], regularised[1]}) {
    EXPECT_FALSE(one.has_the_problem_of(best));
    const Configuration again = test::read_toml(to_toml(with(scenario.configuration(), one)));
    EXPECT_EQ(again.data->schema.norm, one.row_norm);
    EXPECT_EQ(again.problem.regularisation, one.regularisation);
  }
  EXPECT_TRUE(scaled_otherwise(best, Scenario(test::small())).empty()) << "the mean has no rows to scale";
}

TEST(Candidates, ClipOnlyWhatMayBeClipped) {
  EXPECT_FALSE(may_clip(test::small()));
  Configuration configuration = logistic_scenario().configuration();
  EXPECT_TRUE(may_clip(configuration));
  configuration.problem.clip = 2.0;
  EXPECT_FALSE(may_clip(configuration)) << "a number of the configuration stays";
  EXPECT_FALSE(with(configuration,
                    {.schedule = NoiseSchedule::constant, .step = StepRule::shifted, .rounds = 3, .clipped = true})
                   .problem.clip_at_half_norm);
}

TEST(Candidates, SetEveryChoiceAndTakeOffTheOthers) {
  const Configuration masked =
      test::small({"privacy.trust=all-but-q", "privacy.colluders=1", "privacy.spare_rounds=2", "privacy.epsilon_all=9",
                   "algorithm.acceleration=nesterov", "algorithm.output=polynomial"});
  const Configuration plain = with(masked, {NoiseSchedule::constant, StepRule::shifted, 5});
  EXPECT_EQ(plain.privacy.trust, Trust::nobody);
  EXPECT_FALSE(plain.privacy.epsilon_all);
  EXPECT_EQ(plain.algorithm.acceleration, Acceleration::none);
  EXPECT_EQ(plain.algorithm.output, Output::last);
  EXPECT_NO_THROW(test::read_toml(to_toml(plain)));
  const Configuration again = with(masked, {.schedule = NoiseSchedule::constant,
                                            .step = StepRule::shifted,
                                            .rounds = 5,
                                            .output = Output::inverse_variance,
                                            .colluders = 1});
  EXPECT_EQ(again.privacy.spare_rounds, 2U);
  EXPECT_EQ(test::read_toml(to_toml(again)).algorithm.output, Output::inverse_variance);
}

TEST(Candidates, AreNamedByWhatIsNotTheDefault) {
  Candidate one{NoiseSchedule::constant, StepRule::shifted, 5};
  EXPECT_EQ(shape_of(one), "shifted steps");
  one.mixing_rounds = 4;
  one.acceleration = Acceleration::nesterov;
  one.output = Output::polynomial;
  one.clipped = true;
  EXPECT_EQ(shape_of(one), "shifted steps, K = 4, momentum, polynomial output, clipped");
  EXPECT_EQ(one.rounds_on_the_wire(), 17U);
}

}  // namespace
}  // namespace sotto
