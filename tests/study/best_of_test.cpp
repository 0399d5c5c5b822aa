// SPDX-License-Identifier: MIT
// The fewest rounds that cannot be told from the best.
#include <gtest/gtest.h>

#include "sotto/study/prediction_of.hpp"

namespace sotto {
namespace {

const Measure loss{.name = "log_loss"}, share{.name = "accuracy", .more_is_better = true};

PredictedCandidate predicted(Round rounds, double value, double standard_error = 0,
                             NoiseSchedule schedule = NoiseSchedule::constant) {
  const Forecast prediction{.value = value, .standard_error = standard_error};
  return {{schedule, StepRule::shifted, rounds}, {prediction, prediction}};
}

TEST(BestOf, IsTheLeastErrorWhereNothingIsAsGood) {
  EXPECT_EQ(best_of({predicted(1, 0.9), predicted(10, 0.5), predicted(100, 0.6)}, loss).candidate.rounds, 10U);
  EXPECT_EQ(best_of({predicted(1, 0.2), predicted(10, 0.8), predicted(100, 0.7)}, share).candidate.rounds, 10U);
}

TEST(BestOf, TakesFewerRoundsThatAreHardlyWorse) {
  EXPECT_EQ(best_of({predicted(1, 0.509), predicted(10, 0.5)}, loss).candidate.rounds, 1U);
  EXPECT_EQ(best_of({predicted(1, 0.511), predicted(10, 0.5)}, loss).candidate.rounds, 10U);
  // Of a share it is what is missing that may be 2 % more.
  EXPECT_EQ(best_of({predicted(1, 0.899), predicted(10, 0.9)}, share).candidate.rounds, 1U);
  EXPECT_EQ(best_of({predicted(1, 0.897), predicted(10, 0.9)}, share).candidate.rounds, 10U);
}

/// A log loss of 0.65 is 0.01 below that of the more frequent level: 2 % of it is more than all that can be gained.
TEST(BestOf, ToleratesNoMoreThanAFiftiethOfWhatIsGainedOnAConstantAnswer) {
  Measure beside_constant = loss;
  beside_constant.constant = 0.66;
  EXPECT_EQ(best_of({predicted(1, 0.655), predicted(10, 0.65)}, loss).candidate.rounds, 1U);
  EXPECT_EQ(best_of({predicted(1, 0.655), predicted(10, 0.65)}, beside_constant).candidate.rounds, 10U);
  EXPECT_EQ(best_of({predicted(1, 0.6501), predicted(10, 0.65)}, beside_constant).candidate.rounds, 1U);
  beside_constant.constant = 0.64;
  EXPECT_EQ(best_of({predicted(1, 0.6501), predicted(10, 0.65)}, beside_constant).candidate.rounds, 10U)
      << "where nothing is gained nothing is tolerated";
  Measure accuracy_beside_constant = share;
  accuracy_beside_constant.constant = 0.85;
  EXPECT_EQ(best_of({predicted(1, 0.855), predicted(10, 0.86)}, accuracy_beside_constant).candidate.rounds, 10U);
  EXPECT_EQ(best_of({predicted(1, 0.8599), predicted(10, 0.86)}, accuracy_beside_constant).candidate.rounds, 1U);
}

TEST(BestOf, TakesFewerRoundsWithinTwoStandardErrors) {
  EXPECT_EQ(best_of({predicted(1, 0.6, 0.03), predicted(10, 0.5, 0.045)}, loss).candidate.rounds, 1U);
  EXPECT_EQ(best_of({predicted(1, 0.6, 0.03), predicted(10, 0.5, 0.03)}, loss).candidate.rounds, 10U);
}

TEST(BestOf, TakesTheBetterOfAsManyRounds) {
  const std::vector<PredictedCandidate> both{predicted(3, 0.505, 0, NoiseSchedule::paper_normalised),
                                             predicted(3, 0.502, 0, NoiseSchedule::constant), predicted(9, 0.5)};
  EXPECT_EQ(best_of(both, loss).candidate, (Candidate{NoiseSchedule::constant, StepRule::shifted, 3}));
}

TEST(BestOf, CountsMixingRoundsToo) {
  PredictedCandidate mixing = predicted(10, 0.5);
  mixing.candidate.mixing_rounds = 4;
  EXPECT_EQ(best_of({mixing, predicted(30, 0.5)}, loss).candidate.rounds, 30U) << "10 rounds with K = 4 are 37";
  EXPECT_EQ(best_of({mixing, predicted(100, 0.5)}, loss).candidate.rounds, 10U);
}

TEST(BestOf, IsNotToldFromWhatIsAsGood) {
  EXPECT_TRUE(is_as_good(predicted(1, 0.4), predicted(1, 0.5), loss));
  EXPECT_TRUE(is_as_good(predicted(1, 0.509), predicted(1, 0.5), loss));
  EXPECT_FALSE(is_as_good(predicted(1, 0.511), predicted(1, 0.5), loss));
  EXPECT_TRUE(is_as_good(predicted(1, 0.6, 0.03), predicted(1, 0.5, 0.045), loss));
}

TEST(AdvisedOf, ChangesTheProblemOnlyForAReason) {
  std::vector<PredictedCandidate> all{predicted(10, 0.5), predicted(10, 0.495), predicted(10, 0.493)};
  all[1].candidate.clipped = true;
  all[2].candidate.clipped = true;
  all[2].candidate.regularisation = 0.01;
  EXPECT_EQ(best_of(all, loss).candidate, all[2].candidate);
  EXPECT_EQ(advised_of(all, loss).candidate, all[0].candidate) << "all are within 2 %";
  all[0].chosen_by.value = 0.6;
  EXPECT_EQ(advised_of(all, loss).candidate, all[1].candidate) << "the clip helps, the other change hardly";
}

}  // namespace
}  // namespace sotto
