// SPDX-License-Identifier: MIT
// Propositions 1, 3 and 4, over random settings. (Proposition 2 needs eps < 1 and Delta squared: ErratumE7.)
#include <gtest/gtest.h>

#include "objectives.hpp"
#include "sotto/privacy/accountant.hpp"
#include "support.hpp"

namespace sotto {
namespace {

using test::RandomPoints;
using test::Stacked;
using test::tail;
using test::World;

/// P(|loss| > eps) for a loss N(alpha/2, alpha): what a run that costs alpha at worst has.
double two_sided_tail(const AlphaAtEpsilon& at) {
  const double mu = std::sqrt(at.alpha);
  return tail(at.epsilon / mu - mu / 2) + tail(at.epsilon / mu + mu / 2);
}

TEST(Proposition1, ALossThatRarelyExceedsEpsilonIsPrivate) {
  RandomPoints points(1);
  double closest = 0;
  for (int k = 0; k < 4000; ++k) {
    const double alpha = points.log_uniform({1e-3, 300}), mu = std::sqrt(alpha);
    const double epsilon = alpha / 2 + mu * points.uniform({-4, 9});
    if (!(epsilon > 0)) continue;
    const double delta = two_sided_tail({alpha, epsilon});
    const double exact = delta_of(Accountant::exact, {alpha, epsilon});
    EXPECT_LE(exact, delta * (1 + 1e-9)) << alpha << " " << epsilon;
    closest = std::max(closest, exact / delta);
  }
  EXPECT_GT(closest, 0.9);  // the implication is not met by a wide margin everywhere: a smaller tail would fail
}

TEST(Proposition3, OneRecordMovesAnEstimateByAtMostEtaD0WhichIsAtMostTwoEtaG) {
  RandomPoints points(3);
  double closest = 0;
  for (int k = 0; k < 150; ++k) {
    const World world(test::random_world(points, 8));
    const auto i = static_cast<NodeId>(points.below(world.nodes()));
    Records neighbour = world.records(i);
    const std::size_t replaced = points.below(neighbour.count());
    for (double& v : neighbour.row(replaced)) v = points.gaussian() * diameter(world.domain());
    const MeanEstimation f_of_neighbour(world.domain(), neighbour);
    const auto said = world.run(1);
    SeededNoise noise({.seed = 5, .trial = 0});
    Node on_data({i, world.weights(), world.domain(), world.plan(), world.objective(i), noise});
    Node on_neighbour({i, world.weights(), world.domain(), world.plan(), f_of_neighbour, noise});
    const double D0 = world.plan().request().constants.record_sensitivity;
    for (Round t = 1; t <= world.plan().gradient_rounds(); ++t) {
      std::vector<const Released*> heard;
      for (const NodeId j : on_data.row().columns) heard.push_back(&said.at(t)[j]);
      Released y = Released::nothing(world.p()), y_prime = y;
      ASSERT_EQ(on_data.round(heard, y), Heard::accepted);
      ASSERT_EQ(on_neighbour.round(heard, y_prime), Heard::accepted);
      const double moved = test::norm(test::difference(y.values(), y_prime.values()));  // the same noise cancels
      const double limit = world.plan().step(t) * D0;
      EXPECT_LE(moved, limit + 1e-13 * (world.noise_scale(t) * 10 + limit));
      closest = std::max(closest, moved / limit);
    }
    EXPECT_LE(D0, 2 * world.plan().request().constants.gradient_bound);
  }
  EXPECT_GT(closest, 0.9);
}

TEST(Proposition3, HoldsWhereTheEstimateIsProjectedToo) {
  // Quadratics that differ in their minimiser only: the gradient moves by a (m' - m). Steps up to c > 2/(mu+L)
  // overshoot.
  RandomPoints points(31);
  int projected = 0;
  for (int k = 0; k < 200; ++k) {
    const Domain domain = k % 2 == 0 ? Domain(Box{2, 1}) : Domain(Ball{2, 1});
    const auto m = points.gaussian_vector(2), m_prime = points.gaussian_vector(2);
    const std::vector<double> curvatures{1, 1 + static_cast<double>(points.below(30))};
    RandomPoints axes(k), same_axes(k);
    test::Quadratic f(axes, curvatures, m), f_prime(same_axes, curvatures, m_prime);
    std::vector<double> at_data(2), at_neighbour(2), zero(2, 0.0);
    f.gradient(zero, at_data);
    f_prime.gradient(zero, at_neighbour);
    f.sensitivity = f_prime.sensitivity = test::norm(test::difference(at_data, at_neighbour));
    const Plan plan = make_plan({.budget = {4, 1e-3},
                                 .gradient_rounds = 1,
                                 .constants = {{1, curvatures[1]}, f.sensitivity, 1},
                                 .step = StepRule::paper});
    const WeightMatrix alone = make_weights(Graph(1, {}), WeightRule::paper);
    SeededNoise noise({.seed = 1, .trial = 0});
    std::vector<double> n(2);
    noise.add_to({.node = 0, .round = 1}, 1, n);
    Stacked x;
    for (const Objective* objective : {&f, &f_prime}) {
      const Released nothing = Released::nothing(2), *heard[] = {&nothing};
      Released y = nothing;
      Node node({0, alone, domain, plan, *objective, noise});
      ASSERT_EQ(node.round(heard, y), Heard::accepted);
      x.emplace_back(y.values().begin(), y.values().end());
      for (std::size_t c = 0; c < 2; ++c) x.back()[c] -= plan.noise_scale(1).standard_deviation() * n[c];
      std::vector<double> inside = x.back();
      project(domain, inside);
      EXPECT_LE(test::norm(test::difference(x.back(), inside)), 1e-11 * plan.noise_scale(1).standard_deviation());
    }
    const double moved = test::norm(test::difference(x[0], x[1])), limit = plan.step(1) * f.sensitivity;
    EXPECT_LE(moved, limit * (1 + 1e-9));
    if (moved < limit * 0.99) ++projected;
  }
  EXPECT_GT(projected, 100);
}

TEST(Proposition4, ASubGaussianTailIsBelowChernoffs) {
  RandomPoints points(4);
  for (int k = 0; k < 1000; ++k) {
    const double sigma = points.log_uniform({1e-3, 1e3}), t = sigma * points.uniform({0, 30});
    EXPECT_LE(tail(t / sigma), std::exp(-t * t / (2 * sigma * sigma)));
    // A sign scaled by sigma is sub-Gaussian too: cosh(x) <= exp(x^2/2).
    const double lambda = points.uniform({-20, 20}) / sigma;
    EXPECT_LE(std::cosh(lambda * sigma), std::exp(lambda * lambda * sigma * sigma / 2) * (1 + 1e-12));
    EXPECT_LE(t < sigma ? 0.5 : 0.0, std::exp(-t * t / (2 * sigma * sigma)));
  }
}

}  // namespace
}  // namespace sotto
