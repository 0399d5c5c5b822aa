// SPDX-License-Identifier: MIT
// Mean estimation: value, gradient, public constants, and the minimiser.
#include "sotto/problem/mean_estimation.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>

#include "sotto/input/invalid_input.hpp"
#include "sotto/problem/minimiser.hpp"
#include "support/random_points.hpp"

namespace sotto {
namespace {

const Domain box = Box{.dimension = 3, .half_side = 2};

Records random_records(test::RandomPoints& points, std::size_t count) {
  return {.dimension = 3, .values = points.gaussian_vector(3 * count)};
}

double norm(const std::vector<double>& v) {
  double sum = 0;
  for (double x : v) sum += x * x;
  return std::sqrt(sum);
}

TEST(MeanEstimation, GradientIsTheSlopeOfTheValue) {
  test::RandomPoints points(1);
  const MeanEstimation f(box, random_records(points, 7));
  for (int k = 0; k < 50; ++k) {
    const auto x = points.gaussian_vector(3);
    std::vector<double> g(3);
    f.gradient(x, g);
    for (std::size_t c = 0; c < 3; ++c) {
      auto up = x, down = x;
      up[c] += 1e-4;
      down[c] -= 1e-4;
      EXPECT_NEAR(g[c], (f.value(up) - f.value(down)) / 2e-4, 1e-6);
    }
  }
}

TEST(MeanEstimation, ValueIsHalfTheSumOfSquaredDistances) {
  const MeanEstimation f(box, {.dimension = 3, .values = {0, 0, 0, 1, 1, 1}});
  EXPECT_DOUBLE_EQ(f.value(std::vector<double>{1, 0, 0}), 0.5 * (1 + 2));
}

TEST(MeanEstimation, ReplacingOneRecordMovesTheGradientByAtMostD0WhateverTheRecordIs) {
  const double nan = std::nan(""), inf = std::numeric_limits<double>::infinity();
  test::RandomPoints points(2);
  for (int k = 0; k < 300; ++k) {
    Records mine = random_records(points, 5), theirs = mine;
    for (std::size_t c = 0; c < 3; ++c) {
      const double extremes[] = {nan, inf, -inf, 1e308, -1e308, 0, 5e-324, points.gaussian() * 100};
      mine.row(2)[c] = extremes[points.below(8)];
      theirs.row(2)[c] = extremes[points.below(8)];
    }
    const MeanEstimation f(box, mine), g(box, theirs);
    std::vector<double> a(3), b(3);
    const auto x = points.gaussian_vector(3);
    f.gradient(x, a);
    g.gradient(x, b);
    for (std::size_t c = 0; c < 3; ++c) a[c] -= b[c];
    EXPECT_LE(norm(a), f.public_constants().record_sensitivity * (1 + 1e-14));
  }
  EXPECT_DOUBLE_EQ(MeanEstimation::constants_for(box, 5).record_sensitivity, 2 * 2 * std::sqrt(3.0));
}

TEST(MeanEstimation, PublicConstantsDoNotDependOnTheRecords) {
  test::RandomPoints points(3);
  const PublicConstants a = MeanEstimation(box, random_records(points, 5)).public_constants();
  const PublicConstants b = MeanEstimation(box, random_records(points, 5)).public_constants();
  EXPECT_EQ(a.record_sensitivity, b.record_sensitivity);
  EXPECT_EQ(a.gradient_bound, b.gradient_bound);
  EXPECT_EQ(a.curvature.strong_convexity, 5);
  EXPECT_EQ(a.curvature.smoothness, 5);
  EXPECT_TRUE(a.uses_record_count) << "mu and L are the number of records";
}

TEST(MeanEstimation, GradientNeverExceedsGOnTheDomain) {
  test::RandomPoints points(4);
  for (int k = 0; k < 300; ++k) {
    const MeanEstimation f(box, random_records(points, 4));
    auto x = points.gaussian_vector(3);
    for (double& v : x) v *= 10;
    project(box, x);
    std::vector<double> g(3);
    f.gradient(x, g);
    EXPECT_LE(norm(g), f.public_constants().gradient_bound);
  }
}

TEST(MeanEstimation, RefusesNoRecordsAndAnotherDimension) {
  EXPECT_THROW(MeanEstimation(box, {.dimension = 3, .values = {}}), InvalidInput);
  EXPECT_THROW(MeanEstimation(box, {.dimension = 2, .values = {1, 2}}), InvalidInput);
}

/// 1/2 x' diag(d) x - b' x: another curvature than mean estimation's mu = L.
class DiagonalQuadratic final : public Objective {
 public:
  std::size_t dimension() const override { return 2; }
  double value(std::span<const double> x) const override {
    return 0.5 * (x[0] * x[0] + 50 * x[1] * x[1]) - x[0] - 25 * x[1];
  }
  void gradient(std::span<const double> x, std::span<double> out) const override {
    out[0] = x[0] - 1;
    out[1] = 50 * x[1] - 25;
  }
  PublicConstants public_constants() const override { return {{1, 50}, 1, 1}; }
};

TEST(SumObjective, AddsValuesGradientsAndCurvatureAndKeepsTheLargestSensitivity) {
  const MeanEstimation f(Box{.dimension = 2, .half_side = 3}, {.dimension = 2, .values = {1, 2, -1, 0}});
  const DiagonalQuadratic g;
  const Objective* both[] = {&f, &g};
  const SumObjective sum(both);
  const std::vector<double> x{0.3, -0.7};
  std::vector<double> a(2), b(2), c(2);
  f.gradient(x, a);
  g.gradient(x, b);
  sum.gradient(x, c);
  for (int k = 0; k < 2; ++k) EXPECT_DOUBLE_EQ(c[k], a[k] + b[k]);
  EXPECT_DOUBLE_EQ(sum.value(x), f.value(x) + g.value(x));
  EXPECT_EQ(sum.public_constants().curvature.strong_convexity, 3);
  EXPECT_EQ(sum.public_constants().curvature.smoothness, 52);
  EXPECT_EQ(sum.public_constants().record_sensitivity, f.public_constants().record_sensitivity);
  EXPECT_EQ(sum.public_constants().gradient_bound, f.public_constants().gradient_bound + 1);
  EXPECT_TRUE(sum.public_constants().uses_record_count) << "one of its terms does";
}

TEST(Minimiser, IsFoundForEveryCurvature) {
  const DiagonalQuadratic f;
  const Objective* one[] = {&f};
  const auto x = non_private_minimiser(one, Box{.dimension = 2, .half_side = 10});
  EXPECT_NEAR(x[0], 1, 1e-11);
  EXPECT_NEAR(x[1], 0.5, 1e-11);
  const auto clipped = non_private_minimiser(one, Box{.dimension = 2, .half_side = 0.75});
  EXPECT_NEAR(clipped[0], 0.75, 1e-11);
  EXPECT_NEAR(clipped[1], 0.5, 1e-11);
}

TEST(Minimiser, OfMeanEstimationIsTheMeanOfAllRecords) {
  const MeanEstimation f(box, {.dimension = 3, .values = {0, 0, 0, 1, 1, 1}}),
      g(box, {.dimension = 3, .values = {1, -1, 2}});
  const Objective* both[] = {&f, &g};
  const auto x = non_private_minimiser(both, box);
  EXPECT_NEAR(x[0], 2.0 / 3, 1e-15);
  EXPECT_NEAR(x[1], 0, 1e-15);
  EXPECT_NEAR(x[2], 1, 1e-15);
}

}  // namespace
}  // namespace sotto
