// SPDX-License-Identifier: MIT
// Domains: the projection is the nearest point, and everything follows from that.
#include "sotto/problem/domain.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>

#include "sotto/input/invalid_input.hpp"
#include "support/random_points.hpp"

namespace sotto {
namespace {

const Domain domains[] = {Box{.dimension = 4, .half_side = 1.5}, Ball{.dimension = 4, .radius = 2.0}};

double distance(const std::vector<double>& a, const std::vector<double>& b) {
  double sum = 0;
  for (std::size_t k = 0; k < a.size(); ++k) sum += (a[k] - b[k]) * (a[k] - b[k]);
  return std::sqrt(sum);
}

std::vector<double> projected(const Domain& domain, std::vector<double> point) {
  project(domain, point);
  return point;
}

std::vector<double> scaled(std::vector<double> v, double by) {
  for (double& x : v) x *= by;
  return v;
}

TEST(Projection, LandsInTheSetAndLeavesWhatIsInside) {
  test::RandomPoints points(1);
  for (const Domain& domain : domains)
    for (int k = 0; k < 500; ++k) {
      const auto p = projected(domain, scaled(points.gaussian_vector(4), 3));
      EXPECT_TRUE(contains(domain, p));
      EXPECT_LE(distance(projected(domain, p), p), 1e-15);
    }
}

TEST(Projection, NoPointOfTheSetIsNearer) {
  test::RandomPoints points(2);
  for (const Domain& domain : domains)
    for (int k = 0; k < 500; ++k) {
      const auto outside = scaled(points.gaussian_vector(4), 3), other = projected(domain, points.gaussian_vector(4));
      EXPECT_LE(distance(outside, projected(domain, outside)), distance(outside, other) + 1e-12);
    }
}

TEST(Projection, NeverMovesTwoPointsApart) {
  test::RandomPoints points(3);
  for (const Domain& domain : domains)
    for (int k = 0; k < 500; ++k) {
      const auto a = scaled(points.gaussian_vector(4), 3), b = scaled(points.gaussian_vector(4), 3);
      EXPECT_LE(distance(projected(domain, a), projected(domain, b)), distance(a, b) * (1 + 1e-14));
    }
}

TEST(Projection, SurvivesNumbersWhoseSquaresOverflow) {
  for (const Domain& domain : domains) {
    const auto p = projected(domain, {1e308, -1e308, 1e308, 0});
    EXPECT_TRUE(contains(domain, p));
    EXPECT_GT(p[0], 0.9);
    EXPECT_LT(p[1], -0.9);
  }
}

TEST(Diameter, IsReachedAndNeverExceeded) {
  EXPECT_DOUBLE_EQ(diameter(Box{.dimension = 4, .half_side = 1.5}),
                   distance({1.5, 1.5, 1.5, 1.5}, {-1.5, -1.5, -1.5, -1.5}));
  EXPECT_DOUBLE_EQ(diameter(Ball{.dimension = 4, .radius = 2.0}), distance({2, 0, 0, 0}, {-2, 0, 0, 0}));
  test::RandomPoints points(4);
  for (const Domain& domain : domains)
    for (int k = 0; k < 500; ++k)
      EXPECT_LE(distance(projected(domain, scaled(points.gaussian_vector(4), 9)),
                         projected(domain, scaled(points.gaussian_vector(4), 9))),
                diameter(domain) * (1 + 1e-12));
}

TEST(Domain, AnEmptyOrUnboundedSetIsRefused) {
  for (double bad : {0.0, -1.0, std::numeric_limits<double>::infinity(), std::nan("")}) {
    EXPECT_THROW(check(Box{.dimension = 2, .half_side = bad}), InvalidInput);
    EXPECT_THROW(check(Ball{.dimension = 2, .radius = bad}), InvalidInput);
  }
  EXPECT_THROW(check(Box{.dimension = 0, .half_side = 1}), InvalidInput);
}

}  // namespace
}  // namespace sotto
