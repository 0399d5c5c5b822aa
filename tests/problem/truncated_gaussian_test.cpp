// SPDX-License-Identifier: MIT
// The paper's synthetic records: inside the box, distributed as claimed, a function of seed, trial and node.
#include "sotto/problem/truncated_gaussian.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

#include "sotto/input/invalid_input.hpp"

namespace sotto {
namespace {

double Phi(double x) {
  return 0.5 * std::erfc(-x / std::sqrt(2.0));
}

/// Kolmogorov-Smirnov statistic times sqrt(n) against the truncated normal; 2.2 is exceeded with probability 1.3e-4.
double misfit(const TruncatedGaussian& d, double claimed_mean) {
  Records records = draw_records(d, {.seed = 5, .trial = 1, .node = 2, .record_count = 20000});
  std::sort(records.values.begin(), records.values.end());
  const auto n = static_cast<double>(records.values.size());
  const double below = Phi(-d.radius - claimed_mean), above = Phi(d.radius - claimed_mean);
  double gap = 0;
  for (std::size_t k = 0; k < records.values.size(); ++k) {
    const double expected = (Phi(records.values[k] - claimed_mean) - below) / (above - below);
    gap = std::max(
        {gap, std::abs(expected - static_cast<double>(k) / n), std::abs(expected - static_cast<double>(k + 1) / n)});
  }
  return gap * std::sqrt(n);
}

TEST(TruncatedGaussian, HasTheDistributionClaimedAndAShiftIsNoticed) {
  for (const TruncatedGaussian& d : {TruncatedGaussian{.dimension = 2, .mean = 7, .radius = 10},
                                     TruncatedGaussian{.dimension = 3, .mean = 1.2, .radius = 1.5},
                                     TruncatedGaussian{.dimension = 2, .mean = -0.4, .radius = 0.5}}) {
    EXPECT_LT(misfit(d, d.mean), 2.2) << d.radius;
    EXPECT_GT(misfit(d, d.mean + 0.2), 2.2) << d.radius;
  }
}

TEST(TruncatedGaussian, EveryRecordIsInsideEvenForATinyBox) {
  for (double radius : {1e-9, 0.01, 1.0, 100.0})
    for (double v : draw_records({.dimension = 4, .mean = radius, .radius = radius}, {1, 0, 0, 500}).values)
      ASSERT_LE(std::abs(v), radius);
}

TEST(TruncatedGaussian, IsAFunctionOfSeedTrialAndNode) {
  const TruncatedGaussian d{.dimension = 3, .mean = 0, .radius = 2};
  const auto base = draw_records(d, {1, 2, 3, 50}).values;
  EXPECT_EQ(base, draw_records(d, {1, 2, 3, 50}).values);
  EXPECT_NE(base, draw_records(d, {2, 2, 3, 50}).values);
  EXPECT_NE(base, draw_records(d, {1, 3, 3, 50}).values);
  EXPECT_NE(base, draw_records(d, {1, 2, 4, 50}).values);
  const auto longer = draw_records(d, {1, 2, 3, 60}).values;
  EXPECT_TRUE(std::equal(base.begin(), base.end(), longer.begin()));
}

TEST(TruncatedGaussian, AMeanOutsideTheBoxIsRefused) {
  EXPECT_THROW(draw_records({.dimension = 1, .mean = 3, .radius = 2}, {1, 0, 0, 1}), InvalidInput);
  EXPECT_THROW(draw_records({.dimension = 1, .mean = std::nan(""), .radius = 2}, {1, 0, 0, 1}), InvalidInput);
}

}  // namespace
}  // namespace sotto
