// SPDX-License-Identifier: MIT
// Accountants in closed form. Everything in logarithms: 2/delta may overflow, and so may a square of alpha.
#include "sotto/privacy/tail_bound.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

#include "sotto/privacy/safe_side.hpp"

namespace sotto {
namespace {

constexpr double log_two = 0.693147180559945309417;

/// e^log_delta from above, at most 1; the exponent's own rounding is |log_delta| ulps of delta.
double delta_from(double log_delta) {
  const double bounded = std::max(log_delta, -1000.0);  // far below the smallest double
  return std::min(1.0, from_above(std::exp(bounded + few_ulps * (1 + std::abs(bounded)))));
}

double log_sides(TailRoot::Sides sides) {
  return sides == TailRoot::Sides::two ? log_two : 0.0;
}

}  // namespace

double Theorem1::alpha(const PrivacyBudget& b) {
  return from_below(b.epsilon * (b.epsilon / (b.epsilon + 2 * (log_two - std::log(b.delta)))));
}

double Theorem1::epsilon(const AlphaAtDelta& at) {
  const double l = log_two - std::log(at.delta);
  return from_above(at.alpha / 2 + std::sqrt(at.alpha) * std::sqrt(at.alpha / 4 + 2 * l));
}

double Theorem1::delta(const AlphaAtEpsilon& at) {
  return delta_from(log_two + at.epsilon * (1 - from_below(at.epsilon / at.alpha)) / 2);
}

/// The smaller root, written without cancellation: (eps + 2 l)^2 - eps^2 = 4 l (eps + l).
double TailRoot::alpha(const PrivacyBudget& b) const {
  const double l = log_sides(sides) - std::log(b.delta);
  const double sum = b.epsilon + 2 * l + 2 * std::sqrt(l) * std::sqrt(b.epsilon + l);
  return from_below(2 * b.epsilon * (b.epsilon / sum));
}

double TailRoot::epsilon(const AlphaAtDelta& at) const {
  const double l = log_sides(sides) - std::log(at.delta);
  return from_above(at.alpha / 2 + std::sqrt(at.alpha) * std::sqrt(2 * l));
}

double TailRoot::delta(const AlphaAtEpsilon& at) const {
  const double distance = at.epsilon - at.alpha / 2;
  if (!(distance > 0)) return 1;
  // From above: epsilon and alpha/2 may nearly cancel, so the distance is shortened by their rounding first.
  const double certain = distance - few_ulps * at.epsilon;
  return certain > 0 ? delta_from(log_sides(sides) - certain * (certain / at.alpha / 2)) : 1;
}

}  // namespace sotto
