// SPDX-License-Identifier: MIT
// An account: what is asked is answered, what is compared is one promise, and curves fall.
#include "sotto/privacy/account.hpp"

#include <gtest/gtest.h>

#include <cmath>

namespace sotto {
namespace {

TEST(Account, ComparesThePromiseThatTheExactCurveCompletes) {
  const Cost cost{.alpha = 0.7};
  const Account at_delta = make_account({.cost = cost, .shares = {}, .delta = 1e-6, .epsilon = {}});
  ASSERT_TRUE(at_delta.promise);
  EXPECT_EQ(at_delta.promise->epsilon, epsilon_of(Accountant::exact, {.alpha = 0.7, .delta = 1e-6}));
  EXPECT_NEAR(*at_delta.lines.back().alpha_limit, 0.7, 1e-9) << "exact allows what was spent";
  EXPECT_FALSE(at_delta.lines.front().delta);
  const Account at_epsilon = make_account({.cost = cost, .shares = {}, .delta = {}, .epsilon = 2});
  EXPECT_EQ(at_epsilon.promise->delta, delta_of(Accountant::exact, {.alpha = 0.7, .epsilon = 2}));
  EXPECT_FALSE(at_epsilon.lines.front().epsilon);
}

TEST(Account, MakesNoPromiseWhereNothingIsPromised) {
  for (const AccountQuery& query : {AccountQuery{.cost = {.alpha = 1}, .shares = {}, .delta = {}, .epsilon = {}},
                                    AccountQuery{.cost = {.alpha = 1}, .shares = {}, .delta = {}, .epsilon = 0},
                                    AccountQuery{.cost = {.alpha = 0}, .shares = {}, .delta = 1e-6, .epsilon = {}},
                                    AccountQuery{.cost = {.alpha = 1e9}, .shares = {}, .delta = {}, .epsilon = 1}}) {
    const Account account = make_account(query);
    EXPECT_FALSE(account.promise);
    EXPECT_TRUE(account.comparison.empty());
    EXPECT_EQ(account.lines.size(), all_accountants.size());
    EXPECT_FALSE(account.lines.back().noise);
  }
}

TEST(Account, NoiseIsWhatEachNeedsRelativeToExact) {
  const Account account = make_account({.cost = {.alpha = 1}, .shares = RoundShares(100), .delta = 1e-6, .epsilon = 4});
  EXPECT_EQ(account.lines.back().noise, 1);
  for (const AccountLine& line : account.lines) {
    EXPECT_GE(*line.noise, 1) << name_of(line.accountant);
    EXPECT_NEAR(*line.noise * *line.noise * *line.alpha_limit, *account.lines.back().alpha_limit, 1e-12);
  }
}

TEST(Account, CurvesFallFromZeroToWhereTheorem1IsAlmostCertain) {
  for (const double alpha : {1e-6, 0.5, 40.0}) {
    const std::vector<CurvePoint> points =
        account_curves({.cost = {.alpha = alpha}, .shares = RoundShares(7), .delta = {}, .epsilon = {}});
    for (std::size_t k = 1; k < points.size(); ++k) {
      if (points[k].accountant != points[k - 1].accountant) {
        EXPECT_EQ(points[k].epsilon, 0);
      } else {
        EXPECT_GT(points[k].epsilon, points[k - 1].epsilon);
        EXPECT_LE(points[k].delta, points[k - 1].delta) << name_of(points[k].accountant) << " " << points[k].epsilon;
      }
      if (points[k].accountant == Accountant::paper && points[k].epsilon == points.back().epsilon) {
        EXPECT_NEAR(points[k].delta / 1e-12, 1, 1e-9);
      }
    }
  }
}

}  // namespace
}  // namespace sotto
