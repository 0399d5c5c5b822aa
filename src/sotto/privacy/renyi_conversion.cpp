// SPDX-License-Identifier: MIT
// From zCDP to (epsilon, delta) by the best Renyi order.
//
// With b = a - 1 the exponent is f(b) = b ((b+1) rho - eps - ln(1 + 1/b)) - ln(1 + b). It is convex, and
// f'(b) = (2b+1) rho - eps - ln(1 + 1/b) grows from -infinity: one order is best, and there f = -b^2 rho - ln(1 + b),
// where nothing cancels.
#include "sotto/privacy/renyi_conversion.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

#include "sotto/privacy/root_search.hpp"
#include "sotto/privacy/safe_side.hpp"
#include "sotto/privacy/tail_bound.hpp"

namespace sotto {
namespace {

constexpr TailRoot bun_steinke{TailRoot::Sides::one};  // never better, and in closed form: where searches start

double best_order_less_one(const AlphaAtEpsilon& at) {
  const double rho = at.alpha / 2;
  const auto slope = [&](double b) { return (2 * b + 1) * rho - at.epsilon - std::log1p(1 / b); };
  // Where b >= 1, ln(1 + 1/b) < 1; where b <= 1, it is above -ln b, and (2b+1) rho is at most 3 rho.
  const double low = std::max(1e-300, std::exp(-3 * rho));
  const double high = std::min(1e150, 1 + (at.epsilon + 1) / at.alpha);
  return narrowed(slope, {.low = low, .high = std::max(low, high)}).low;
}

/// A logarithm from below: it is at most -1e-16, or 0.
double certain_log(double delta) {
  return std::log(delta) * (1 + few_ulps);
}

}  // namespace

double log_delta_by_renyi(const AlphaAtEpsilon& at) {
  const double rho = at.alpha / 2, b = best_order_less_one(at);
  const double gained = (b + 1) * rho, log_order = std::log1p(1 / b), log_sum = std::log1p(b);
  const double rounding = few_ulps * (b * (gained + at.epsilon + log_order) + log_sum);
  const double value = b * (gained - at.epsilon - log_order) - log_sum + rounding;
  return value < 0 ? value : 0;
}

double alpha_by_renyi(const PrivacyBudget& budget) {
  const double log_delta = certain_log(budget.delta);
  const auto excess = [&](double alpha) {
    return log_delta_by_renyi({.alpha = alpha, .epsilon = budget.epsilon}) - log_delta;
  };
  const double start = bun_steinke.alpha(budget), low = std::max(start, std::numeric_limits<double>::min());
  double high = low;
  while (excess(high) <= 0 && high < largest_alpha) high *= 4;
  return high > low && excess(high) > 0 ? narrowed(excess, {.low = low, .high = high}).low : start;
}

double epsilon_by_renyi(const AlphaAtDelta& at) {
  const double log_delta = certain_log(at.delta);
  const auto kept = [&](double epsilon) {
    return log_delta - log_delta_by_renyi({.alpha = at.alpha, .epsilon = epsilon});
  };
  if (kept(0) >= 0) return 0;
  const double start = bun_steinke.epsilon(at);
  double low = start;
  while (kept(low) > 0 && low > std::numeric_limits<double>::min()) low /= 4;
  return low < start ? narrowed(kept, {.low = low, .high = start}).high : start;
}

double delta_by_renyi(const AlphaAtEpsilon& at) {
  return std::min(bun_steinke.delta(at), from_above(std::exp(log_delta_by_renyi(at))));
}

}  // namespace sotto
