// SPDX-License-Identifier: MIT
// What every method relies on.
#include "sotto/simulation/baseline/checks.hpp"

#include <algorithm>
#include <cmath>

namespace sotto {

void check(const Network& network) {
  if (network.objectives.empty() || network.objectives.size() != network.weights.node_count())
    throw InvalidInput({"graph.nodes", std::to_string(network.weights.node_count()),
                        "must equal the number of objectives, " + std::to_string(network.objectives.size())});
  if (!network.own_plans.empty() && network.own_plans.size() != network.objectives.size())
    throw InvalidInput(
        {"privacy.node", std::to_string(network.own_plans.size()), "every node needs a plan of its own"});
  for (NodeId i = 0; i < network.weights.node_count(); ++i) {
    const Objective& objective = *network.objectives[i];
    if (objective.dimension() != dimension(network.domain))
      throw InvalidInput({"problem.dimension", std::to_string(objective.dimension()),
                          "must be the domain's " + std::to_string(dimension(network.domain))});
    const double able = objective.public_constants().record_sensitivity;
    const double planned = network.plan_of(i).request().constants.record_sensitivity;
    if (!(able <= planned))
      throw InvalidInput({"sensitivity", show(planned), "the plan must cover the objective's " + show(able)});
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
