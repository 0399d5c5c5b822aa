// SPDX-License-Identifier: MIT
// Distributed projected gradient descent.
#include "sotto/simulation/baseline/gradient_descent.hpp"

#include <utility>

#include "sotto/arithmetic/multiply_add.hpp"

namespace sotto {

void descend(const Network& network, const DescentStep& at, const Points& y, std::span<double> x,
             std::span<double> gradient) {
  mix(network.weights.row(at.node), y, x);
  project(network.domain, x);
  if (!at.z_before.empty()) go_beyond(network.domain, 1 + at.momentum, x, at.z_before);
  network.objectives[at.node]->gradient(x, gradient);
  multiply_add(-at.step, gradient, x, x);
  project(network.domain, x);
}

void go_beyond(const Domain& domain, double factor, std::span<double> z, std::span<double> z_before) {
  for (std::size_t k = 0; k < z.size(); ++k) {
    const double before = std::exchange(z_before[k], z[k]);
    z[k] = before + factor * (z[k] - before);
  }
  project(domain, z);
}

Points gradient_descent(const Network& network, const DescentRules& rules, const std::atomic<bool>& interrupt) {
  Points y = points_at_zero(network.weights.node_count(), dimension(network.domain)), next = y;
  Points z_before = rules.momentum ? y : Points{.dimension = 0, .values = {}};
  std::vector<double> gradient(y.dimension);
  for (Round t = 1; t <= network.plan.gradient_rounds() && !interrupt; ++t) {
    for (NodeId i = 0; i < y.count(); ++i) {
      DescentStep step{.node = i, .step = rules.step(t)};
      if (rules.momentum) {
        step.momentum = rules.momentum(t);
        step.z_before = z_before.of(i);
      }
      descend(network, step, y, next.of(i), gradient);
      if (rules.disturb) rules.disturb({.node = i, .round = t}, next.of(i));
    }
    std::swap(y, next);
  }
  return y;
}

}  // namespace sotto
