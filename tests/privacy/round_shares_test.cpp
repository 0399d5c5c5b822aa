// SPDX-License-Identifier: MIT
// Shares of rounds: many different ones are replaced by a few that no composition takes for cheaper.
#include "sotto/privacy/round_shares.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>

#include "sotto/privacy/accountant.hpp"
#include "sotto/privacy/schedule.hpp"
#include "support/random_points.hpp"

namespace sotto {
namespace {

/// Basic composition straight from its definition: every round by itself.
double sum_of_round_epsilons(const std::vector<double>& costs, const AlphaAtDelta& at) {
  const double whole = std::accumulate(costs.begin(), costs.end(), 0.0), rounds = static_cast<double>(costs.size());
  double sum = 0;
  for (const double cost : costs)
    sum += epsilon_of(Accountant::exact, {.alpha = at.alpha * cost / whole, .delta = at.delta / rounds});
  return sum;
}

double advanced_from_definition(const std::vector<double>& costs, const AlphaAtDelta& at) {
  const double whole = std::accumulate(costs.begin(), costs.end(), 0.0), rounds = static_cast<double>(costs.size());
  double squares = 0, expected = 0;
  for (const double cost : costs) {
    const double epsilon =
        epsilon_of(Accountant::exact, {.alpha = at.alpha * cost / whole, .delta = at.delta / (2 * rounds)});
    squares += epsilon * epsilon;
    expected += epsilon * std::expm1(epsilon);
  }
  return std::sqrt(2 * std::log(2 / at.delta) * squares) + expected;
}

TEST(RoundShares, OnAGridAreNeverCheaperThanTheRoundsThemselvesAndClose) {
  for (const NoiseSchedule schedule : {NoiseSchedule::paper, NoiseSchedule::paper_normalised})
    for (const AlphaAtDelta& at : {AlphaAtDelta{0.7, 1e-6}, AlphaAtDelta{50, 1e-3}, AlphaAtDelta{1e-3, 1e-12}}) {
      const std::vector<double> costs = budget_shares(schedule, 700);
      const RoundShares shares(costs);
      EXPECT_LE(shares.groups().size(), 128U);
      const double basic = sum_of_round_epsilons(costs, at), advanced = advanced_from_definition(costs, at);
      EXPECT_GE(epsilon_of(Accountant::basic, at, shares), basic * (1 - 1e-11));
      EXPECT_LE(epsilon_of(Accountant::basic, at, shares), basic * (1 + 1e-4));
      EXPECT_GE(epsilon_of(Accountant::advanced, at, shares), advanced * (1 - 1e-11));
      EXPECT_LE(epsilon_of(Accountant::advanced, at, shares), advanced * (1 + 1e-3));
    }
}

TEST(RoundShares, OfCostsOfAllSizesAreNeverCheaperEither) {
  test::RandomPoints points(1);
  for (int k = 0; k < 6; ++k) {
    std::vector<double> costs(300);
    const double least = points.log_uniform({1e-300, 0.1});
    for (double& cost : costs) cost = points.log_uniform({least, 1});
    const AlphaAtDelta at{.alpha = points.log_uniform({1e-4, 100}), .delta = points.log_uniform({1e-9, 0.1})};
    const double direct = sum_of_round_epsilons(costs, at);
    EXPECT_GE(epsilon_of(Accountant::basic, at, RoundShares(costs)), direct * (1 - 1e-11));
    EXPECT_LE(epsilon_of(Accountant::basic, at, RoundShares(costs)), direct * 1.01);
  }
}

TEST(RoundShares, OfEqualCostsAreOneGroup) {
  const std::vector<double> costs(1000, 0.3);
  EXPECT_EQ(RoundShares(costs).groups().size(), 1U);
  EXPECT_EQ(RoundShares(costs).rounds(), 1000);
  const PrivacyBudget budget{4, 1e-6};
  for (Accountant accountant : {Accountant::basic, Accountant::advanced})
    EXPECT_NEAR(
        alpha_limit(accountant, budget, RoundShares(costs)) / alpha_limit(accountant, budget, RoundShares(1000)), 1,
        1e-12);
}

TEST(RoundShares, OfSeveralRunsAreTheirRoundsOneAfterTheOther) {
  const std::vector<double> one{1, 2, 5};
  std::vector<double> three;
  for (int k = 0; k < 3; ++k) three.insert(three.end(), one.begin(), one.end());
  const AlphaAtDelta at{.alpha = 0.4, .delta = 1e-5};
  for (Accountant accountant : {Accountant::basic, Accountant::advanced}) {
    const double repeated = epsilon_of(accountant, at, RoundShares(one).repeated(3));
    EXPECT_NEAR(repeated / epsilon_of(accountant, at, RoundShares(three)), 1, 1e-11);
    std::reverse(three.begin(), three.end());
    EXPECT_NEAR(repeated / epsilon_of(accountant, at, RoundShares(three)), 1, 1e-11);
  }
  EXPECT_EQ(RoundShares(5).repeated(200'000'000'000).groups().size(), 1U);
}

TEST(RoundShares, MatterToCompositionAlone) {
  const PrivacyBudget budget{2, 1e-6};
  for (Accountant accountant : all_accountants) {
    const bool composes = accountant == Accountant::basic || accountant == Accountant::advanced;
    EXPECT_EQ(alpha_limit(accountant, budget, RoundShares(50)) == alpha_limit(accountant, budget), !composes);
  }
}

TEST(RoundShares, ARoundThatCostsNothingIsNoRound) {
  const std::vector<double> costs{0, 1, 0, 1};
  EXPECT_EQ(RoundShares(costs).rounds(), 2);
}

TEST(RoundShares, RefuseCostsThatAreNone) {
  const double nan = std::nan(""), inf = std::numeric_limits<double>::infinity();
  for (const std::vector<double>& bad :
       {std::vector<double>{}, {0.0}, {0.0, 0.0}, {1.0, nan}, {1.0, -1e-9}, {inf}, {1.0, -inf}})
    EXPECT_THROW(RoundShares{std::span(bad)}, InvalidInput);
  EXPECT_THROW(RoundShares(0), InvalidInput);
  EXPECT_THROW(RoundShares().repeated(0), InvalidInput);
  for (const std::vector<double>& odd : {std::vector<double>{1e308, 1e308, 1.7e308}, {5e-324, 1e-310}, {1e308, 5e-324}})
    for (Accountant accountant : {Accountant::basic, Accountant::advanced})
      EXPECT_TRUE(std::isfinite(epsilon_of(accountant, {.alpha = 1, .delta = 1e-6}, RoundShares{std::span(odd)})));
}

}  // namespace
}  // namespace sotto
