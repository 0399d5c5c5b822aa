// SPDX-License-Identifier: MIT
// The standard rules at their edges, and their words.
#include <gtest/gtest.h>

#include "sotto/settings/reader.hpp"

namespace sotto {
namespace {

TEST(Rules, EachRuleOfRealsHoldsAtItsEdges) {
  const auto holds = [](const RealRule& rule, double value) { return rule.holds(value); };
  EXPECT_TRUE(holds(positive_finite(), 5e-324) && !holds(positive_finite(), 0) && !holds(positive_finite(), -1));
  EXPECT_TRUE(holds(non_negative_finite(), 0) && !holds(non_negative_finite(), -5e-324));
  EXPECT_TRUE(!holds(probability_open(), 0) && !holds(probability_open(), 1) && holds(probability_open(), 0.5));
  EXPECT_TRUE(holds(within({1, 2}), 1) && holds(within({1, 2}), 2) && !holds(within({1, 2}), 2.1));
  EXPECT_TRUE(!holds(strictly_within({1, 2}), 1) && !holds(strictly_within({1, 2}), 2));
  for (const RealRule& rule : {any_finite(), positive_finite(), non_negative_finite(), probability_open(),
                               within({3, 9}), strictly_within({3, 9})})
    EXPECT_TRUE(rule.holds(rule.placeholder)) << rule.text;
}

TEST(Rules, ARangeSaysWhichEndsItHas) {
  EXPECT_EQ((IntegerRange{}.text()), "a whole number");
  EXPECT_EQ((IntegerRange{.least = 1}.text()), "a whole number >= 1");
  EXPECT_EQ((IntegerRange{.most = 5}.text()), "a whole number <= 5");
}

}  // namespace
}  // namespace sotto
