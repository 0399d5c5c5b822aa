// SPDX-License-Identifier: MIT
// Clipped rows keep their norm without a rounding to spare, whatever doubles come in.
#include <gtest/gtest.h>

#include <boost/multiprecision/cpp_bin_float.hpp>
#include <cmath>
#include <limits>
#include <vector>

#include "sotto/problem/norms.hpp"
#include "support/random_points.hpp"

namespace sotto {
namespace {

using Wide = boost::multiprecision::cpp_bin_float_100;

/// In 100 digits: squares of doubles are exact in it.
Wide squared_norm_of(const std::vector<double>& row) {
  Wide sum = 0;
  for (const double x : row) sum += Wide(x) * Wide(x);
  return sum;
}

TEST(ClipToNorm, LeavesNoRowLongerThanTheNormEvenInExactArithmetic) {
  test::RandomPoints points(1);
  for (int k = 0; k < 5000; ++k) {
    const double norm = k % 10 == 0 ? points.log_uniform({1e-100, 1e100}) : points.log_uniform({1e-3, 1e3});
    std::vector<double> row = points.gaussian_vector(1 + points.below(40));
    const double scale = points.log_uniform({0.3, 3}) * norm / std::sqrt(static_cast<double>(row.size()));
    for (double& x : row) x *= scale;
    const std::vector<double> before = row;
    const bool longer = squared_norm_of(before) > Wide(norm) * Wide(norm);
    EXPECT_EQ(clip_to_norm(row, norm), longer);
    EXPECT_LE(squared_norm_of(row), Wide(norm) * Wide(norm));
    if (!longer) {
      EXPECT_EQ(row, before);
      continue;
    }
    const double factor = static_cast<double>(Wide(norm) / sqrt(squared_norm_of(before)));
    for (std::size_t c = 0; c < row.size(); ++c) EXPECT_NEAR(row[c], before[c] * factor, 1e-15 * std::abs(before[c]));
  }
}

TEST(ClipToNorm, DecidesRowsThatAreLongerByLessThanADoubleCanTell) {
  std::vector<double> exact{1, 1, 1, 1}, longer{2, 0x1p-40};
  EXPECT_FALSE(clip_to_norm(exact, 2));
  EXPECT_TRUE(clip_to_norm(longer, 2));  // its norm is 2 as a double
  EXPECT_LE(squared_norm_of(longer), 4);
}

TEST(ClipToNorm, SurvivesTheEndsOfDoubles) {
  const double most = std::numeric_limits<double>::max(), least = 5e-324;
  for (const double norm : {1e-100, 1.0, 1e100})
    for (std::vector<double> row : {std::vector<double>{most, most},
                                    {-most, least},
                                    {least, -least},
                                    {0, -0.0},
                                    {1e200, 1, most},
                                    {norm, norm}}) {
      const bool nothing = row[0] == 0 || row[0] == least;
      EXPECT_EQ(clip_to_norm(row, norm), !nothing);
      EXPECT_LE(squared_norm_of(row), Wide(norm) * Wide(norm));
      EXPECT_TRUE(nothing || squared_norm_of(row) > Wide(norm) * Wide(norm) * (1 - 1e-14));
    }
  clip_to_norm({}, 1);
}

TEST(ClipToNorm, MakesARowThatIsNotFiniteZero) {
  for (std::vector<double> row : {std::vector<double>{1, std::nan("")}, {HUGE_VAL, 1}, {0, -HUGE_VAL}}) {
    EXPECT_TRUE(clip_to_norm(row, 3));
    EXPECT_EQ(row, (std::vector<double>{0, 0}));
  }
}

TEST(NormFromAbove, IsTheSmallestDoubleThatBoundsTheRow) {
  test::RandomPoints points(2);
  for (int k = 0; k < 2000; ++k) {
    const std::vector<double> row = points.gaussian_vector(1 + points.below(30));
    const double norm = norm_from_above(row), less = std::nextafter(norm, 0.0);
    EXPECT_TRUE(keeps_norm(row, norm));
    EXPECT_GE(Wide(norm) * Wide(norm), squared_norm_of(row));
    EXPECT_LT(Wide(less) * Wide(less), squared_norm_of(row));
  }
  EXPECT_EQ(norm_from_above(std::vector<double>{1, 1, 1, 1}), 2);
  EXPECT_EQ(norm_from_above(std::vector<double>{3, -4}), 5);
}

}  // namespace
}  // namespace sotto
