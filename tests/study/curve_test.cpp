// SPDX-License-Identifier: MIT
// Slopes and differences against their closed forms.
#include "sotto/study/curve.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>

#include "study/some_reproduction.hpp"

namespace sotto::test {
namespace {

TEST(CurveOf, KeepsTheOrderOfTheTableAndTakesOneMetricOfOneSeries) {
  Observations all;
  add(all, "a", "error", {{1, 5, 0.5}, {10, 4, 0}});
  add(all, "a", "bound", {{1, 50, 0}});
  add(all, "b", "error", {{1, 7, 0.7}});
  const Curve curve = curve_of(all, "a", "error");
  ASSERT_EQ(curve.size(), 2U);
  EXPECT_EQ(curve[0].x, 1);
  EXPECT_EQ(curve[0].mean, 5);
  EXPECT_EQ(curve[0].standard_error, 0.5);
  EXPECT_EQ(curve[1].x, 10);
  EXPECT_EQ(curve[1].standard_error, 0);
  EXPECT_TRUE(curve_of(all, "b", "bound").empty());
}

TEST(Excess, IsTheDifferenceInItsOwnStandardErrors) {
  EXPECT_DOUBLE_EQ(excess({1, 10, 3}, {2, 5, 4}), 1);  // sqrt(9 + 16) = 5
  EXPECT_DOUBLE_EQ(excess({1, 5, 4}, {2, 10, 3}), -1);
  EXPECT_DOUBLE_EQ(excess({1, 10, 2}, {2, 5, 0}), 2.5);
}

TEST(Excess, OfNumbersWithoutDoubtIsNoneOrBeyondMeasure) {
  const double infinite = std::numeric_limits<double>::infinity();
  EXPECT_EQ(excess({1, 5, 0}, {2, 5, 0}), 0);
  EXPECT_EQ(excess({1, 6, 0}, {2, 5, 0}), infinite);
  EXPECT_EQ(excess({1, 5, 0}, {2, 6, 0}), -infinite);
}

TEST(LogSlope, OfAPowerIsItsExponentWhateverTheWeights) {
  Curve curve;
  for (const double x : {0.3, 1.0, 4.0, 9.0}) curve.push_back({x, 7 * std::pow(x, -1.7), 0.01 * x * std::pow(x, -1.7)});
  EXPECT_NEAR(log_slope(curve).value, -1.7, 1e-12);
}

TEST(LogSlope, OfTwoPointsHasTheStandardErrorOfADifference) {
  const Slope slope = log_slope({{1, 100, 3}, {std::exp(2.0), 10, 0.4}});
  EXPECT_NEAR(slope.value, std::log(0.1) / 2, 1e-12);
  EXPECT_NEAR(slope.standard_error, std::hypot(0.03, 0.04) / 2, 1e-12);
}

TEST(LogSlope, WithEqualWeightsIsOrdinaryLeastSquares) {
  // ln x = -1, 0, 1 and ln y = 1, 0, 5: the slope is sum x y / sum x^2 = 4/2, its standard error s/sqrt(2).
  const double s = 0.02;
  Curve curve;
  for (const auto& [x, y] : {std::pair{-1.0, 1.0}, std::pair{0.0, 0.0}, std::pair{1.0, 5.0}})
    curve.push_back({std::exp(x), std::exp(y), s * std::exp(y)});
  EXPECT_NEAR(log_slope(curve).value, 2, 1e-12);
  EXPECT_NEAR(log_slope(curve).standard_error, s / std::sqrt(2.0), 1e-12);
}

TEST(LogSlope, HardlyHearsAPointThatIsHardlyKnown) {
  const Slope slope = log_slope({{1, 1, 1e-3}, {10, 0.1, 1e-4}, {100, 5, 500}});
  EXPECT_NEAR(slope.value, -1, 1e-3);
}

}  // namespace
}  // namespace sotto::test
