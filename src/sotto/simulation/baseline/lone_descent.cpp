// SPDX-License-Identifier: MIT
// Algorithm 1 at a node that has nobody to talk to.
#include "sotto/simulation/baseline/lone_descent.hpp"

#include "sotto/arithmetic/multiply_add.hpp"

namespace sotto {

std::vector<double> lone_descent(const Objective& objective, const Domain& domain, const Plan& plan, NodeId node,
                                 NoiseSource& noise, const std::atomic<bool>& interrupt) {
  std::vector<double> y(dimension(domain), 0.0), gradient(y.size()), drawn(y.size());
  for (Round t = 1; t <= plan.gradient_rounds() && !interrupt; ++t) {
    project(domain, y);
    objective.gradient(y, gradient);
    multiply_add(-plan.step(t), gradient, y, y);
    project(domain, y);
    noise.draw({.node = node, .round = t}, drawn);
    multiply_add(plan.noise_scale(t).standard_deviation(), drawn, y, y);
  }
  return y;
}

}  // namespace sotto
