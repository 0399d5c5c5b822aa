// SPDX-License-Identifier: MIT
// Quantiles from buckets: within the stated accuracy of the sorted values, whatever the order and the grouping.
#include "sotto/simulation/comparison/quantiles.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <limits>

#include "support/random_points.hpp"

namespace sotto {
namespace {

constexpr double infinity = std::numeric_limits<double>::infinity();
constexpr std::array probabilities{0.001, 0.05, 0.25, 0.5, 0.75, 0.95, 0.999, 1.0};

/// The least value that is not exceeded by at least this share of all.
double sorted_quantile(std::vector<double> values, double probability) {
  std::sort(values.begin(), values.end());
  const double rank = std::ceil(probability * static_cast<double>(values.size()));
  return values[static_cast<std::size_t>(std::max(1.0, rank)) - 1];
}

TEST(Quantiles, AreWithinTheStatedAccuracyOfTheSortedValues) {
  test::RandomPoints points(1);
  for (int k = 0; k < 60; ++k) {
    const double scale = points.log_uniform({1e-300, 1e290});
    Quantiles quantiles;
    std::vector<double> values;
    for (std::size_t size = 1 + points.below(400); values.size() < size;) {
      values.push_back(scale * std::exp(3 * points.gaussian()));
      quantiles.add(values.back());
    }
    for (const double probability : probabilities) {
      const double expected = sorted_quantile(values, probability);
      EXPECT_NEAR(quantiles.at(probability), expected, Quantiles::relative_accuracy * expected);
    }
  }
}

TEST(Quantiles, AreWithinTheStatedAccuracyAtTheEdgesOfBuckets) {
  for (const double exponent : {-1021.0, -3.0, 0.0, 1.0, 1023.0})
    for (int step = 0; step < 128; ++step) {
      const double edge = std::exp2(exponent) * (1 + step / 128.0);
      for (const double value : {std::nextafter(edge, 0.0), edge, std::nextafter(edge, infinity)}) {
        Quantiles one;
        one.add(value);
        EXPECT_NEAR(one.at(0.5), value, Quantiles::relative_accuracy * value) << value;
      }
    }
}

TEST(Quantiles, MergedInAnyOrderAreTheSame) {
  test::RandomPoints points(2);
  std::vector<Quantiles> parts(5);
  Quantiles whole, forwards, backwards;
  for (int k = 0; k < 500; ++k) {
    const double value = points.log_uniform({1e-6, 1e3});
    parts[points.below(parts.size())].add(value);
    whole.add(value);
  }
  for (std::size_t k = 0; k < parts.size(); ++k) {
    forwards.merge(parts[k]);
    backwards.merge(parts[parts.size() - 1 - k]);
  }
  for (const double probability : probabilities) {
    EXPECT_EQ(forwards.at(probability), whole.at(probability));
    EXPECT_EQ(backwards.at(probability), whole.at(probability));
  }
  EXPECT_EQ(forwards.count(), 500U);
}

TEST(Quantiles, OfZerosAreZeroAndOfWhatIsNotFiniteInfinite) {
  Quantiles quantiles;
  EXPECT_EQ(quantiles.at(0.5), 0);
  for (int k = 0; k < 8; ++k) quantiles.add(0);
  quantiles.add(std::numeric_limits<double>::denorm_min());
  quantiles.add(1);
  EXPECT_EQ(quantiles.at(0.9), 0);
  EXPECT_GT(quantiles.at(0.95), 0.99);
  for (const double bad : {infinity, std::numeric_limits<double>::quiet_NaN()}) quantiles.add(bad);
  EXPECT_EQ(quantiles.at(0.5), 0);
  EXPECT_EQ(quantiles.at(0.95), infinity);
}

}  // namespace
}  // namespace sotto
