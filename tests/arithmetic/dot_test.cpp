// SPDX-License-Identifier: MIT
// Scalar products: right, and the same bits whatever instructions the processor has.
#include "sotto/arithmetic/dot.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <vector>

namespace sotto {
namespace {

/// Numbers without a pattern that an order of additions could hide behind.
std::vector<double> numbers(std::size_t size, double seed) {
  std::vector<double> v(size);
  for (std::size_t k = 0; k < size; ++k) v[k] = std::sin(seed + 1.7 * static_cast<double>(k)) * std::pow(10, k % 5);
  return v;
}

/// The definition in dot.hpp, number by number.
double in_sixteen_lanes(const std::vector<double>& a, const std::vector<double>& b) {
  double sums[16] = {};
  for (std::size_t k = 0; k < a.size(); ++k) sums[k % 16] = std::fma(a[k], b[k], sums[k % 16]);
  for (std::size_t half = 8; half > 0; half /= 2)
    for (std::size_t k = 0; k < half; ++k) sums[k] += sums[k + half];
  return sums[0];
}

TEST(Dot, AddsInItsOrderForEveryLength) {
  for (std::size_t size = 0; size < 100; ++size) {
    const std::vector<double> a = numbers(size, 1), b = numbers(size, 2);
    EXPECT_EQ(dot(a, b), in_sixteen_lanes(a, b)) << size;
  }
}

TEST(Dot, OfASparseVectorIsThatOfTheDenseOneUpToRounding) {
  for (std::size_t size = 0; size < 40; ++size) {
    std::vector<std::uint32_t> columns;
    std::vector<double> dense(3 * size + 1), values = numbers(size, 3), b = numbers(dense.size(), 4);
    double magnitude = 0;
    for (std::size_t k = 0; k < size; ++k) {
      columns.push_back(static_cast<std::uint32_t>(3 * k + k % 2));
      dense[columns[k]] = values[k];
      magnitude += std::abs(values[k] * b[columns[k]]);
    }
    EXPECT_NEAR(dot(SparseSpan{columns, values}, b), dot(dense, b), 1e-15 * magnitude) << size;
  }
}

TEST(AddScaled, OfASparseVectorTouchesItsPlacesAlone) {
  const std::vector<std::uint32_t> columns{1, 3};
  const std::vector<double> values{2, -3};
  std::vector<double> sum{10, 20, 30, 40};
  add_scaled(0.5, SparseSpan{columns, values}, sum);
  EXPECT_EQ(sum, (std::vector<double>{10, 21, 30, 38.5}));
}

}  // namespace
}  // namespace sotto
