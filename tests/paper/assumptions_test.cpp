// SPDX-License-Identifier: MIT
// The paper's definitions and assumptions, where code can be held to them.
#include <gtest/gtest.h>

#include "objectives.hpp"
#include "sotto/graph/weight_matrix.hpp"
#include "support.hpp"

namespace sotto {
namespace {

using test::RandomPoints;
using test::World;

std::vector<double> point_of(RandomPoints& points, const Domain& domain) {
  std::vector<double> x(dimension(domain));
  for (double& v : x) v = points.uniform({-1, 1}) * diameter(domain);
  project(domain, x);
  return x;
}

TEST(Definition1, TheExactCurveIsTheLargestGapOverAllSetsForAGaussianShift) {
  // The best set against N(0,1) and N(mu,1) is a half line; sup over its end is delta(eps).
  RandomPoints points(1);
  for (int k = 0; k < 60; ++k) {
    const double mu = points.log_uniform({0.05, 5}), epsilon = points.log_uniform({0.01, 10});
    double largest = 0;
    const double best_end = epsilon / mu + mu / 2;
    for (int s = -400; s <= 400; ++s) {
      const double end = best_end + s * 0.01;
      largest = std::max(largest, test::tail(end - mu) - std::exp(epsilon) * test::tail(end));
    }
    EXPECT_NEAR(largest, delta_of(Accountant::exact, {mu * mu, epsilon}), 1e-12);
  }
}

TEST(Assumption1, AProjectionLandsInTheDomainIsNearestAndDoesNotExpand) {
  RandomPoints points(2);
  for (int k = 0; k < 500; ++k) {
    const Domain domain = test::random_world(points, 1).domain;
    auto a = points.gaussian_vector(dimension(domain)), b = points.gaussian_vector(dimension(domain));
    for (double& v : a) v *= diameter(domain);
    for (double& v : b) v *= diameter(domain);
    auto pa = a, pb = b;
    project(domain, pa);
    project(domain, pb);
    EXPECT_TRUE(contains(domain, pa));
    EXPECT_LE(test::norm(test::difference(pa, pb)), test::norm(test::difference(a, b)) * (1 + 1e-12));
    const auto other = point_of(points, domain);
    EXPECT_LE(test::norm(test::difference(a, pa)), test::norm(test::difference(a, other)) * (1 + 1e-12));
    EXPECT_LE(test::norm(test::difference(pa, pb)), diameter(domain) * (1 + 1e-12));
    std::vector<double> inside(dimension(domain));  // a cube that lies in the ball, and is the box
    for (double& v : inside) v = points.uniform({-0.5, 0.5}) * diameter(domain) / std::sqrt(inside.size());
    auto kept = inside;
    project(domain, kept);
    EXPECT_EQ(kept, inside);
  }
}

TEST(Assumption2, GradientsStayBelowTheDeclaredBound) {
  RandomPoints points(3);
  for (int k = 0; k < 200; ++k) {
    const World world(test::random_world(points, 1));
    const PublicConstants constants = world.objective(0).public_constants();
    const auto x = point_of(points, world.domain()), y = point_of(points, world.domain());
    std::vector<double> gradient(x.size());
    world.objective(0).gradient(x, gradient);
    EXPECT_LE(test::norm(gradient), constants.gradient_bound * (1 + 1e-12));
    const double rise = std::abs(world.objective(0).value(x) - world.objective(0).value(y));
    const double scale = constants.gradient_bound * diameter(world.domain());
    EXPECT_LE(rise, constants.gradient_bound * test::norm(test::difference(x, y)) + 1e-13 * scale);
  }
}

TEST(Assumptions3And4, GradientsMoveBetweenMuAndLTimesTheDistance) {
  RandomPoints points(4);
  for (int k = 0; k < 200; ++k) {
    const World world(test::random_world(points, 1));
    const auto [mu, L] = world.objective(0).public_constants().curvature;
    const auto x = point_of(points, world.domain()), y = point_of(points, world.domain());
    std::vector<double> at_x(x.size()), at_y(x.size());
    world.objective(0).gradient(x, at_x);
    world.objective(0).gradient(y, at_y);
    const auto g = test::difference(at_x, at_y), d = test::difference(x, y);
    EXPECT_LE(test::norm(g), L * test::norm(d) * (1 + 1e-9));
    EXPECT_GE(test::inner(g, d), mu * test::squared_norm(d) * (1 - 1e-9));
  }
}

TEST(Assumption5, WeightsAreSymmetricDoublyStochasticAndContractByBeta) {
  RandomPoints points(5);
  for (int k = 0; k < 200; ++k) {
    const World world(test::random_world(points, 1));
    std::vector<double> column_sums(world.nodes(), 0.0);
    for (NodeId i = 0; i < world.nodes(); ++i) {
      const auto row = world.weights().row(i);
      double row_sum = 0;
      for (std::size_t j = 0; j < row.columns.size(); ++j) {
        EXPECT_GE(row.weights[j], 0);
        row_sum += row.weights[j];
        column_sums[row.columns[j]] += row.weights[j];
      }
      EXPECT_NEAR(row_sum, 1, 1e-12);
    }
    for (const double sum : column_sums) EXPECT_NEAR(sum, 1, 1e-12);
    EXPECT_LT(world.beta(), 1);
    test::Stacked v;
    for (NodeId i = 0; i < world.nodes(); ++i) v.push_back(points.gaussian_vector(world.p()));
    const double apart = test::distance_to_mean(v);
    for (int rounds = 1; rounds <= 20; ++rounds) {
      v = world.mix(v);
      EXPECT_LE(test::distance_to_mean(v), std::pow(world.beta(), rounds) * apart + 1e-13);
    }
  }
}

}  // namespace
}  // namespace sotto
