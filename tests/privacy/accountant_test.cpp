// SPDX-License-Identifier: MIT
// The accountants: the safe side re-checked with 100 digits, orderings, round trips, refusals.
#include "sotto/privacy/accountant.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>
#include <set>

#include "support/many_digits.hpp"
#include "support/random_points.hpp"

namespace sotto {
namespace {

using test::RandomPoints;

/// Budgets over the whole range that is promised, and its corners.
std::vector<PrivacyBudget> many_budgets(int count, std::uint64_t seed) {
  std::vector<PrivacyBudget> budgets;
  for (double epsilon : {1e-6, 1e-3, 1.0, 40.0, 700.0})
    for (double delta : {1e-300, 1e-100, 1e-9, 0.1, 0.5}) budgets.push_back({epsilon, delta});
  RandomPoints points(seed);
  for (int k = 0; k < count; ++k)
    budgets.push_back({points.log_uniform({1e-6, 700}), points.log_uniform({1e-300, 0.5})});
  return budgets;
}

TEST(ExactAccountant, AlphaKeepsTheBudgetWhenRecheckedWith100DigitsAndIsTight) {
  for (const PrivacyBudget& budget : many_budgets(400, 1)) {
    const double alpha = alpha_limit(Accountant::exact, budget);
    const double room = test::relative_distance_to_root(budget, alpha);
    EXPECT_GE(room, 0) << budget.epsilon << " " << budget.delta;
    EXPECT_LE(room, 1e-12) << budget.epsilon << " " << budget.delta;
    EXPECT_LE(test::log_excess({.alpha = alpha, .epsilon = budget.epsilon}, budget.delta), 0);
    EXPECT_GT(test::log_excess({.alpha = alpha * (1 + 2e-12), .epsilon = budget.epsilon}, budget.delta), 0);
  }
}

TEST(ExactAccountant, EpsilonAndDeltaAreFromAboveWhenRecheckedWith100Digits) {
  RandomPoints points(2);
  for (int k = 0; k < 400; ++k) {
    const double alpha = points.log_uniform({1e-12, 1400}), delta = points.log_uniform({1e-300, 0.5});
    const double epsilon = epsilon_of(Accountant::exact, {.alpha = alpha, .delta = delta});
    EXPECT_LE(test::log_excess({.alpha = alpha, .epsilon = epsilon}, delta), 0) << alpha << " " << delta;
    if (epsilon > 1e-12) {
      EXPECT_GT(test::log_excess({.alpha = alpha, .epsilon = epsilon * (1 - 1e-9)}, delta), 0) << alpha << " " << delta;
    }
    const double at_epsilon = points.log_uniform({1e-6, 700});
    const double given = delta_of(Accountant::exact, {.alpha = alpha, .epsilon = at_epsilon});
    if (given < 1e-300) continue;
    const double excess = test::log_excess({.alpha = alpha, .epsilon = at_epsilon}, given);
    EXPECT_LE(excess, 0) << alpha << " " << at_epsilon;
    EXPECT_GE(excess, -1e-9) << alpha << " " << at_epsilon;
  }
}

TEST(ExactAccountant, ASmallEpsilonOfALargerMuIsFromAboveToo) {
  RandomPoints points(6);
  for (int k = 0; k < 300; ++k) {
    const PrivacyBudget budget{points.log_uniform({1e-12, 1e-3}), points.log_uniform({1e-6, 0.5})};
    const double alpha = alpha_limit(Accountant::exact, budget) * (1 + points.uniform({0, 1e-9}));
    const double epsilon = epsilon_of(Accountant::exact, {.alpha = alpha, .delta = budget.delta});
    EXPECT_LE(test::log_excess({.alpha = alpha, .epsilon = epsilon}, budget.delta), 0) << alpha << " " << budget.delta;
  }
}

TEST(ExactAccountant, ADeltaNearOneIsKeptToo) {
  for (double epsilon : {1e-6, 1e-2, 1.0, 50.0})
    for (double distance = 0.4; distance > 1e-15; distance /= 7) {
      const PrivacyBudget budget{epsilon, 1 - distance};
      const double room = test::relative_distance_to_root(budget, alpha_limit(Accountant::exact, budget));
      EXPECT_GE(room, 0) << epsilon << " 1 - " << distance;
      EXPECT_LE(room, 1e-12) << epsilon << " 1 - " << distance;
    }
}

/// A budget, and how a run's cost is spread over rounds: one, equal ones, or costs of all sizes.
struct Case {
  PrivacyBudget budget;
  RoundShares shares;
};
std::vector<Case> many_cases(int count, std::uint64_t seed) {
  std::vector<Case> cases;
  RandomPoints points(seed);
  for (const PrivacyBudget& budget : many_budgets(count, seed)) {
    std::vector<double> costs(1 + points.below(6));
    for (double& cost : costs) cost = points.log_uniform({1e-3, 1});
    const RoundShares kinds[] = {RoundShares(), RoundShares(1 + points.below(100000)), RoundShares(costs)};
    cases.push_back({budget, kinds[points.below(3)]});
  }
  return cases;
}

/// From here on each allows at least as much as the one before.
constexpr Accountant in_order[] = {Accountant::paper, Accountant::root, Accountant::zcdp_bs, Accountant::zcdp_cks,
                                   Accountant::exact};

TEST(Accountants, AllowMoreFromPaperToRootToBunSteinkeToCanonneKamathSteinkeToExact) {
  for (const PrivacyBudget& budget : many_budgets(500, 3)) {
    const AlphaAtDelta spent{.alpha = alpha_limit(Accountant::root, budget), .delta = budget.delta};
    const AlphaAtEpsilon at{.alpha = spent.alpha, .epsilon = budget.epsilon};
    for (std::size_t k = 1; k < std::size(in_order); ++k) {
      const Accountant before = in_order[k - 1], after = in_order[k];
      EXPECT_LE(alpha_limit(before, budget), alpha_limit(after, budget)) << budget.epsilon << " " << budget.delta;
      EXPECT_GE(epsilon_of(before, spent), epsilon_of(after, spent)) << budget.epsilon << " " << budget.delta;
      EXPECT_GE(delta_of(before, at), delta_of(after, at)) << budget.epsilon << " " << budget.delta;
    }
    EXPECT_LT(alpha_limit(Accountant::zcdp_bs, budget), alpha_limit(Accountant::zcdp_cks, budget));
    EXPECT_LT(alpha_limit(Accountant::zcdp_cks, budget), alpha_limit(Accountant::exact, budget));
  }
}

TEST(Accountants, NoCompositionAllowsMoreThanTheExactCurve) {
  for (const auto& [budget, shares] : many_cases(40, 7))
    for (Accountant accountant : {Accountant::basic, Accountant::advanced}) {
      const double alpha = alpha_limit(accountant, budget, shares);
      EXPECT_LE(alpha, alpha_limit(Accountant::exact, budget)) << budget.epsilon << " " << budget.delta;
      if (alpha == 0) continue;
      EXPECT_GE(epsilon_of(accountant, {alpha, budget.delta}, shares),
                epsilon_of(Accountant::exact, {alpha, budget.delta}));
      EXPECT_GE(delta_of(accountant, {alpha, budget.epsilon}, shares),
                delta_of(Accountant::exact, {alpha, budget.epsilon}));
    }
}

TEST(Accountants, CompositionFallsBelowTheorem1AsRoundsGrow) {
  const PrivacyBudget budget{4, 1e-3};
  const double paper = alpha_limit(Accountant::paper, budget);
  EXPECT_GT(alpha_limit(Accountant::basic, budget), paper) << "one round is the curve itself";
  for (Accountant accountant : {Accountant::basic, Accountant::advanced}) {
    double before = alpha_limit(accountant, budget, RoundShares(10));
    for (std::uint64_t rounds : {100, 1000, 10000}) {
      const double alpha = alpha_limit(accountant, budget, RoundShares(rounds));
      EXPECT_LT(alpha, paper);
      EXPECT_LT(alpha, before);
      before = alpha;
    }
  }
}

TEST(Accountants, BunSteinkeIsTheRootOfTheProofWithAOneSidedTail) {
  for (const PrivacyBudget& budget : many_budgets(200, 8)) {
    const double alpha = alpha_limit(Accountant::zcdp_bs, budget), l = -std::log(budget.delta);
    const double distance = budget.epsilon - alpha / 2;  // (eps - alpha/2)^2 = 2 alpha ln(1/delta), the smaller root
    EXPECT_GT(distance, 0);
    EXPECT_NEAR(distance * distance / (2 * alpha * l), 1, 1e-11);
    const double rho = std::pow(std::sqrt(budget.epsilon + l) - std::sqrt(l), 2);
    if (budget.epsilon > 1e-3 * l) {  // this form cancels where epsilon is small
      EXPECT_NEAR(alpha / 2 / rho, 1, 1e-9);
    }
  }
}

TEST(Accountants, GrowWithEpsilonAndWithDelta) {
  for (const auto& [budget, shares] : many_cases(15, 4))
    for (Accountant accountant : all_accountants) {
      const double alpha = alpha_limit(accountant, budget, shares);
      EXPECT_LT(alpha, alpha_limit(accountant, {budget.epsilon * 1.01, budget.delta}, shares));
      EXPECT_LT(alpha, alpha_limit(accountant, {budget.epsilon, budget.delta * 1.01}, shares));
      EXPECT_LE(epsilon_of(accountant, {alpha, budget.delta}, shares),
                epsilon_of(accountant, {alpha * 1.01, budget.delta}, shares));
      EXPECT_LE(delta_of(accountant, {alpha, budget.epsilon}, shares),
                delta_of(accountant, {alpha * 1.01, budget.epsilon}, shares));
      EXPECT_GE(delta_of(accountant, {alpha, budget.epsilon}, shares),
                delta_of(accountant, {alpha, budget.epsilon * 1.01}, shares));
    }
}

TEST(Accountants, ComeBackToTheBudgetTheyStartedFrom) {
  for (const auto& [budget, shares] : many_cases(40, 5))
    for (Accountant accountant : all_accountants) {
      const double alpha = alpha_limit(accountant, budget, shares);
      const double epsilon = epsilon_of(accountant, {.alpha = alpha, .delta = budget.delta}, shares);
      const double delta = delta_of(accountant, {.alpha = alpha, .epsilon = budget.epsilon}, shares);
      // Towards delta(0) = delta the curve is flat in epsilon: what is lost there is an absolute error, in each round.
      EXPECT_NEAR(epsilon, budget.epsilon, 1e-11 * (budget.epsilon + alpha + std::sqrt(alpha * shares.rounds()) * 10))
          << name_of(accountant) << " " << budget.epsilon << " " << budget.delta;
      EXPECT_NEAR(std::log(delta), std::log(budget.delta), 1e-9) << name_of(accountant);
      if (!(epsilon > 0)) continue;
      EXPECT_NEAR(alpha_limit(accountant, {epsilon, budget.delta}, shares) / alpha, 1, 1e-9) << name_of(accountant);
      EXPECT_NEAR(alpha_limit(accountant, {budget.epsilon, delta}, shares) / alpha, 1, 1e-9) << name_of(accountant);
    }
}

TEST(Accountants, AreOnTheSafeSideAndTightWhenJudgedWith100Digits) {
  RandomPoints points(9);
  for (const PrivacyBudget& budget : many_budgets(5, 9))
    for (Accountant accountant : all_accountants) {
      const auto rounds = static_cast<unsigned>(1 + points.below(1000));
      const RoundShares shares(rounds);
      const auto excess = [&](double alpha, PrivacyBudget at) {
        return test::log_excess(test::Promise{accountant, at, alpha, rounds});
      };
      const double alpha = alpha_limit(accountant, budget, shares);
      EXPECT_LE(excess(alpha, budget), 0) << name_of(accountant) << " " << budget.epsilon << " " << budget.delta;
      EXPECT_GT(excess(alpha * (1 + 1e-11), budget), 0) << name_of(accountant) << " " << budget.epsilon;
      const double some = alpha * points.log_uniform({0.1, 2});
      const double epsilon = epsilon_of(accountant, {.alpha = some, .delta = budget.delta}, shares);
      if (std::isfinite(epsilon) && epsilon > 0) {
        EXPECT_LE(excess(some, {epsilon, budget.delta}), 0) << name_of(accountant) << " " << some;
      }
      const double delta = delta_of(accountant, {.alpha = some, .epsilon = budget.epsilon}, shares);
      if (delta < 1 && delta > 1e-300) {
        EXPECT_LE(excess(some, {budget.epsilon, delta}), 0) << name_of(accountant) << " " << some;
        EXPECT_GT(excess(some, {budget.epsilon, delta * (1 - 1e-8)}), 0) << name_of(accountant) << " " << some;
      }
    }
}

TEST(Accountants, RefuseEveryBudgetThatPromisesNothing) {
  const double nan = std::numeric_limits<double>::quiet_NaN(), inf = std::numeric_limits<double>::infinity();
  for (Accountant accountant : all_accountants) {
    for (double bad : {0.0, -1.0, nan, inf, -inf}) EXPECT_THROW(alpha_limit(accountant, {bad, 1e-3}), InvalidInput);
    for (double bad : {0.0, -1.0, 1.0, 2.0, nan, inf}) {
      EXPECT_THROW(alpha_limit(accountant, {1.0, bad}), InvalidInput);
      EXPECT_THROW(epsilon_of(accountant, {.alpha = 1, .delta = bad}), InvalidInput);
    }
    for (double bad : {-1.0, nan, inf}) {
      EXPECT_THROW(epsilon_of(accountant, {.alpha = bad, .delta = 0.1}), InvalidInput);
      EXPECT_THROW(delta_of(accountant, {.alpha = bad, .epsilon = 1}), InvalidInput);
      EXPECT_THROW(delta_of(accountant, {.alpha = 1, .epsilon = bad}), InvalidInput);
    }
    EXPECT_EQ(epsilon_of(accountant, {.alpha = 0, .delta = 0.1}), 0);
    EXPECT_EQ(delta_of(accountant, {.alpha = 0, .epsilon = 1}), 0);
  }
}

TEST(Accountants, HaveNamesThatDiffer) {
  std::set<std::string_view> names;
  for (Accountant accountant : all_accountants) names.insert(name_of(accountant));
  EXPECT_EQ(names, (std::set<std::string_view>{"basic", "advanced", "paper", "root", "zcdp-bs", "zcdp-cks", "exact"}));
}

TEST(Budget, BothFaultsAreReportedAtOnceWithFieldValueAndRule) {
  try {
    check(PrivacyBudget{-1, 2});
    FAIL();
  } catch (const InvalidInput& refused) {
    ASSERT_EQ(refused.faults().size(), 2u);
    EXPECT_EQ(refused.faults()[0].field, "privacy.epsilon");
    EXPECT_EQ(refused.faults()[0].value, "-1");
    EXPECT_EQ(refused.faults()[1].rule, "must lie strictly between 0 and 1");
  }
}

TEST(Budget, ADeltaThatOneRandomRecordWouldKeepIsWarnedOf) {
  EXPECT_FALSE(weak_delta_warning({4, 1e-3}, 1000).empty());
  EXPECT_NE(weak_delta_warning({4, 1e-3}, 1000).find("1e-06"), std::string::npos);
  EXPECT_TRUE(weak_delta_warning({4, 9e-4}, 1000).empty());
}

}  // namespace
}  // namespace sotto
