// SPDX-License-Identifier: MIT
// What a run costs.
#include "sotto/privacy/cost.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

#include "sotto/privacy/safe_side.hpp"

namespace sotto {
namespace {

double sum_from_above(double sum) {
  return sum > 0 ? from_above(sum) : sum;
}

void check(const Cost& cost, Faults& faults) {
  if (!(cost.alpha >= 0) || cost.alpha > largest_alpha)
    faults.add({"alpha", show(cost.alpha), "must lie between 0 and 1e300"});
  if (!std::isfinite(cost.total_variation) || cost.total_variation < 0)
    faults.add({"total_variation", show(cost.total_variation), "must be finite and >= 0"});
}

}  // namespace

Cost operator+(const Cost& first, const Cost& second) {
  return {.alpha = sum_from_above(first.alpha + second.alpha),
          .total_variation = sum_from_above(first.total_variation + second.total_variation)};
}

Cost repeated(const Cost& cost, std::uint64_t times) {
  if (times == 1) return cost;
  return {.alpha = sum_from_above(cost.alpha * static_cast<double>(times)),
          .total_variation = sum_from_above(cost.total_variation * static_cast<double>(times))};
}

Cost for_records_of_a_person(const Cost& cost, std::uint64_t records) {
  if (records == 1) return cost;
  const auto k = static_cast<double>(records);
  return {.alpha = sum_from_above(cost.alpha * k * k), .total_variation = cost.total_variation};
}

bool pays_total_variation(Accountant accountant) {
  return accountant == Accountant::exact || accountant == Accountant::basic || accountant == Accountant::advanced;
}

double slack_of(Accountant accountant, const Cost& cost, double epsilon) {
  if (!pays_total_variation(accountant) || cost.total_variation == 0) return 0;
  return from_above((1 + std::exp(epsilon)) * cost.total_variation);
}

double alpha_limit_or_none(Accountant accountant, const PrivacyBudget& budget, double total_variation,
                           const RoundShares& shares) {
  Faults faults;
  check(budget, faults);
  check(Cost{.total_variation = total_variation}, faults);
  faults.throw_if_any();
  const double slack = slack_of(accountant, {.total_variation = total_variation}, budget.epsilon);
  PrivacyBudget left = budget;
  if (slack > 0) left.delta = from_below(budget.delta - slack);
  return left.delta > 0 ? alpha_limit(accountant, left, shares) : 0;
}

double alpha_limit(Accountant accountant, const PrivacyBudget& budget, double total_variation,
                   const RoundShares& shares) {
  const double alpha = alpha_limit_or_none(accountant, budget, total_variation, shares);
  const double slack = slack_of(accountant, {.total_variation = total_variation}, budget.epsilon);
  if (alpha == 0 && slack > 0)
    throw InvalidInput({"privacy.delta", show(budget.delta),
                        "must exceed " + show(slack) + " = (1 + e^epsilon) * " + show(total_variation) +
                            ", what the lattice noise's distance from a Gaussian costs the accountant " +
                            std::string(name_of(accountant)) + "; zcdp-cks does not pay it"});
  return alpha;
}

double epsilon_of(Accountant accountant, const Cost& cost, double delta, const RoundShares& shares) {
  Faults faults;
  check(cost, faults);
  faults.throw_if_any();
  if (slack_of(accountant, cost, 0) == 0) return epsilon_of(accountant, {.alpha = cost.alpha, .delta = delta}, shares);
  // What epsilon must be when the slack at `guess` is paid. It grows with the guess, so iterating it from 0 stays below
  // the smallest epsilon that pays for itself; a step past the iterate is the answer as soon as it does.
  const auto needed = [&](double guess) {
    const double left = from_below(delta - slack_of(accountant, cost, guess));
    return left > 0 ? epsilon_of(accountant, {.alpha = cost.alpha, .delta = left}, shares) : infinity;
  };
  double epsilon = needed(0);
  for (double past = 1e-12; past < 1 && epsilon < infinity; past *= 1.5) {
    const double candidate = epsilon * (1 + past);
    if (needed(candidate) <= candidate) return candidate;
    epsilon = std::max(epsilon, needed(epsilon));
  }
  return infinity;
}

double delta_of(Accountant accountant, const Cost& cost, double epsilon, const RoundShares& shares) {
  Faults faults;
  check(cost, faults);
  faults.throw_if_any();
  const double delta = delta_of(accountant, {.alpha = cost.alpha, .epsilon = epsilon}, shares);
  const double slack = slack_of(accountant, cost, epsilon);
  return slack == 0 ? delta : std::min(1.0, from_above(delta + slack));
}

}  // namespace sotto
