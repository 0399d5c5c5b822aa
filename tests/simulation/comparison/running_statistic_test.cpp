// SPDX-License-Identifier: MIT
// Mean and standard error in one pass, in chunks and round by round, against the two-pass formula.
#include "sotto/simulation/observation/running_statistic.hpp"

#include <gtest/gtest.h>

#include "sotto/simulation/comparison/statistic_series.hpp"
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

RunningStatistic statistic_of(std::span<const double> values) {
  RunningStatistic statistic;
  for (const double value : values) statistic.add(value);
  return statistic;
}

/// As a comparison does it: chunks are added up and merged in order.
RunningStatistic in_chunks(std::span<const double> values, std::size_t chunk) {
  RunningStatistic merged;
  for (std::size_t k = 0; k < values.size(); k += chunk)
    merged.merge(statistic_of(values.subspan(k, std::min(chunk, values.size() - k))));
  return merged;
}

/// Relative to the spread, or to the mean where the mean's own digits are the limit.
void expect_near(const RunningStatistic& statistic, const std::vector<double>& values) {
  const TwoPass expected = two_pass(values);
  const double spread = expected.standard_error * std::sqrt(static_cast<double>(values.size()));
  EXPECT_EQ(statistic.count(), values.size());
  EXPECT_NEAR(statistic.mean(), expected.mean, 1e-12 * spread + 4e-16 * std::abs(expected.mean));
  EXPECT_NEAR(statistic.standard_error(), expected.standard_error, 1e-12 * expected.standard_error);
}

TEST(RunningStatistic, AgreesWithTheTwoPassFormulaAtOnceAndInChunks) {
  test::RandomPoints points(1);
  for (int k = 0; k < 50; ++k) {
    const double scale = points.log_uniform({1e-8, 1e8});
    std::vector<double> values;
    for (std::size_t size = 2 + points.below(500); values.size() < size;)
      values.push_back(scale * (1 + points.gaussian()));
    expect_near(statistic_of(values), values);
    for (const std::size_t chunk : {1U, 7U, 64U}) expect_near(in_chunks(values, chunk), values);
  }
}

TEST(RunningStatistic, KeepsItsDigitsWhenTheMeanIsATrillionTimesTheSpread) {
  test::RandomPoints points(2);
  for (const double offset : {1e6, -1e9, 1e12}) {
    std::vector<double> values;
    while (values.size() < 1000) values.push_back(offset + points.gaussian());
    expect_near(statistic_of(values), values);
    for (const std::size_t chunk : {1U, 7U, 64U}) {
      const RunningStatistic merged = in_chunks(values, chunk);
      const TwoPass expected = two_pass(values);
      // A mean is a double near the offset, and is rounded at every merger: some units of its last place.
      const double last_digits = 1e-12 + 1e-15 * std::abs(offset);
      EXPECT_NEAR(merged.mean(), expected.mean, last_digits);
      EXPECT_NEAR(merged.standard_error(), expected.standard_error, last_digits * expected.standard_error);
    }
  }
}

TEST(RunningStatistic, ValuesThatAreAllTheSameHaveNoSpreadHoweverTheyAreMerged) {
  const std::vector<double> values(200, 0.1);
  for (const std::size_t chunk : {1U, 7U, 64U, 200U}) {
    EXPECT_EQ(in_chunks(values, chunk).mean(), 0.1);
    EXPECT_EQ(in_chunks(values, chunk).standard_error(), 0);
  }
}

TEST(RunningStatistic, OneValueHasAMeanAndNoStandardError) {
  RunningStatistic statistic;
  EXPECT_EQ(statistic.count(), 0U);
  statistic.add(3.5);
  EXPECT_EQ(statistic.mean(), 3.5);
  EXPECT_EQ(statistic.standard_error(), 0);
}

TEST(RunningStatistic, AValueThatIsNotFiniteIsNotForgotten) {
  for (const double bad : {HUGE_VAL, -HUGE_VAL, std::nan("")})
    for (const std::vector<double>& values : {std::vector<double>{bad, 1, 2}, std::vector<double>{1, 2, bad}})
      for (const std::size_t chunk : {1U, 2U, 3U}) EXPECT_FALSE(std::isfinite(in_chunks(values, chunk).mean()));
}

/// A trial may end before another: the k-th statistic is over those that have a k-th value.
TEST(StatisticSeries, IsTheStatisticOfEachPlaceToTheLastBit) {
  test::RandomPoints points(3);
  StatisticSeries merged;
  std::vector<RunningStatistic> expected(40);
  for (int chunk = 0; chunk < 6; ++chunk) {
    StatisticSeries series;
    std::vector<RunningStatistic> of_chunk(expected.size());
    for (int trial = 0; trial < 20; ++trial) {
      std::vector<double> values;
      for (std::size_t size = 1 + points.below(expected.size()); values.size() < size;) {
        values.push_back(1e3 + points.gaussian());
        of_chunk[values.size() - 1].add(values.back());
      }
      series.add(values);
    }
    merged.merge(series);
    for (std::size_t k = 0; k < expected.size(); ++k) expected[k].merge(of_chunk[k]);
  }
  for (std::size_t k = 0; k < merged.size(); ++k) {
    EXPECT_EQ(merged[k].count(), expected[k].count());
    EXPECT_EQ(merged[k].mean(), expected[k].mean());
    EXPECT_EQ(merged[k].standard_error(), expected[k].standard_error());
  }
  EXPECT_GE(merged.size(), 35U);
}

}  // namespace
}  // namespace sotto
