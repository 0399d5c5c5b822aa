// SPDX-License-Identifier: MIT
// No number makes an accountant crash, hang, answer NaN or allow more than the exact curve.
#include <gtest/gtest.h>

#include <cmath>
#include <limits>
#include <optional>

#include "sotto/privacy/cost.hpp"
#include "sotto/privacy/for_comparison.hpp"

namespace sotto {
namespace {

constexpr double inf = std::numeric_limits<double>::infinity();
constexpr double nasty[] = {std::numeric_limits<double>::quiet_NaN(),
                            inf,
                            -inf,
                            -1,
                            -5e-324,
                            0,
                            5e-324,
                            1e-310,
                            2.3e-308,
                            1e-200,
                            1e-100,
                            1e-16,
                            1e-3,
                            0.5,
                            1 - 0x1p-53,
                            1,
                            1 + 0x1p-52,
                            700,
                            1e5,
                            1e16,
                            1e154,
                            1e300,
                            1.7e308};

/// What it answers, or nothing when it refuses. Any other exception fails the test.
template <class Ask>
std::optional<double> answer(Ask ask) {
  try {
    return ask();
  } catch (const InvalidInput&) {
    return std::nullopt;
  }
}

TEST(NastyNumbers, AreRefusedOrAnsweredOnTheSafeSide) {
  const RoundShares many(1'000'000);
  int answered = 0;
  for (const double x : nasty)
    for (const double y : nasty)
      for (const Accountant accountant : all_accountants)
        for (const RoundShares& shares : {RoundShares(), many}) {
          if (accountant >= Accountant::paper && shares.rounds() > 1) continue;  // rounds do not matter to it
          if (const auto alpha = answer([&] { return alpha_limit(accountant, {x, y}, shares); })) {
            EXPECT_TRUE(x > 0 && y > 0 && y < 1 && x < inf);
            EXPECT_TRUE(*alpha >= 0 && *alpha < inf) << name_of(accountant) << " " << x << " " << y;
            if (const auto exact = answer([&] { return alpha_limit(Accountant::exact, {x, y}); })) {
              EXPECT_LE(*alpha, *exact * (1 + 1e-12)) << name_of(accountant) << " " << x << " " << y;
            }
            ++answered;
          }
          if (const auto epsilon = answer([&] { return epsilon_of(accountant, {x, y}, shares); })) {
            EXPECT_TRUE(x >= 0 && y > 0 && y < 1 && x < inf);
            EXPECT_GE(*epsilon, epsilon_of(Accountant::exact, {x, y}) * (1 - 1e-12))
                << name_of(accountant) << " " << x << " " << y;
          }
          if (const auto delta = answer([&] { return delta_of(accountant, {x, y}, shares); })) {
            EXPECT_TRUE(x >= 0 && y >= 0 && x < inf && y < inf);
            EXPECT_LE(*delta, 1);
            EXPECT_GE(*delta, delta_of(Accountant::exact, {x, y}) * (1 - 1e-9) - 1e-320)
                << name_of(accountant) << " " << x << " " << y;
          }
        }
  EXPECT_GT(answered, 300);
}

TEST(NastyNumbers, InACostAreRefusedOrAnsweredToo) {
  for (const double x : nasty)
    for (const double y : nasty)
      for (const double z : {1e-310, 1e-9, 0.5})
        for (const Accountant accountant : {Accountant::exact, Accountant::advanced, Accountant::zcdp_cks}) {
          const Cost cost{.alpha = x, .total_variation = y};
          if (const auto alpha = answer([&] { return alpha_limit(accountant, {x, z}, y); })) {
            EXPECT_TRUE(*alpha >= 0 && *alpha < inf);
          }
          if (const auto epsilon = answer([&] { return epsilon_of(accountant, cost, z); })) {
            EXPECT_GE(*epsilon, 0);
          }
          if (const auto delta = answer([&] { return delta_of(accountant, cost, z); })) {
            EXPECT_TRUE(*delta >= 0 && *delta <= 1);
          }
        }
}

TEST(NastyNumbers, InAComparisonAreRefusedOrAnsweredToo) {
  for (const double x : nasty)
    for (const double y : nasty) {
      const auto all_fine = answer([&] {
        double fine = 1;
        for (const ComparisonValue& value : for_comparison({x, y}, RoundShares(1000)))
          fine = value.alpha >= 0 && value.alpha < inf && !std::isnan(value.round_epsilon) ? fine : 0;
        return fine;
      });
      EXPECT_TRUE(!all_fine || *all_fine == 1) << x << " " << y;
    }
}

TEST(Comparison, TheClassicFormulaIsBelowTheCurveWhereverItIsCalledAGuarantee) {
  for (double epsilon : {1e-6, 1e-3, 0.3, 0.999, 1.0, 8.0, 40.0})
    for (double delta : {1e-300, 1e-9, 1e-3, 0.5, 0.99})
      for (const ComparisonValue& value : for_comparison({epsilon, delta}, RoundShares(20))) {
        if (value.guarantee) {
          EXPECT_LE(value.alpha, alpha_limit(Accountant::exact, {epsilon, delta})) << value.name << " " << epsilon;
        }
        if (value.name == "classic-one-shot") {
          EXPECT_EQ(value.guarantee, epsilon < 1);
        }
      }
  const auto values = for_comparison({8, 1e-3}, RoundShares());  // E7: the formula is not private here
  EXPECT_GT(values[2].alpha, alpha_limit(Accountant::exact, {8, 1e-3}));
}

}  // namespace
}  // namespace sotto
