// SPDX-License-Identifier: MIT
// The plan of a run.
#include "sotto/consensus/plan.hpp"

#include <algorithm>
#include <cmath>

#include "sotto/privacy/ledger_units.hpp"
#include "sotto/privacy/safe_side.hpp"

namespace sotto {
namespace {

constexpr Round most_rounds = 10'000'000;

void check(const PlanRequest& request) {
  Faults faults;
  check(request.budget, faults);
  if (request.lattice) check(*request.lattice);
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

double Plan::Contents::cost(Round t, Threat threat) const {
  const double ratio =
      lattice.empty() ? steps[t - 1] * request.constants.record_sensitivity / noise_scales[t - 1]
                      : static_cast<double>(lattice[t - 1].sensitivity) / static_cast<double>(lattice[t - 1].sigma);
  return cost_of_ratio(request.mechanism, threat, ratio);
}

/// Sensitivity over noise of a round that spends this share of the budget.
double Plan::Contents::ratio_at(double share) const {
  return ratio_of_cost(request.mechanism, threat_of(request.mechanism), share * alpha_limit);
}

/// Compensated, then raised by more than the error that is left.
double Plan::Contents::sum_of_costs_from_above() const {
  double sum = 0, lost = 0;
  for (Round t = 1; t <= steps.size(); ++t) {
    const double term = cost(t, threat_of(request.mechanism)), next = sum + term;
    lost += (sum - next) + term;
    sum = next;
  }
  return (sum + lost) * (1 + few_ulps);
}

/// A share of the budget becomes the scale that spends it.
void Plan::Contents::spend_in_doubles(const std::vector<double>& shares) {
  noise_scales.resize(steps.size());
  for (std::size_t k = 0; k < steps.size(); ++k) {
    noise_scales[k] = steps[k] * request.constants.record_sensitivity / ratio_at(shares[k]);
    if (!std::isfinite(noise_scales[k]) || !(noise_scales[k] > 0))
      throw InvalidInput({"privacy.epsilon", show(request.budget.epsilon),
                          "the noise scale of round " + std::to_string(k + 1) + " does not fit double precision"},
                         FaultKind::numerical);
  }
  // Rounding may have spent an ulp too much: the scales are raised until the sum, taken from above, fits.
  while ((alpha_spent = sum_of_costs_from_above()) > alpha_limit) {
    const double raise = std::sqrt(alpha_spent / alpha_limit) * (1 + few_ulps);
    for (double& scale : noise_scales) scale *= raise;
  }
}

/// sigma follows from the integer sensitivity, rounded up. Returns the total variation that discrete noise of these
/// sigmas costs, from above.
double Plan::Contents::set_sigmas(const std::vector<double>& shares) {
  double distance = 0;
  for (std::size_t k = 0; k < steps.size(); ++k) {
    const double needed = static_cast<double>(lattice[k].sensitivity) / ratio_at(shares[k]);
    const double sigma = std::ceil(needed * (1 + few_ulps));
    if (!(sigma >= static_cast<double>(least_sigma)) || sigma > static_cast<double>(most_sigma))
      throw InvalidInput({"privacy.epsilon", show(request.budget.epsilon),
                          "the noise of round " + std::to_string(k + 1) + " is " + show(sigma) +
                              " steps of the finest lattice that holds the domain; it must lie between " +
                              std::to_string(least_sigma) + " and " + std::to_string(most_sigma)},
                         FaultKind::numerical);
    lattice[k].sigma = static_cast<std::uint64_t>(sigma);
    distance += static_cast<double>(dimension(*request.lattice)) * discrete_noise_distance / (sigma * sigma);
  }
  return distance * (1 + static_cast<double>(steps.size()) * few_ulps);
}

namespace {

/// A ledger books every round in whole units, rounded up. A plan that spends a promise to the end must still fit a
/// ledger that allows the same promise, so that rounding is set aside before sigmas are set. Budgets of few units are
/// left alone: a ledger cannot hold them, and a simulation need not mind.
double bookable_alpha(double alpha, std::size_t rounds) {
  const double unit = std::ldexp(1.0, -LedgerUnits::alpha_bits), set_aside = static_cast<double>(rounds + 1) * unit;
  return alpha < 1024 * set_aside ? alpha : alpha - set_aside;
}

/// Likewise, and no less than a ledger sets aside whatever is spent of it.
double bookable_total_variation(const PrivacyBudget& budget, double total_variation, std::size_t rounds) {
  const double booked =
      total_variation + std::ldexp(static_cast<double>(rounds + 1), -LedgerUnits::total_variation_bits);
  return std::max(booked, reserved_total_variation(budget));
}

}  // namespace

/// The scales in doubles decide the grids. What the accountant has to pay for discrete noise is taken off delta first,
/// reckoned with sigmas that are only raised afterwards.
void Plan::Contents::spend_on_lattice(const std::vector<double>& shares) {
  for (std::size_t k = 0; k < steps.size(); ++k)
    lattice.push_back(make_lattice_round({.step = steps[k], .noise_scale = noise_scales[k]}, *request.lattice,
                                         record_clip(), records_apart()));
  total_variation = set_sigmas(shares);
  const double booked = bookable_total_variation(request.budget, total_variation, steps.size());
  const double left = sotto::alpha_limit(request.accountant, request.budget, booked, RoundShares(shares));
  // The smaller one: the search's last digits must not lower a sigma again.
  alpha_limit = bookable_alpha(std::min(alpha_limit, left), steps.size());
  set_sigmas(shares);
  while ((alpha_spent = sum_of_costs_from_above()) > alpha_limit)
    for (LatticeRound& round : lattice) ++round.sigma;
  for (std::size_t k = 0; k < steps.size(); ++k)
    noise_scales[k] = static_cast<double>(lattice[k].sigma) * lattice[k].grid;
}

Plan make_plan(const PlanRequest& request) {
  check(request);
  const Timetable timetable(request.gradient_rounds);
  const Round T = timetable.gradient_rounds();
  const Curvature& curvature = request.constants.curvature;
  const std::vector<double> shares = budget_shares(request.schedule, T);
  Plan::Contents plan{.request = request,
                      .timetable = timetable,
                      .steps = step_sizes(request.step, {curvature.strong_convexity, curvature.smoothness}, T),
                      .noise_scales = {},
                      .alpha_limit = alpha_limit(request.accountant, request.budget, RoundShares(shares))};
  plan.spend_in_doubles(shares);
  if (request.lattice) plan.spend_on_lattice(shares);
  return Plan(std::move(plan));
}

LedgerUnits units_of_round(const Plan& plan, Round t) {
  if (plan.timetable().kind(t) != RoundKind::gradient) return {};
  const auto sigma = static_cast<double>(plan.lattice_round(t).sigma);
  const auto p = static_cast<double>(dimension(*plan.request().lattice));
  return units_of({.alpha = plan.cost(t) * (1 + few_ulps),
                   .total_variation = p * discrete_noise_distance / (sigma * sigma) * (1 + few_ulps)});
}

LedgerUnits units_of_run(const Plan& plan) {
  LedgerUnits sum;
  for (Round t = 1; t <= plan.gradient_rounds(); ++t) sum = sum + units_of_round(plan, t);
  return sum;
}

void check_covers(const Plan& plan, const PublicConstants& objective) {
  const double able = objective.record_sensitivity, planned = plan.request().constants.record_sensitivity;
  if (!(able <= planned))
    throw InvalidInput({"sensitivity", show(planned), "the plan must cover the objective's " + show(able)});
  if (plan.request().budget.adjacency == Adjacency::add_remove && objective.uses_record_count)
    throw InvalidInput({"privacy.adjacency", "add-remove", "the objective's constants use the number of its records"});
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
