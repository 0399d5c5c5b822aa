// SPDX-License-Identifier: MIT
// What others can provoke is said a number of times, and then at a rate.
#include <gtest/gtest.h>

#include "sotto/federation/runner/chronicle.hpp"

namespace sotto {
namespace {

using namespace std::chrono_literals;
const Allowance::Time begin = Allowance::Time() + 100h;

int taken(Allowance& allowance, Allowance::Time from, std::chrono::seconds step, int times) {
  int count = 0;
  for (int k = 0; k < times; ++k) count += allowance.take(from + k * step) ? 1 : 0;
  return count;
}

TEST(Allowance, TwentyAtOnceAndNoneMoreInThatMoment) {
  Allowance allowance;
  EXPECT_EQ(taken(allowance, begin, 0s, 1000), 20);
}

TEST(Allowance, ThenOneEveryThreeMinutesHoweverManyAreTried) {
  Allowance allowance;
  taken(allowance, begin, 0s, 100);
  EXPECT_EQ(taken(allowance, begin + 1s, 1s, 3600), 20) << "in an hour";
}

TEST(Allowance, SaysHowManyWereLeftOut) {
  Allowance allowance;
  EXPECT_EQ(allowance.take(begin), 0u);
  taken(allowance, begin, 0s, 19 + 7);
  EXPECT_EQ(allowance.take(begin + 3min), 7u);
  EXPECT_EQ(allowance.take(begin + 6min), 0u);
}

TEST(Allowance, GrowsToTwentyAgainAndNoFurther) {
  Allowance allowance;
  taken(allowance, begin, 0s, 100);
  EXPECT_EQ(taken(allowance, begin + 1000h, 0s, 100), 20);
}

}  // namespace
}  // namespace sotto
