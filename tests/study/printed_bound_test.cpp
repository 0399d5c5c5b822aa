// SPDX-License-Identifier: MIT
// The experiment of one node: what it reports, and that threads and an interrupt do not change it.
#include "sotto/study/printed_bound.hpp"

#include <gtest/gtest.h>

#include <cmath>

#include "sotto/study/curve.hpp"

namespace sotto {
namespace {

const std::atomic<bool> nobody_interrupts{false};

std::vector<Observation> short_runs(unsigned threads, std::uint64_t seed) {
  return run_printed_bound(
      {.rounds = {1, 20}, .trials = 40, .seed = seed, .threads = threads}, [](std::uint32_t, std::uint32_t) {},
      nobody_interrupts);
}

TEST(PrintedBound, IsBelowFourUnitsAndTheCorrectedOneIsNot) {
  const Plan plan = OneNode::plan(800'000);
  const double unit = OneNode::unit(plan);
  EXPECT_NEAR(printed_theorem2(plan, OneNode::network()).sum() / unit, 2.81, 0.01);
  EXPECT_GT(corrected_theorem2(plan, OneNode::network()).sum() / unit, 4);
  EXPECT_LT(corrected_theorem2(plan, OneNode::network()).sum() / unit, 4.1);
}

TEST(PrintedBound, ReportsThreeSeriesAlongTheRounds) {
  const std::vector<Observation> seen = short_runs(1, 1);
  ASSERT_EQ(seen.size(), 6U);
  for (const char* series : {"measured", "Theorem 2 as printed", "Theorem 2, corrected"}) {
    const Curve curve = curve_of(seen, series, "error_in_units");
    ASSERT_EQ(curve.size(), 2U) << series;
    EXPECT_EQ(curve[0].x, 1) << series;
    EXPECT_EQ(curve[1].x, 20) << series;
    EXPECT_EQ(curve[0].standard_error > 0, false) << series;  // x(1) has heard no noise yet
  }
  EXPECT_EQ(seen[0].trials, 40U);
}

TEST(PrintedBound, MeasuresBeforeTheLastNoise) {
  // x(1) = -eta_1 grad f(0) = 0; and x(2) = (1 - c/2) Proj(n(1)), where the ball is never left by as much as 1e-9 of
  // the trials' mean: E||x(2)||^2 = (1 - c/2)^2 E||Proj n||^2 <= (1 - c/2)^2 p M_1^2.
  EXPECT_LT(curve_of(short_runs(1, 1), "measured", "error_in_units")[0].mean, 1e-20);
  const std::vector<Observation> two = run_printed_bound(
      {.rounds = {2}, .trials = 400, .seed = 1, .threads = 1}, [](std::uint32_t, std::uint32_t) {}, nobody_interrupts);
  const Plan plan = OneNode::plan(2);
  const double M = plan.noise_scale(1).standard_deviation(), unit = OneNode::unit(plan);
  const double without_ball = std::pow(1 - OneNode::c / 2, 2) * OneNode::dimension * M * M / unit;
  const double at_rim = std::pow(1 - OneNode::c / 2, 2) * OneNode::radius * OneNode::radius / unit;
  EXPECT_LE(two[0].mean, std::min(without_ball + 4 * *two[0].standard_error, at_rim));
  EXPECT_GT(two[0].mean, 0.8 * std::min(without_ball, at_rim));
}

TEST(PrintedBound, DependsOnTheSeedAndNotOnThreads) {
  EXPECT_EQ(short_runs(1, 1), short_runs(3, 1));
  EXPECT_NE(short_runs(1, 1), short_runs(1, 2));
}

TEST(PrintedBound, IsEmptyWhenItIsInterrupted) {
  const std::atomic<bool> at_once{true};
  EXPECT_TRUE(
      run_printed_bound(
          {.rounds = {1000}, .trials = 2, .seed = 1, .threads = 1}, [](std::uint32_t, std::uint32_t) {}, at_once)
          .empty());
}

}  // namespace
}  // namespace sotto
