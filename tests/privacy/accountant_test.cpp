// SPDX-License-Identifier: MIT
// The accountants: reference values, the safe side re-checked with 100 digits, orderings, round trips, refusals.
#include "sotto/privacy/accountant.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <fstream>
#include <limits>
#include <sstream>

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

TEST(ExactAccountant, EqualsEveryReferenceValueAndNeverLiesAbove) {
  std::ifstream file(std::string(SOTTO_SOURCE_DIR) + "/tests/data/gaussian_calibration.csv");
  ASSERT_TRUE(file) << "tests/data is part of the repository";
  std::string line;
  std::getline(file, line);
  int rows = 0;
  for (; std::getline(file, line); ++rows) {
    std::istringstream cells(line);
    std::vector<double> cell;
    for (std::string text; std::getline(cells, text, ',');) cell.push_back(std::stod(text));
    const PrivacyBudget budget{cell[0], cell[1]};
    const double reference_digits = 1e-11;  // the file prints 12 digits; the next test has the true root for a ceiling
    EXPECT_NEAR(alpha_limit(Accountant::exact, budget) / cell[3], 1, 1e-9);
    EXPECT_LE(alpha_limit(Accountant::exact, budget), cell[3] * (1 + reference_digits));
    EXPECT_NEAR(alpha_limit(Accountant::paper, budget) / cell[4], 1, 1e-9);
    EXPECT_NEAR(alpha_limit(Accountant::root, budget) / cell[5], 1, 1e-9);
    EXPECT_NEAR(epsilon_of(Accountant::exact, {.alpha = cell[4], .delta = cell[1]}) / cell[22], 1, 1e-9);
    EXPECT_NEAR(delta_of(Accountant::exact, {.alpha = cell[4], .epsilon = cell[0]}) / cell[23], 1, 1e-8);
  }
  EXPECT_GE(rows, 12);
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

TEST(Accountants, AllowMoreFromPaperToRootToExact) {
  for (const PrivacyBudget& budget : many_budgets(2000, 3)) {
    const double paper = alpha_limit(Accountant::paper, budget), root = alpha_limit(Accountant::root, budget),
                 exact = alpha_limit(Accountant::exact, budget);
    EXPECT_LE(paper, root) << budget.epsilon << " " << budget.delta;
    EXPECT_LT(root, exact) << budget.epsilon << " " << budget.delta;
    const AlphaAtDelta spent{.alpha = paper, .delta = budget.delta};
    EXPECT_GE(epsilon_of(Accountant::paper, spent), epsilon_of(Accountant::root, spent));
    EXPECT_GE(epsilon_of(Accountant::root, spent), epsilon_of(Accountant::exact, spent));
    const AlphaAtEpsilon at{.alpha = paper, .epsilon = budget.epsilon};
    EXPECT_GE(delta_of(Accountant::paper, at), delta_of(Accountant::root, at));
    EXPECT_GE(delta_of(Accountant::root, at), delta_of(Accountant::exact, at));
  }
}

TEST(Accountants, GrowWithEpsilonAndWithDelta) {
  for (const PrivacyBudget& budget : many_budgets(300, 4))
    for (Accountant accountant : all_accountants) {
      const double alpha = alpha_limit(accountant, budget);
      EXPECT_LT(alpha, alpha_limit(accountant, {budget.epsilon * 1.01, budget.delta}));
      EXPECT_LT(alpha, alpha_limit(accountant, {budget.epsilon, budget.delta * 1.01}));
    }
}

TEST(Accountants, ComeBackToTheBudgetTheyStartedFrom) {
  for (const PrivacyBudget& budget : many_budgets(300, 5))
    for (Accountant accountant : all_accountants) {
      const double alpha = alpha_limit(accountant, budget);
      const double epsilon = epsilon_of(accountant, {.alpha = alpha, .delta = budget.delta});
      // Towards delta(0) = delta the curve is flat in epsilon: what is lost there is an absolute error.
      EXPECT_NEAR(epsilon, budget.epsilon, 1e-11 * (budget.epsilon + alpha)) << budget.epsilon << " " << budget.delta;
      EXPECT_NEAR(std::log(delta_of(accountant, {.alpha = alpha, .epsilon = budget.epsilon})), std::log(budget.delta),
                  1e-9);
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
