// SPDX-License-Identifier: MIT
// What every method relies on.
#include "sotto/simulation/baseline/checks.hpp"

#include <algorithm>
#include <cmath>

namespace sotto {

void check(const Network& network) {
  check_parts(network);
  for (NodeId i = 0; i < network.weights.node_count(); ++i) {
    const Objective& objective = *network.objectives[i];
    if (objective.dimension() != dimension(network.domain))
      throw InvalidInput({"problem.dimension", std::to_string(objective.dimension()),
                          "must be the domain's " + std::to_string(dimension(network.domain))});
    check_covers(network.plan_of(i), objective.public_constants());
  }
}

std::vector<std::vector<double>> only_finite(std::vector<std::vector<double>> points) {
  for (const std::vector<double>& point : points)
    if (!std::all_of(point.begin(), point.end(), [](double v) { return std::isfinite(v); }))
      throw InvalidInput({"baseline", "not finite", "a gradient is not finite, or an iteration ran away"},
                         FaultKind::numerical);
  return points;
}

}  // namespace sotto
