// SPDX-License-Identifier: MIT
// Accountants: Theorem 1 and the root in its proof in closed form; the exact curve lies beside.
#include "sotto/privacy/accountant.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

namespace sotto {
namespace {

/// More than the rounding of the few operations in each closed form below.
constexpr double few_ulps = 16 * std::numeric_limits<double>::epsilon();
double from_below(double value) {
  return value * (1 - few_ulps);
}
double from_above(double value) {
  return value * (1 + few_ulps);
}

/// l = ln(2/delta), in log space: 2/delta itself may overflow.
double log_two_over(double delta) {
  return std::log(2.0) - std::log(delta);
}

/// (eq:thm:dp) alpha <= eps^2 / (eps + 2 l).
double theorem1_alpha(const PrivacyBudget& b) {
  return b.epsilon * (b.epsilon / (b.epsilon + 2 * log_two_over(b.delta)));
}
double theorem1_epsilon(const AlphaAtDelta& at) {
  return (at.alpha + std::sqrt(at.alpha * (at.alpha + 8 * log_two_over(at.delta)))) / 2;
}
double theorem1_log_half_delta(const AlphaAtEpsilon& at) {
  return at.epsilon * (1 - at.epsilon / at.alpha) / 2;
}

/// (*) in the proof: the smaller root of (eps - alpha/2)^2 = 2 alpha l, written without cancellation.
double root_alpha(const PrivacyBudget& b) {
  const double l = log_two_over(b.delta);
  const double sum = b.epsilon + 2 * l;
  return 2 * b.epsilon * (b.epsilon / (sum + 2 * std::sqrt(l * (b.epsilon + l))));  // sum^2 - eps^2 = 4 l (eps + l)
}
double root_epsilon(const AlphaAtDelta& at) {
  return at.alpha / 2 + std::sqrt(2 * at.alpha * log_two_over(at.delta));
}
double root_log_half_delta(const AlphaAtEpsilon& at) {
  const double distance = at.epsilon - at.alpha / 2;
  return distance > 0 ? -distance * (distance / (2 * at.alpha)) : 0;
}

/// delta = 2 e^(log_half), at most 1; the exponent's own rounding is |log_half| ulps of delta.
double delta_from(double log_half) {
  const double rounded_up = log_half + few_ulps * (1 + std::abs(log_half));
  return std::min(1.0, 2 * std::exp(rounded_up) + std::numeric_limits<double>::denorm_min());
}

void check(const AlphaAtDelta& at) {
  Faults faults;
  if (!std::isfinite(at.alpha) || at.alpha < 0) faults.add({"alpha", show(at.alpha), "must be finite and >= 0"});
  if (!(at.delta > 0) || !(at.delta < 1)) faults.add({"delta", show(at.delta), "must lie strictly between 0 and 1"});
  faults.throw_if_any();
}
void check(const AlphaAtEpsilon& at) {
  Faults faults;
  if (!std::isfinite(at.alpha) || at.alpha < 0) faults.add({"alpha", show(at.alpha), "must be finite and >= 0"});
  if (!std::isfinite(at.epsilon) || at.epsilon < 0)
    faults.add({"epsilon", show(at.epsilon), "must be finite and >= 0"});
  faults.throw_if_any();
}

}  // namespace

std::string_view name_of(Accountant accountant) {
  switch (accountant) {
    case Accountant::paper:
      return "paper";
    case Accountant::root:
      return "root";
    case Accountant::exact:
      return "exact";
  }
  return "";
}

double alpha_limit(Accountant accountant, const PrivacyBudget& budget) {
  check(budget);
  switch (accountant) {
    case Accountant::paper:
      return from_below(theorem1_alpha(budget));
    // The two differ by less than an ulp when eps << l; their order must not depend on rounding.
    case Accountant::root:
      return from_below(std::max(root_alpha(budget), theorem1_alpha(budget)));
    case Accountant::exact:
      return alpha_on_curve(budget);
  }
  return 0;
}

double epsilon_of(Accountant accountant, const AlphaAtDelta& at) {
  check(at);
  if (at.alpha == 0) return 0;
  switch (accountant) {
    case Accountant::paper:
      return from_above(theorem1_epsilon(at));
    case Accountant::root:
      return from_above(std::min(root_epsilon(at), theorem1_epsilon(at)));
    case Accountant::exact:
      return epsilon_on_curve(at);
  }
  return std::numeric_limits<double>::infinity();
}

double delta_of(Accountant accountant, const AlphaAtEpsilon& at) {
  check(at);
  if (at.alpha == 0) return 0;
  switch (accountant) {
    case Accountant::paper:
      return delta_from(theorem1_log_half_delta(at));
    case Accountant::root:
      return delta_from(std::min(root_log_half_delta(at), theorem1_log_half_delta(at)));
    case Accountant::exact:
      return delta_on_curve(at);
  }
  return 1;
}

}  // namespace sotto
