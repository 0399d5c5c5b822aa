// SPDX-License-Identifier: MIT
// EXTRA and gradient tracking, message by message, against their recursions written out.
#include <gtest/gtest.h>

#include "simulation/baseline/support.hpp"
#include "sotto/simulation/baseline/extra.hpp"
#include "sotto/simulation/baseline/gradient_tracking.hpp"

namespace sotto {
namespace {

/// (part W + (1 - part) I) y, W as a full matrix.
Points mixed_by_hand(const Network& network, const Points& y, double part) {
  Points sum = points_at_zero(y.count(), y.dimension);
  for (NodeId i = 0; i < y.count(); ++i) {
    const WeightMatrix::Row row = network.weights.row(i);
    for (std::size_t k = 0; k < y.dimension; ++k) {
      sum.of(i)[k] = (1 - part) * y.of(i)[k];
      for (std::size_t j = 0; j < row.columns.size(); ++j)
        sum.of(i)[k] += part * row.weights[j] * y.of(row.columns[j])[k];
    }
  }
  return sum;
}

Points gradients_at(const Network& network, const Points& y) {
  Points g = y;
  for (NodeId i = 0; i < y.count(); ++i) network.objectives[i]->gradient(y.of(i), g.of(i));
  return g;
}

/// The noise of all nodes in a round, scaled by the plan.
std::vector<double> noise_of_round(const Network& network, NoiseSource& noise, Round t) {
  Points n = points_at_zero(network.weights.node_count(), 3);
  const double scale = network.plan.noise_scale(t).standard_deviation();
  for (NodeId i = 0; i < n.count(); ++i) noise.add_to({.node = i, .round = t}, scale, n.of(i));
  return n.values;
}

TEST(Extra, FollowsItsRecursionOnNoisyMessages) {
  const test::QuadraticNetwork net({.graph = star_graph(5), .rounds = 4, .smoothness = 6});
  const Network network = net.network();
  SeededNoise noise({.seed = 9, .trial = 2});
  constexpr double step = 0.5 / 6;
  Points before = points_at_zero(5, 3), y = before;
  Points gradient = gradients_at(network, before);
  std::vector<double> n = noise_of_round(network, noise, 1);
  for (std::size_t k = 0; k < n.size(); ++k) y.values[k] = -step * gradient.values[k] + n[k];
  for (Round t = 2; t <= 4; ++t) {
    const Points mixed = mixed_by_hand(network, y, 0.5), half = mixed_by_hand(network, before, 0.25);
    const Points now = gradients_at(network, y);
    n = noise_of_round(network, noise, t);
    before = y;
    for (std::size_t k = 0; k < n.size(); ++k)
      y.values[k] += mixed.values[k] - half.values[k] - step * (now.values[k] - gradient.values[k]) + n[k];
    gradient = now;
  }
  const Points said = extra(network, noise, test::never);
  for (std::size_t k = 0; k < n.size(); ++k) EXPECT_NEAR(said.values[k], y.values[k], 1e-12);
}

TEST(GradientTracking, FollowsItsRecursionOnNoisyMessages) {
  const test::QuadraticNetwork net({.graph = star_graph(5), .rounds = 4, .smoothness = 6});
  const Network network = net.network();
  SeededNoise first({.seed = 9, .trial = 2}), second({.seed = 10, .trial = 2});
  constexpr double step = 0.25 / 6;
  Points y = points_at_zero(5, 3), gradient = gradients_at(network, y), tracked = gradient;
  std::vector<double> m = noise_of_round(network, second, 1);  // the tracked gradient as it is, not times the step
  for (std::size_t k = 0; k < m.size(); ++k) tracked.values[k] += m[k] / step;
  const auto walk = [&] {
    Points next = mixed_by_hand(network, y, 0.25);
    for (std::size_t k = 0; k < m.size(); ++k) next.values[k] -= step * tracked.values[k];
    return next;
  };
  for (Round t = 2; t <= 4; ++t) {
    const std::vector<double> n = noise_of_round(network, first, t);
    m = noise_of_round(network, second, t);
    y = walk();
    for (std::size_t k = 0; k < n.size(); ++k) y.values[k] += n[k];
    const Points now = gradients_at(network, y);
    tracked = mixed_by_hand(network, tracked, 0.25);
    for (std::size_t k = 0; k < m.size(); ++k) tracked.values[k] += now.values[k] - gradient.values[k] + m[k] / step;
    gradient = now;
  }
  const Points end = gradient_tracking(network, {.of_estimate = first, .of_gradient = second}, test::never);
  for (std::size_t k = 0; k < m.size(); ++k) EXPECT_NEAR(end.values[k], walk().values[k], 1e-12);
}

}  // namespace
}  // namespace sotto
