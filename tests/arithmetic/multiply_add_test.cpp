// SPDX-License-Identifier: MIT
// a x + b with one rounding, for every length and wherever the result goes.
#include "sotto/arithmetic/multiply_add.hpp"

#include <gtest/gtest.h>

#include <vector>

#include "sotto/random/uniform.hpp"

namespace sotto {
namespace {

TEST(MultiplyAdd, RoundsOnce) {
  const double a = 1 + 0x1p-30;  // a^2 = 1 + 2^-29 + 2^-60: rounded first, the last term is lost
  EXPECT_EQ(multiply_add(a, a, -1 - 0x1p-29), 0x1p-60);
  std::vector<double> out(7);
  multiply_add(a, std::vector<double>(7, a), std::vector<double>(7, -1 - 0x1p-29), out);
  EXPECT_EQ(out, std::vector<double>(7, 0x1p-60));
}

TEST(MultiplyAdd, GivesVectorsTheBitsOfNumbersForEveryLengthAndInPlace) {
  RandomSequence sequence(3, {});
  for (std::size_t size = 0; size <= 17; ++size) {
    std::vector<double> x(size), b(size), expected(size), out(size, -1.0);
    for (std::size_t k = 0; k < size; ++k) {
      x[k] = sequence.uniform() - 0.5;
      b[k] = sequence.uniform() - 0.5;
      expected[k] = multiply_add(0.3, x[k], b[k]);
    }
    multiply_add(0.3, x, b, out);
    EXPECT_EQ(out, expected) << size;
    std::vector<double> over_x = x, over_b = b;
    multiply_add(0.3, over_x, b, over_x);
    multiply_add(0.3, x, over_b, over_b);
    EXPECT_EQ(over_x, expected) << size;
    EXPECT_EQ(over_b, expected) << size;
  }
}

TEST(Extrapolate, GoesFromOneNumberBeyondAnotherWithTwoRoundingsForEveryLength) {
  RandomSequence sequence(7, {});
  for (std::size_t size = 0; size <= 17; ++size) {
    std::vector<double> from(size), to(size), expected(size);
    for (std::size_t k = 0; k < size; ++k) {
      from[k] = sequence.uniform() - 0.5;
      to[k] = sequence.uniform() - 0.5;
      expected[k] = multiply_add(1.7, to[k] - from[k], from[k]);
    }
    extrapolate(1.7, from, to);
    EXPECT_EQ(to, expected) << size;
  }
}

TEST(AddWeighted, AddsTermAfterTermWithOneRoundingEachForEveryLength) {
  RandomSequence sequence(5, {});
  const auto random = [&](std::size_t size) {
    std::vector<double> values(size);
    for (double& v : values) v = sequence.uniform() - 0.5;
    return values;
  };
  for (std::size_t size = 0; size <= 41; ++size) {
    const std::vector<double> weights = random(3), a = random(size), b = random(size), c = random(size);
    std::vector<double> sum = random(size), expected = sum;
    for (std::size_t k = 0; k < size; ++k)
      expected[k] =
          multiply_add(weights[2], c[k], multiply_add(weights[1], b[k], multiply_add(weights[0], a[k], expected[k])));
    add_weighted(weights, std::vector<const double*>{a.data(), b.data(), c.data()}, sum);
    EXPECT_EQ(sum, expected) << size;
  }
}

}  // namespace
}  // namespace sotto
