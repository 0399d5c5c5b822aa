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
  network.objectives[at.node]->gradient(x, gradient);
  multiply_add(-at.step, gradient, x, x);
  project(network.domain, x);
}

Points gradient_descent(const Network& network, const DescentRules& rules, const std::atomic<bool>& interrupt) {
  Points y = points_at_zero(network.weights.node_count(), dimension(network.domain)), next = y;
  std::vector<double> gradient(y.dimension);
  for (Round t = 1; t <= network.plan.gradient_rounds() && !interrupt; ++t) {
    for (NodeId i = 0; i < y.count(); ++i) {
      descend(network, {.node = i, .step = rules.step(t)}, y, next.of(i), gradient);
      if (rules.disturb) rules.disturb({.node = i, .round = t}, next.of(i));
    }
    std::swap(y, next);
  }
  return y;
}

}  // namespace sotto
