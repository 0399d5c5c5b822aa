// SPDX-License-Identifier: MIT
// Output perturbation.
#include "sotto/simulation/baseline/output_perturbation.hpp"

#include <algorithm>
#include <cmath>

#include "sotto/privacy/safe_side.hpp"
#include "sotto/problem/minimiser.hpp"
#include "sotto/simulation/baseline/checks.hpp"

namespace sotto {
namespace {

/// A declared curvature above the objective's own would understate what a record does.
void check_curvature(const Network& network) {
  for (NodeId i = 0; i < network.objectives.size(); ++i) {
    const double able = network.objectives[i]->public_constants().curvature.strong_convexity;
    const double planned = network.plan_of(i).request().constants.curvature.strong_convexity;
    if (!(able >= planned))
      throw InvalidInput({"strong_convexity", show(planned), "must not be above the objective's " + show(able)});
  }
}

}  // namespace

double output_noise_scale(const Plan& plan) {
  const PlanRequest& request = plan.request();
  const double alpha = alpha_limit(request.accountant, request.budget);  // in one round
  const double moved = request.constants.record_sensitivity / request.constants.curvature.strong_convexity;
  const double scale = from_above(moved / std::sqrt(alpha));
  if (!std::isfinite(scale))
    throw InvalidInput({"privacy.epsilon", show(request.budget.epsilon),
                        "the noise scale of one release does not fit double precision"},
                       FaultKind::numerical);
  return scale;
}

Points OutputPerturbation::operator()(const BaselineTrial& trial, NoiseOf use,
                                      const std::atomic<bool>& interrupt) const {
  const Network& network = trial.network;
  check(network);
  check_curvature(network);
  BaselineNoise noise({.seed = trial.seed, .trial = trial.trial, .of = use});
  Points released = points_at_zero(network.weights.node_count(), dimension(network.domain));
  for (NodeId i = 0; i < released.count() && !interrupt; ++i) {
    const std::vector<double> own = non_private_minimiser(network.objectives.subspan(i, 1), network.domain);
    std::copy(own.begin(), own.end(), released.of(i).begin());
    noise.add_to({.node = i, .round = 1},
                 network.own_plans.empty() ? common_scale_ : output_noise_scale(network.own_plans[i]), released.of(i));
  }
  return released;
}

}  // namespace sotto
