// SPDX-License-Identifier: MIT
// Steps and schedules: the formulas of the paper, and what they spend.
#include "sotto/privacy/schedule.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <numeric>

#include "support/random_points.hpp"

namespace sotto {
namespace {

double sum(const std::vector<double>& v) {
  return std::accumulate(v.begin(), v.end(), 0.0);
}

TEST(Schedule, ThePapersSpends50_79_93_98PercentOfTheBudget) {
  const double expected[] = {0.50, 0.79, 0.93, 0.98};
  int k = 0;
  for (Round T : {1u, 10u, 100u, 1000u}) EXPECT_NEAR(sum(budget_shares(NoiseSchedule::paper, T)), expected[k++], 0.006);
}

TEST(Schedule, NormalisedAndConstantSpendAllOfIt) {
  for (Round T : {1u, 2u, 37u, 1000u, 100000u}) {
    EXPECT_NEAR(sum(budget_shares(NoiseSchedule::paper_normalised, T)), 1, 1e-12);
    EXPECT_NEAR(sum(budget_shares(NoiseSchedule::constant, T)), 1, 1e-11);
  }
}

TEST(StepRule, ThePapersIsCOverT) {
  const auto eta = step_sizes(StepRule::paper, {.strong_convexity = 2, .smoothness = 6}, 5);
  for (Round t = 1; t <= 5; ++t) EXPECT_DOUBLE_EQ(eta[t - 1], (2.0 + 6.0) / (2 * 2.0 * 6.0) / t);
}

TEST(StepRule, TheShiftedOneStartsAtTwoOverMuPlusLAndNeverExceedsIt) {
  test::RandomPoints points(1);
  for (int k = 0; k < 200; ++k) {
    const double mu = points.log_uniform({1e-4, 1e4}), L = mu * points.log_uniform({1, 1e6});
    const auto eta = step_sizes(StepRule::shifted, {mu, L}, 20);
    EXPECT_NEAR(eta[0], 2 / (mu + L), 1e-12 * eta[0]);
    for (std::size_t t = 1; t < eta.size(); ++t) EXPECT_LT(eta[t], eta[t - 1]);
  }
}

TEST(StepRule, BothAgreeWhenMuEqualsL) {
  const auto paper = step_sizes(StepRule::paper, {100, 100}, 50),
             shifted = step_sizes(StepRule::shifted, {100, 100}, 50);
  for (std::size_t t = 0; t < 50; ++t) EXPECT_NEAR(paper[t], shifted[t], 1e-15 * paper[t]);
}

}  // namespace
}  // namespace sotto
