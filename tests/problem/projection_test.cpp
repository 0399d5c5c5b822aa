// SPDX-License-Identifier: MIT
// The projection is the nearest point, and everything follows from that.
#include <gtest/gtest.h>

#include <cmath>

#include "problem/domains.hpp"

namespace sotto {
namespace {

using test::length;
using test::minus;
using test::one_of_each_kind;
using test::projected;
using test::scaled;

TEST(Projection, LandsInTheSetAndLeavesWhatIsInside) {
  test::RandomPoints points(1);
  for (const Domain& domain : one_of_each_kind())
    for (int k = 0; k < 500; ++k) {
      const auto p = projected(domain, scaled(points.gaussian_vector(4), 3));
      EXPECT_TRUE(contains(domain, p));
      EXPECT_LE(length(minus(projected(domain, p), p)), 2e-15);
      const auto inside = test::member(domain, points);
      EXPECT_LE(length(minus(projected(domain, inside), inside)), 4e-15);
    }
}

/// p is nearest to v exactly if no point u of the set has <v - p, u - p> > 0; the worst u is known for each set.
TEST(Projection, NoPointOfTheSetIsNearer) {
  test::RandomPoints points(2);
  for (const Domain& domain : one_of_each_kind())
    for (int k = 0; k < 2000; ++k) {
      const auto v = scaled(points.gaussian_vector(4), points.log_uniform({0.1, 30}));
      const auto p = projected(domain, v);
      const auto normal = minus(v, p);
      EXPECT_LE(test::inner(normal, minus(test::furthest(domain, normal), p)), 2e-14 * (1 + length(v)));
    }
}

TEST(Projection, IsWhatAFineSearchFinds) {
  test::RandomPoints points(3);
  const Domain planes[] = {Box{2, 1}, Ball{2, 1}, Simplex{2, 1}, L1Ball{2, 1}, Product{{Box{1, 0.5}, L1Ball{1, 0.75}}}};
  constexpr int steps = 400;  // a multiple of 4, so that corners are met
  for (const Domain& domain : planes) {
    std::vector<std::pair<double, double>> inside;
    std::vector<double> u(2);
    for (int i = -steps; i <= steps; ++i)
      for (int j = -steps; j <= steps; ++j) {
        u = {static_cast<double>(i) / steps, static_cast<double>(j) / steps};
        if (contains(domain, u)) inside.emplace_back(u[0], u[1]);
      }
    for (int k = 0; k < 20; ++k) {
      const auto v = scaled(points.gaussian_vector(2), 2);
      double nearest = HUGE_VAL;
      for (const auto& [x, y] : inside) nearest = std::min(nearest, std::hypot(v[0] - x, v[1] - y));
      EXPECT_LE(length(minus(v, projected(domain, v))), nearest + 1e-12);
      EXPECT_GE(length(minus(v, projected(domain, v))), nearest - 2.0 / steps);
    }
  }
}

TEST(Projection, NeverMovesTwoPointsApart) {
  test::RandomPoints points(4);
  for (const Domain& domain : one_of_each_kind())
    for (int k = 0; k < 500; ++k) {
      const auto a = scaled(points.gaussian_vector(4), 3), b = scaled(points.gaussian_vector(4), 3);
      EXPECT_LE(length(minus(projected(domain, a), projected(domain, b))), length(minus(a, b)) * (1 + 1e-14));
    }
}

TEST(Projection, SurvivesNumbersWhoseSquaresOrSumsOverflow) {
  for (const Domain& domain : one_of_each_kind())
    for (const double huge : {1e155, 1e308}) {
      const auto p = projected(domain, {huge, -huge, huge, 0});
      EXPECT_TRUE(contains(domain, p)) << huge;
      EXPECT_GT(p[0], 0.3);
      EXPECT_LE(p[1], 0);
    }
  EXPECT_EQ(projected(Simplex{3, 2}, {-1e308, 1e308, -1.7e308}), (std::vector<double>{0, 2, 0}));
  EXPECT_EQ(projected(Simplex{2, 3}, {1e300, 1e300}), (std::vector<double>{1.5, 1.5}));
}

TEST(Projection, OntoASimplexAndAnL1BallHasItsKnownValues) {
  EXPECT_EQ(projected(Simplex{2, 1}, {0, 0}), (std::vector<double>{0.5, 0.5}));
  EXPECT_EQ(projected(Simplex{3, 1}, {1, 0.5, -4}), (std::vector<double>{0.75, 0.25, 0}));
  EXPECT_EQ(projected(L1Ball{3, 1}, {-1, 0.5, 0}), (std::vector<double>{-0.75, 0.25, 0}));
  EXPECT_EQ(projected(L1Ball{3, 4}, {-1, 0.5, -0.0}), (std::vector<double>{-1, 0.5, 0}));
  EXPECT_EQ(projected(L1Ball{1, 4}, {-5}), (std::vector<double>{-4}));
}

TEST(Projection, OfManyCoordinatesStillHasTheSimplexsTotal) {
  test::RandomPoints points(5);
  const Domain simplex = Simplex{100'000, 1}, ball = L1Ball{100'000, 1};
  const auto v = scaled(points.gaussian_vector(100'000), 1e-3);
  EXPECT_TRUE(contains(simplex, projected(simplex, v)));
  EXPECT_TRUE(contains(ball, projected(ball, v)));
}

TEST(Projection, OfWhatIsNotANumberIsNone) {
  for (const double bad : {std::nan(""), HUGE_VAL, -HUGE_VAL})
    for (const Domain& domain : {Domain(Simplex{3, 1}), Domain(L1Ball{3, 1})})
      EXPECT_TRUE(std::isnan(projected(domain, {0, bad, 0})[0]));
}

}  // namespace
}  // namespace sotto
