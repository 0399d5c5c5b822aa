// SPDX-License-Identifier: MIT
// Mean and standard error in one pass, against the two-pass formula.
#include "sotto/experiment/running_statistic.hpp"

#include <gtest/gtest.h>

#include "support/random_points.hpp"

namespace sotto {
namespace {

struct TwoPass {
  double mean, standard_error;
};

TwoPass two_pass(const std::vector<double>& values) {
  long double sum = 0, squares = 0;
  for (const double value : values) sum += value;
  const auto n = static_cast<long double>(values.size());
  const long double mean = sum / n;
  for (const double value : values) squares += (value - mean) * (value - mean);
  return {static_cast<double>(mean), static_cast<double>(std::sqrt(squares / (n - 1) / n))};
}

TEST(RunningStatistic, AgreesWithTheTwoPassFormula) {
  test::RandomPoints points(1);
  for (int k = 0; k < 50; ++k) {
    const double scale = points.log_uniform({1e-8, 1e8});
    std::vector<double> values;
    RunningStatistic statistic;
    for (std::size_t size = 2 + points.below(500); values.size() < size;) {
      values.push_back(scale * (1 + points.gaussian()));
      statistic.add(values.back());
    }
    const TwoPass expected = two_pass(values);
    EXPECT_EQ(statistic.count(), values.size());
    EXPECT_NEAR(statistic.mean(), expected.mean, 1e-12 * scale);
    EXPECT_NEAR(statistic.standard_error(), expected.standard_error, 1e-12 * scale);
  }
}

TEST(RunningStatistic, KeepsItsDigitsWhenTheMeanIsAMillionTimesTheSpread) {
  test::RandomPoints points(2);
  std::vector<double> values;
  RunningStatistic statistic;
  for (int k = 0; k < 1000; ++k) {
    values.push_back(1e6 + points.gaussian());
    statistic.add(values.back());
  }
  EXPECT_NEAR(statistic.standard_error(), two_pass(values).standard_error, 1e-8 * statistic.standard_error());
}

TEST(RunningStatistic, OneValueHasAMeanAndNoStandardError) {
  RunningStatistic statistic;
  EXPECT_EQ(statistic.count(), 0U);
  statistic.add(3.5);
  EXPECT_EQ(statistic.mean(), 3.5);
  EXPECT_EQ(statistic.standard_error(), 0);
}

}  // namespace
}  // namespace sotto
