// SPDX-License-Identifier: MIT
// The plan of a run.
#include "sotto/consensus/plan.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

namespace sotto {
namespace {

constexpr Round most_rounds = 10'000'000;
constexpr double few_ulps = 8 * std::numeric_limits<double>::epsilon();

void check(const PlanRequest& request) {
  Faults faults;
  check(request.budget, faults);
  if (request.gradient_rounds < 1 || request.gradient_rounds > most_rounds)
    faults.add({"algorithm.rounds", std::to_string(request.gradient_rounds),
                "must be between 1 and " + std::to_string(most_rounds)});
  const auto must_be_positive = [&](const char* field, double value) {
    if (!std::isfinite(value) || !(value > 0)) faults.add({field, show(value), "must be finite and > 0"});
  };
  const Curvature& curvature = request.constants.curvature;
  must_be_positive("sensitivity", request.constants.record_sensitivity);
  must_be_positive("strong_convexity", curvature.strong_convexity);
  must_be_positive("smoothness", curvature.smoothness);
  if (curvature.smoothness < curvature.strong_convexity)
    faults.add({"smoothness", show(curvature.smoothness),
                "must not be below strong_convexity = " + show(curvature.strong_convexity)});
  if (request.budget.adjacency == Adjacency::add_remove && request.constants.uses_record_count)
    faults.add({"privacy.adjacency", std::string(name_of(request.budget.adjacency)),
                "must be replace-one here: the steps use the number of records, which add-remove keeps private"});
  faults.throw_if_any();
}

}  // namespace

double Plan::Contents::cost(Round t) const {
  const double ratio = steps[t - 1] * request.constants.record_sensitivity / noise_scales[t - 1];
  return ratio * ratio;
}

/// Compensated, then raised by more than the error that is left.
double Plan::Contents::sum_of_costs_from_above() const {
  double sum = 0, lost = 0;
  for (Round t = 1; t <= steps.size(); ++t) {
    const double term = cost(t), next = sum + term;
    lost += (sum - next) + term;
    sum = next;
  }
  return (sum + lost) * (1 + few_ulps);
}

Plan make_plan(const PlanRequest& request) {
  check(request);
  const Round T = request.gradient_rounds;
  const Curvature& curvature = request.constants.curvature;
  Plan::Contents plan{.request = request,
                      .steps = step_sizes(request.step, {curvature.strong_convexity, curvature.smoothness}, T),
                      .noise_scales = budget_shares(request.schedule, T)};
  plan.alpha_limit = alpha_limit(request.accountant, request.budget, RoundShares(plan.noise_scales));
  for (Round t = 1; t <= T; ++t) {
    double& entry = plan.noise_scales[t - 1];  // a share of the budget becomes the scale that spends it
    entry = plan.steps[t - 1] * request.constants.record_sensitivity / std::sqrt(entry * plan.alpha_limit);
    if (!std::isfinite(entry) || !(entry > 0))
      throw InvalidInput({"privacy.epsilon", show(request.budget.epsilon),
                          "the noise scale of round " + std::to_string(t) + " does not fit double precision"},
                         FaultKind::numerical);
  }
  // Rounding may have spent an ulp too much: the scales are raised until the sum, taken from above, fits.
  while ((plan.alpha_spent = plan.sum_of_costs_from_above()) > plan.alpha_limit) {
    const double raise = std::sqrt(plan.alpha_spent / plan.alpha_limit) * (1 + few_ulps);
    for (double& scale : plan.noise_scales) scale *= raise;
  }
  return Plan(std::move(plan));
}

RoundShares shares_of(const Plan& plan) {
  std::vector<double> costs;
  costs.reserve(plan.gradient_rounds());
  for (Round t = 1; t <= plan.gradient_rounds(); ++t) costs.push_back(plan.cost(t));
  return RoundShares(costs);
}

double alpha_limit(Accountant accountant, const Plan& plan) {
  if (accountant == plan.request().accountant) return plan.alpha_limit();
  return alpha_limit_or_none(accountant, plan.request().budget, plan.total_cost().total_variation, shares_of(plan));
}

double epsilon_of(Accountant accountant, const Plan& plan) {
  const PrivacyBudget& budget = plan.request().budget;
  const double epsilon = epsilon_of(accountant, plan.total_cost(), budget.delta, shares_of(plan));
  // alpha_spent <= alpha_limit is this accountant's proof of the promise itself; what lies above is its own rounding.
  return accountant == plan.request().accountant ? std::min(epsilon, budget.epsilon) : epsilon;
}

}  // namespace sotto
