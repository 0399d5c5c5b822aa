// SPDX-License-Identifier: MIT
// The epsilon from which joining beats staying alone.
#include "sotto/study/break_even.hpp"

#include <gtest/gtest.h>

#include <cmath>

#include "sotto/privacy/accountant.hpp"

namespace sotto {
namespace {

TEST(BreakEven, IsExactWhereErrorFallsAsAPower) {
  std::vector<ErrorAt> joining;
  for (const double epsilon : {0.1, 0.7, 2.0, 9.0}) joining.push_back({epsilon, 3 / (epsilon * epsilon)});
  for (const double where : {0.3, 1.1, 5.0}) {
    const BreakEven found = break_even(joining, 3 / (where * where));
    ASSERT_TRUE(found.epsilon);
    EXPECT_NEAR(*found.epsilon, where, 1e-12 * where);
    EXPECT_FALSE(found.already_at_least);
  }
}

TEST(BreakEven, IsNothingWhereJoiningLosesAtTheLargest) {
  EXPECT_FALSE(break_even({{1, 0.2}, {2, 0.05}, {4, 0.3}}, 0.1).epsilon) << "a win that does not last is none";
}

TEST(BreakEven, IsBehindTheLastDefeat) {
  const BreakEven found = break_even({{1, 0.05}, {2, 0.2}, {4, 0.05}, {8, 0.01}}, 0.1);
  ASSERT_TRUE(found.epsilon);
  EXPECT_NEAR(*found.epsilon, std::sqrt(8.0), 1e-12) << "half way between 2 and 4 on logarithmic axes";
}

TEST(BreakEven, IsTheSmallestWhereJoiningAlwaysWins) {
  const BreakEven found = break_even({{0.1, 0.05}, {1, 0.01}}, 0.1);
  EXPECT_EQ(found.epsilon, 0.1);
  EXPECT_TRUE(found.already_at_least);
}

TEST(BreakEven, HoldsWhereAnErrorVanishes) {
  EXPECT_EQ(break_even({{1, 0.2}, {2, 0.0}}, 0.1).epsilon, 2.0);
}

/// CANCELLING.md, section 1: the paper's setting with N_i = 100 records, p = 10, R = 10, delta = 1e-3 at epsilon = 1.
TEST(NodesToPay, AreThoseOfTheTheory) {
  const double alpha = alpha_limit(Accountant::exact, PrivacyBudget{.epsilon = 1, .delta = 1e-3});
  const double noise_over_spread = 4000 / (100 * alpha);
  EXPECT_EQ(nodes_to_pay(noise_over_spread, 0), 267U);
  EXPECT_EQ(nodes_to_pay(noise_over_spread, 1), 18U);
}

TEST(NodesToPay, AreTheFewestThatDo) {
  for (const double x : {0.0, 0.5, 1.0, 6.0, 7.0, 1e3, 1e9})
    for (const std::uint32_t q : {1U, 2U, 10U}) {
      const auto pays = [&](double N) { return (N - 1) * (N - q) > x; };
      const auto nodes = static_cast<double>(nodes_to_pay(x, q));
      EXPECT_TRUE(pays(nodes)) << x << " " << q;
      EXPECT_TRUE(nodes == q + 2 || !pays(nodes - 1)) << x << " " << q;
    }
  EXPECT_EQ(nodes_to_pay(4, 0), 6U) << "N - 1 must be above it";
  EXPECT_EQ(nodes_to_pay(4.5, 0), 6U);
}

}  // namespace
}  // namespace sotto
