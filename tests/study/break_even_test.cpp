// SPDX-License-Identifier: MIT
// The epsilon from which joining beats staying alone.
#include <gtest/gtest.h>

#include <cmath>

#include "sotto/study/prediction_of.hpp"

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

}  // namespace
}  // namespace sotto
