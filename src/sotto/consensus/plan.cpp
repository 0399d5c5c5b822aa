// SPDX-License-Identifier: MIT
// The plan of a run.
#include "sotto/consensus/plan.hpp"

#include <algorithm>
#include <cmath>
#include <stdexcept>

#include "sotto/privacy/ledger_units.hpp"
#include "sotto/privacy/safe_side.hpp"

namespace sotto {
namespace {

/// Spare rounds are paid for as if the dearest round were repeated.
std::vector<double> with_spare_rounds(std::vector<double> of_rounds, Round spare) {
  of_rounds.insert(of_rounds.end(), spare, *std::max_element(of_rounds.begin(), of_rounds.end()));
  return of_rounds;
}

/// The shares of the rounds of an algorithm where spare ones take a part of the budget too.
std::vector<double> shares_beside(Round spare, std::vector<double> shares) {
  if (spare == 0) return shares;
  const double all = 1 + spare * *std::max_element(shares.begin(), shares.end());
  for (double& share : shares) share /= all;
  return shares;
}

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

/// Momentum that is fed with longer steps than 1/L need not converge.
void check_momentum(const PlanRequest& request, const std::vector<double>& steps) {
  const double longest = *std::max_element(steps.begin(), steps.end());
  if (request.acceleration == Acceleration::nesterov && longest * request.constants.curvature.smoothness > 1 + few_ulps)
    throw InvalidInput({"algorithm.acceleration", "nesterov",
                        "needs steps of at most 1/L = " + show(1 / request.constants.curvature.smoothness) +
                            "; algorithm.step = \"" + std::string(name_of(request.step)) + "\" begins with " +
                            show(longest) + ": use \"constant\""});
}

}  // namespace

std::string_view name_of(Acceleration acceleration) {
  return acceleration == Acceleration::none ? "none" : "nesterov";
}

Cost Plan::total_cost(Threat threat) const {
  if (threat == this->threat()) return total_cost();
  const double more = contents_->hiding() / noises_that_hide(request().mechanism, threat);
  const Cost own = total_cost();
  if (more == 1) return own;
  return {.alpha = own.alpha * more * (1 + few_ulps), .total_variation = own.total_variation * more * (1 + few_ulps)};
}

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

/// What the promise allows, and a cap on what all others together may learn: a round costs them as many times more as
/// honest members hide it from the threat of the promise.
double Plan::Contents::limit_of_alpha(double booked, const std::vector<double>& shares) const {
  const RoundShares spread(with_spare_rounds(shares, spare_rounds(request.mechanism)));
  const double limit = sotto::alpha_limit(request.accountant, request.budget, booked, spread);
  if (!request.epsilon_all) return limit;
  PrivacyBudget cap = request.budget;
  cap.epsilon = *request.epsilon_all;
  const std::size_t rounds = steps.size() + spare_rounds(request.mechanism);
  const double booked_for_cap = lattice.empty() ? 0 : bookable_total_variation(cap, total_variation * hiding(), rounds);
  // One noise is left against all others: a single discrete Gaussian, for which zCDP is a proof as well.
  const double proved = std::max(
      alpha_limit_or_none(request.accountant, cap, booked_for_cap, spread),
      request.accountant == Accountant::exact ? alpha_limit_or_none(Accountant::zcdp_cks, cap, 0, spread) : 0.0);
  const double of_cap = lattice.empty() ? proved : bookable_alpha(proved, rounds);
  if (!(of_cap > 0))
    throw InvalidInput({"privacy.epsilon_all", show(*request.epsilon_all),
                        "delta does not pay for the lattice noise's distance from a Gaussian at this epsilon"},
                       FaultKind::numerical);
  return std::min(limit, of_cap / hiding() * (1 - 4 * few_ulps));
}

/// Compensated, then raised by more than the error that is left.
double Plan::Contents::sum_of_costs_from_above() const {
  double sum = 0, lost = 0, dearest = 0;
  for (Round t = 1; t <= steps.size(); ++t) {
    const double term = cost(t, threat_of(request.mechanism)), next = sum + term;
    lost += (sum - next) + term;
    sum = next;
    dearest = std::max(dearest, term);
  }
  return (sum + lost + spare_rounds(request.mechanism) * dearest) * (1 + few_ulps);
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

/// sigma follows from the integer sensitivity, rounded up. Returns discrete_noise_distances().
double Plan::Contents::set_sigmas(const std::vector<double>& shares) {
  for (std::size_t k = 0; k < steps.size(); ++k)
    lattice[k].sigma = sigma_in_range(
        k, std::ceil(static_cast<double>(lattice[k].sensitivity) / ratio_at(shares[k]) * (1 + few_ulps)));
  return discrete_noise_distances();
}

std::uint64_t Plan::Contents::sigma_in_range(std::size_t k, double sigma) const {
  if (!(sigma >= static_cast<double>(least_sigma)) || sigma > static_cast<double>(most_sigma))
    throw InvalidInput({"privacy.epsilon", show(request.budget.epsilon),
                        "the noise of round " + std::to_string(k + 1) + " is " + show(sigma) +
                            " steps of the finest lattice that holds the domain; it must lie between " +
                            std::to_string(least_sigma) + " and " + std::to_string(most_sigma)},
                       FaultKind::numerical);
  return static_cast<std::uint64_t>(sigma);
}

/// The total variation that discrete noise of these sigmas costs, or the sum of such noises that hides a message, from
/// above.
double Plan::Contents::discrete_noise_distances() const {
  double distance = 0, largest = 0;
  for (Round t = 1; t <= lattice.size(); ++t) {
    const double of_round = noise_distance(t, threat_of(request.mechanism));
    distance += of_round;
    largest = std::max(largest, of_round);
  }
  const Round spare = spare_rounds(request.mechanism);
  return (distance + spare * largest) * (1 + static_cast<double>(steps.size() + spare) * few_ulps);
}

/// The same of one round.
double Plan::Contents::noise_distance(Round t, Threat threat) const {
  const auto sigma = static_cast<double>(lattice[t - 1].sigma);
  return static_cast<double>(dimension(*request.lattice)) * discrete_noise_distance / (sigma * sigma) /
         noises_that_hide(request.mechanism, threat);
}

/// A sum of all members is read as a signed number of 64 bits: it may not leave them, whatever the noise.
void Plan::Contents::refuse_sums_that_wrap() const {
  const MaskedSums* sums = masked_sums(request.mechanism);
  if (sums == nullptr) return;
  constexpr double widest_noise = 0x1p22, end = 0x1p63;
  for (std::size_t k = 0; k < lattice.size(); ++k) {
    const double reach =
        largest_coordinate(*request.lattice) / lattice[k].grid + widest_noise * static_cast<double>(lattice[k].sigma);
    if (!(sums->members * reach < end * (1 - few_ulps)))
      throw InvalidInput({"graph.nodes", std::to_string(sums->members),
                          "the masked sum of round " + std::to_string(k + 1) + " may reach " +
                              show(sums->members * reach) + " steps of its grid; it must stay below 2^63"},
                         FaultKind::numerical);
  }
}

void Plan::Contents::weigh_messages() {
  std::vector<WeighedRound> rounds;
  for (std::size_t k = 0; k < steps.size(); ++k) rounds.push_back({.step = steps[k], .noise_scale = noise_scales[k]});
  output_weights = sotto::output_weights(request.output, rounds);
}

/// The scales in doubles decide the grids. What the accountant has to pay for discrete noise is taken off delta first,
/// reckoned with sigmas that are only raised afterwards.
void Plan::Contents::spend_on_lattice(const std::vector<double>& shares) {
  for (std::size_t k = 0; k < steps.size(); ++k)
    lattice.push_back(make_lattice_round({.step = steps[k], .noise_scale = noise_scales[k]}, *request.lattice,
                                         record_clip(), records_apart()));
  total_variation = set_sigmas(shares);
  const std::size_t rounds = steps.size() + spare_rounds(request.mechanism);
  const double left = limit_of_alpha(bookable_total_variation(request.budget, total_variation, rounds), shares);
  // The smaller one: the search's last digits must not lower a sigma again.
  alpha_limit = bookable_alpha(std::min(alpha_limit, left), rounds);
  set_sigmas(shares);
  while ((alpha_spent = sum_of_costs_from_above()) > alpha_limit)
    for (LatticeRound& round : lattice) ++round.sigma;
  for (std::size_t k = 0; k < steps.size(); ++k)
    noise_scales[k] = static_cast<double>(lattice[k].sigma) * lattice[k].grid;
  refuse_sums_that_wrap();
}

Plan make_plan(const PlanRequest& request) {
  check(request);
  const Timetable timetable({.gradient_rounds = request.gradient_rounds,
                             .mixing_rounds = request.mixing_rounds,
                             .weighs_messages = request.output != Output::last});
  const Round T = timetable.gradient_rounds();
  const Curvature& curvature = request.constants.curvature;
  const std::vector<double> shares = shares_beside(spare_rounds(request.mechanism), budget_shares(request.schedule, T));
  Plan::Contents plan{.request = request,
                      .timetable = timetable,
                      .steps = step_sizes(request.step, {curvature.strong_convexity, curvature.smoothness}, T),
                      .noise_scales = {}};
  check_momentum(request, plan.steps);
  plan.alpha_limit = plan.limit_of_alpha(0, shares);
  plan.spend_in_doubles(shares);
  if (request.lattice) plan.spend_on_lattice(shares);
  plan.weigh_messages();
  return Plan(std::move(plan));
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
  return RoundShares(with_spare_rounds(std::move(costs), spare_rounds(plan.request().mechanism)));
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

double epsilon_of(Accountant accountant, const Plan& plan, Threat threat) {
  if (threat == plan.threat()) return epsilon_of(accountant, plan);
  const Cost cost = plan.total_cost(threat);
  const double delta = plan.request().budget.delta;
  double epsilon = epsilon_of(accountant, cost, delta, shares_of(plan));
  if (accountant == Accountant::exact && noises_that_hide(plan.request().mechanism, threat) == 1)
    epsilon = std::min(epsilon, epsilon_of(Accountant::zcdp_cks, cost, delta));  // one discrete Gaussian keeps zCDP
  const std::optional<double>& cap = plan.request().epsilon_all;                 // it set the noise, likewise
  return cap && accountant == plan.request().accountant ? std::min(epsilon, *cap) : epsilon;
}

}  // namespace sotto
