// SPDX-License-Identifier: MIT
// Costs: they add and are rounded up, a person may hold several records, and lattice noise has its price in delta.
#include "sotto/privacy/cost.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>

#include "support/random_points.hpp"

namespace sotto {
namespace {

using test::RandomPoints;

TEST(Cost, OfRunsAddsAndIsRoundedUp) {
  RandomPoints points(1);
  Cost sum;
  long double alpha = 0, variation = 0;
  for (int k = 0; k < 1000; ++k) {
    const Cost run{.alpha = points.log_uniform({1e-9, 10}), .total_variation = points.log_uniform({1e-30, 1e-9})};
    sum = sum + run;
    alpha += run.alpha;
    variation += run.total_variation;
    EXPECT_GE(sum.alpha, alpha);
    EXPECT_GE(sum.total_variation, variation);
    const Cost seven = repeated(run, 7);
    EXPECT_GE(seven.alpha, 7.0L * run.alpha);
    EXPECT_NEAR(seven.total_variation / run.total_variation, 7, 1e-13);
  }
  EXPECT_NEAR(sum.alpha / static_cast<double>(alpha), 1, 1e-11);
}

TEST(Cost, OfSeveralRecordsAtOneNodeMultipliesMuAndLeavesTheNoiseAsItIs) {
  const Cost one{.alpha = 0.3, .total_variation = 1e-12};
  const Cost five = for_records_of_a_person(one, 5);
  EXPECT_NEAR(std::sqrt(five.alpha) / std::sqrt(one.alpha), 5, 1e-14);
  EXPECT_EQ(five.total_variation, one.total_variation);
  EXPECT_GE(five.alpha, 25 * 0.3L);
  EXPECT_EQ(for_records_of_a_person(one, 1).alpha, one.alpha);
}

TEST(Cost, OnlyAccountantsOfTheGaussianPayForTheLattice) {
  const Cost cost{.alpha = 0.5, .total_variation = 1e-9};
  for (Accountant accountant : all_accountants) {
    const double plain = delta_of(accountant, {.alpha = cost.alpha, .epsilon = 2});
    const double paid = delta_of(accountant, cost, 2) - plain;
    const bool gaussian =
        accountant == Accountant::exact || accountant == Accountant::basic || accountant == Accountant::advanced;
    EXPECT_NEAR(paid, gaussian ? (1 + std::exp(2)) * 1e-9 : 0, 1e-15) << name_of(accountant);
    EXPECT_EQ(pays_total_variation(accountant), gaussian);
    EXPECT_EQ(alpha_limit(accountant, {2, 1e-6}, 1e-9) == alpha_limit(accountant, {2, 1e-6}), !gaussian);
  }
}

TEST(Cost, LeavesThePromiseStandingWhenTheSlackWasTakenOffFirst) {
  RandomPoints points(2);
  for (int k = 0; k < 40; ++k) {
    const PrivacyBudget budget{points.log_uniform({1e-3, 30}), points.log_uniform({1e-12, 0.1})};
    const double variation = budget.delta / (1 + std::exp(budget.epsilon)) * points.log_uniform({1e-6, 0.3});
    const RoundShares shares(1 + points.below(50));
    for (Accountant accountant : all_accountants) {
      const Cost cost{.alpha = alpha_limit(accountant, budget, variation, shares), .total_variation = variation};
      EXPECT_LE(cost.alpha, alpha_limit(accountant, budget, shares));
      EXPECT_LE(delta_of(accountant, cost, budget.epsilon, shares), budget.delta * (1 + 1e-9)) << name_of(accountant);
      const double epsilon = epsilon_of(accountant, cost, budget.delta, shares);
      EXPECT_LE(epsilon, budget.epsilon * (1 + 1e-8)) << name_of(accountant);
    }
  }
}

TEST(Cost, ItsEpsilonIsTheSmallestThatPaysForItsOwnSlack) {
  RandomPoints points(3);
  int found = 0;
  for (int k = 0; k < 60; ++k) {
    const Cost cost{.alpha = points.log_uniform({1e-3, 10}), .total_variation = points.log_uniform({1e-12, 1e-5})};
    const double delta = points.log_uniform({1e-8, 0.1});
    for (Accountant accountant : {Accountant::exact, Accountant::basic}) {
      const double epsilon = epsilon_of(accountant, cost, delta);
      ASSERT_FALSE(std::isnan(epsilon));
      if (std::isfinite(epsilon)) {
        EXPECT_LE(delta_of(accountant, cost, epsilon), delta * (1 + 1e-9));
        found += epsilon > 0 ? 1 : 0;
      }
      // No smaller epsilon on a grid keeps delta; when none was found, none at all does, up to a near miss.
      for (double below = 1e-3; below < std::min(epsilon, 40.0) * (1 - 1e-6); below *= 1.2)
        EXPECT_GT(delta_of(accountant, cost, below), delta * (1 - 1e-6)) << cost.alpha << " " << below;
    }
  }
  EXPECT_GT(found, 40);
}

TEST(Cost, WithoutAnyEpsilonThatKeepsDeltaIsInfinite) {
  const Cost cost{.alpha = 1, .total_variation = 1e-6};
  EXPECT_EQ(epsilon_of(Accountant::exact, cost, 1.5e-6), std::numeric_limits<double>::infinity());
  EXPECT_LT(epsilon_of(Accountant::zcdp_cks, cost, 1.5e-6), 10);
  EXPECT_EQ(delta_of(Accountant::exact, cost, 1e6), 1) << "the slack grows without bound";
}

TEST(Cost, ABudgetThatTheSlackEatsIsRefusedWithItsRule) {
  try {
    alpha_limit(Accountant::exact, {4, 1e-6}, 1e-6);
    FAIL();
  } catch (const InvalidInput& refused) {
    ASSERT_EQ(refused.faults().size(), 1U);
    EXPECT_EQ(refused.faults()[0].field, "privacy.delta");
    EXPECT_EQ(refused.faults()[0].value, "1e-06");
    EXPECT_NE(refused.faults()[0].rule.find("(1 + e^epsilon) * 1e-06"), std::string::npos) << refused.what();
  }
  EXPECT_GT(alpha_limit(Accountant::zcdp_cks, {4, 1e-6}, 1e-6), 0);
  for (double bad : {-1e-9, std::nan(""), std::numeric_limits<double>::infinity()}) {
    EXPECT_THROW(alpha_limit(Accountant::exact, {4, 1e-6}, bad), InvalidInput);
    EXPECT_THROW(epsilon_of(Accountant::paper, Cost{.alpha = 1, .total_variation = bad}, 1e-6), InvalidInput);
    EXPECT_THROW(delta_of(Accountant::paper, Cost{.alpha = bad}, 1), InvalidInput);
  }
}

}  // namespace
}  // namespace sotto
