// SPDX-License-Identifier: MIT
// Clipping and summing in integers: the bound on one record holds exactly, whatever doubles come in.
#include "sotto/problem/quantised_sum.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <limits>

#include "sotto/input/invalid_input.hpp"
#include "sotto/random/wide_integer.hpp"
#include "support/random_points.hpp"

namespace sotto {
namespace {

Uint128 squared_norm(std::span<const std::int64_t> v) {
  Uint128 sum = 0;
  for (const std::int64_t x : v) sum += static_cast<Uint128>(static_cast<Int128>(x) * x);
  return sum;
}

TEST(RecordClip, IsAPowerOfTwoAndAnIntegerThatNeverExceedTheNorm) {
  test::RandomPoints points(1);
  for (int k = 0; k < 2000; ++k) {
    const double norm = points.log_uniform({1e-200, 1e200});
    const RecordClip clip = RecordClip::to_norm(norm);
    int exponent = 0;
    EXPECT_EQ(std::frexp(clip.unit(), &exponent), 0.5);
    EXPECT_LE(static_cast<double>(clip.bound()) * clip.unit(), norm);
    EXPECT_GE(static_cast<double>(clip.bound()) * clip.unit(), norm * (1 - 0x1p-30));
    EXPECT_GE(clip.bound(), std::uint64_t{1} << 30);
    EXPECT_LE(clip.bound(), std::uint64_t{1} << 31);
  }
}

TEST(RecordClip, RefusesANormThatBoundsNothing) {
  for (const double norm : {0.0, -1.0, std::nan(""), HUGE_VAL, -HUGE_VAL, 5e-324, 1e308})
    EXPECT_THROW(RecordClip::to_norm(norm), InvalidInput) << norm;
}

TEST(Quantise, StepsBackWhereDoublesCannotSeeThatTheBoundIsPassed) {
  // ||(B, 1)||^2 = B^2 + 1: as a double its norm is B, so that no factor below 1 is found.
  for (const double norm : {1.0, 1.5, 3e-7, 1.999e9}) {
    const RecordClip clip = RecordClip::to_norm(norm);
    const auto bound = static_cast<std::int64_t>(clip.bound());
    for (const int sign : {1, -1}) {
      const std::vector<double> gradient{sign * static_cast<double>(bound) * clip.unit(), clip.unit(), 0};
      std::vector<std::int64_t> q(3);
      quantise(gradient, clip, q);
      EXPECT_LE(squared_norm(q), static_cast<Uint128>(clip.bound()) * clip.bound());
      EXPECT_EQ(q, (std::vector<std::int64_t>{sign * (bound - 1), 0, 0}));
    }
  }
}

TEST(Quantise, KeepsTheDirectionOfAGradientThatIsLongerByTheWholeRangeOfDoubles) {
  for (const double norm : {1e-250, 1e-12, 1.0}) {  // norm / 1e308 is no double, or one of a few bits
    const RecordClip clip = RecordClip::to_norm(norm);
    const std::vector<double> gradient{1e308, -0.37e308, 0.5e308};
    std::vector<std::int64_t> q(3);
    quantise(gradient, clip, q);
    const double length = std::sqrt(1 + 0.37 * 0.37 + 0.25), bound = static_cast<double>(clip.bound());
    EXPECT_NEAR(static_cast<double>(q[0]), bound / length, 3);
    EXPECT_NEAR(static_cast<double>(q[1]), -0.37 * bound / length, 3);
    EXPECT_NEAR(static_cast<double>(q[2]), 0.5 * bound / length, 3);
  }
}

TEST(Quantise, RoundsTowardZeroAndNeverExceedsTheBound) {
  test::RandomPoints points(2);
  for (int k = 0; k < 4000; ++k) {
    const std::size_t p = 1 + points.below(12);
    const double norm = points.log_uniform({1e-6, 1e6});
    const RecordClip clip = RecordClip::to_norm(norm);
    std::vector<double> gradient = points.gaussian_vector(p);
    const double scale = points.log_uniform({1e-3, 1e3}) * norm;
    for (double& g : gradient) g *= scale;
    std::vector<std::int64_t> q(p);
    quantise(gradient, clip, q);
    EXPECT_LE(squared_norm(q), static_cast<Uint128>(clip.bound()) * clip.bound());
    double length = 0;
    for (const double g : gradient) length = std::hypot(length, g);
    const double factor = std::min(1.0, norm / length);
    for (std::size_t c = 0; c < p; ++c) {
      const double value = static_cast<double>(q[c]) * clip.unit();
      EXPECT_LE(std::abs(value), std::abs(gradient[c]));
      EXPECT_GE(value * gradient[c], 0);  // never across zero
      EXPECT_NEAR(value, gradient[c] * factor, 2.1 * clip.unit());
    }
  }
}

TEST(Quantise, KeepsTheBoundOnItsVeryEdge) {
  test::RandomPoints points(3);
  bool reached = false;
  for (int k = 0; k < 20000; ++k) {  // directions whose clipped norm is B up to the rounding of doubles
    const std::size_t p = 1 + points.below(4);
    const RecordClip clip = RecordClip::to_norm(points.uniform({1, 2}));
    std::vector<double> gradient = points.gaussian_vector(p);
    for (double& g : gradient) g *= 0x1p40;
    std::vector<std::int64_t> q(p);
    quantise(gradient, clip, q);
    ASSERT_LE(squared_norm(q), static_cast<Uint128>(clip.bound()) * clip.bound());
    reached = reached || squared_norm(q) == static_cast<Uint128>(clip.bound()) * clip.bound();
  }
  EXPECT_TRUE(reached);
}

TEST(Quantise, CountsWhatIsNotFiniteAsNothingAndSurvivesTheEndsOfDoubles) {
  const double nan = std::nan(""), inf = HUGE_VAL, most = std::numeric_limits<double>::max(), least = 5e-324;
  const RecordClip clip = RecordClip::to_norm(3);
  for (const std::vector<double>& bad : {std::vector<double>{nan, 1}, {inf, 1}, {1, -inf}, {nan, inf}}) {
    std::vector<std::int64_t> q{7, 7};
    quantise(bad, clip, q);
    EXPECT_EQ(q, (std::vector<std::int64_t>{0, 0}));
  }
  for (const std::vector<double>& extreme :
       {std::vector<double>{most, most}, {-most, least}, {least, -least}, {0, -0.0}}) {
    std::vector<std::int64_t> q{7, 7};
    quantise(extreme, clip, q);
    EXPECT_LE(squared_norm(q), static_cast<Uint128>(clip.bound()) * clip.bound());
    EXPECT_TRUE(extreme[0] != most || squared_norm(q) > static_cast<Uint128>(clip.bound() - 3) * clip.bound());
  }
  quantise({}, clip, {});
}

TEST(QuantisedSum, IsTheExactSumInAnyOrderAndMovesByAtMostTwiceTheBound) {
  test::RandomPoints points(4);
  const RecordClip clip = RecordClip::to_norm(5);
  for (int k = 0; k < 200; ++k) {
    std::vector<std::vector<double>> records;
    for (int r = 0; r < 20; ++r) {
      records.push_back(points.gaussian_vector(3));
      for (double& v : records.back()) v *= 4;
    }
    QuantisedSum forward(3, clip), backward(3, clip), neighbour(3, clip);
    for (const auto& record : records) forward.add(record);
    for (auto record = records.rbegin(); record != records.rend(); ++record) backward.add(*record);
    records[points.below(20)] = {1e300 * points.gaussian(), -1e300, std::nan("")};
    for (const auto& record : records) neighbour.add(record);
    std::vector<std::int64_t> difference(3);
    for (int c = 0; c < 3; ++c) {
      EXPECT_EQ(forward.values()[c], backward.values()[c]);
      difference[c] = forward.values()[c] - neighbour.values()[c];
    }
    EXPECT_LE(squared_norm(difference), static_cast<Uint128>(4) * clip.bound() * clip.bound());
    forward.clear();
    for (int c = 0; c < 3; ++c) EXPECT_EQ(forward.values()[c], 0);
  }
}

/// Short gradients and those that are clipped: the norm is that of all numbers together, wherever they stand.
TEST(QuantisedSum, OfASparseGradientIsThatOfTheSameDenseOneBitForBit) {
  test::RandomPoints points(5);
  const RecordClip clip = RecordClip::to_norm(5);
  bool clipped = false;
  for (int k = 0; k < 2000; ++k) {
    constexpr std::size_t p = 9;
    const double scale = points.log_uniform({1e-3, 1e6});
    std::vector<std::uint32_t> columns;
    std::vector<double> values, dense(p, 0.0);
    for (std::uint32_t c = 0; c < p; ++c) {
      if (points.below(2) == 0) continue;
      columns.push_back(c);
      values.push_back(scale * points.gaussian());
      dense[c] = values.back();
    }
    QuantisedSum sparse_sum(p, clip), dense_sum(p, clip);
    sparse_sum.add(SparseSpan{columns, values});
    dense_sum.add(dense);
    ASSERT_TRUE(std::ranges::equal(sparse_sum.values(), dense_sum.values())) << k;
    ASSERT_LE(squared_norm(sparse_sum.values()), static_cast<Uint128>(clip.bound()) * clip.bound());
    clipped = clipped || (values.size() > 1 && scale > 1e3);
  }
  EXPECT_TRUE(clipped);
}

}  // namespace
}  // namespace sotto
