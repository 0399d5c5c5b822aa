// SPDX-License-Identifier: MIT
// The exact trade-off of a run.
//
// With a = eps/mu - mu/2, b = a + mu: b^2 - a^2 = 2 eps, so e^eps phi(b) = phi(a) and
//     delta = Phi(-a) - e^eps Phi(-b) = phi(a) (m(a) - m(b)),   m = Mills ratio.
// The evaluation is as good as a change of mu by a few ulps; the searches below step back by more than that.
#include "sotto/privacy/gaussian_curve.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <optional>

#include "sotto/privacy/mills_ratio.hpp"
#include "sotto/privacy/root_search.hpp"

namespace sotto {
namespace {

/// Where Newton's method finds the curve: from the tail bound, which lies on the far side of it. The slope of ln delta
/// is -m(b) phi(a)/delta. The root in alpha is what plans are made from: it is searched as ever, since other last
/// digits would change every run.
std::optional<double> epsilon_near_root(double alpha, double log_delta) {
  const double mu = std::sqrt(alpha);
  const auto step = [&](double epsilon) {
    const double here = log_delta_on_curve({.alpha = alpha, .epsilon = epsilon}), a = epsilon / mu - mu / 2;
    return (here - log_delta) / (std::exp(-0.5 * a * a - log_sqrt_two_pi - here) * mills_ratio(a + mu));
  };
  return by_newton(alpha / 2 + mu * std::sqrt(-2 * log_delta), step);
}

}  // namespace

double log_delta_on_curve(const AlphaAtEpsilon& at) {
  const double mu = std::sqrt(at.alpha);
  const double a = at.epsilon / mu - mu / 2;
  const double log_density = -0.5 * a * a - log_sqrt_two_pi;
  if (a >= 0 || mu <= 0.5) return log_density + std::log(mills_drop({.from = a, .width = mu}));
  // a < 0 and a wide interval: m(a) could overflow, and delta may be near 1. Its complement is a sum of positive terms.
  const double lower_tail = 0.5 * std::erfc(-a * 0.70710678118654752440);
  return std::log1p(-(lower_tail + std::exp(log_density) * mills_ratio(a + mu)));
}

double alpha_on_curve(const PrivacyBudget& budget) {
  check(budget);
  const double log_delta = std::log(budget.delta);
  const auto excess = [&](double alpha) {
    return log_delta_on_curve({.alpha = alpha, .epsilon = budget.epsilon}) - log_delta;
  };
  // Bracket: delta(eps; alpha) grows with alpha from 0 to 1.
  double low = std::max(budget.epsilon, smallest_normal), high = low;
  while (low >= smallest_normal && excess(low) > 0) low /= 4;
  if (low < smallest_normal) return 0;
  while (excess(high) <= 0 && high < largest_alpha) high *= 4;
  if (excess(high) <= 0) return largest_alpha;
  double alpha = narrowed(excess, {.low = low, .high = high}).low * (1 - safety);
  while (excess(alpha) > 0) alpha *= 1 - safety;
  return std::min(alpha, largest_alpha);
}

double epsilon_on_curve(const AlphaAtDelta& at) {
  const double log_delta = std::log(at.delta);
  const auto kept = [&](double epsilon) {
    return log_delta - log_delta_on_curve({.alpha = at.alpha, .epsilon = epsilon});
  };
  // d eps/d mu = 1/m(b) < b + 4/3, so a relative error of mu moves epsilon by less than epsilon + mu^2/2 + 2 mu times
  // it.
  const auto with_room = [mu = std::sqrt(at.alpha), &at](double epsilon) {
    return epsilon + safety * (epsilon + at.alpha + 2 * mu) + smallest_normal;
  };
  const std::optional<double> near = epsilon_near_root(at.alpha, log_delta);
  if (near && kept(*near * (1 + bracket_width)) >= 0) return with_room(*near * (1 + bracket_width));
  if (kept(0) >= 0) return 0;
  double high = std::max(at.alpha, std::sqrt(at.alpha));
  while (kept(high) < 0) high *= 4;
  double low = high / 4;
  for (; kept(low) >= 0 && low > smallest_normal; low /= 4) high = low;
  return with_room(narrowed(kept, {.low = low, .high = high}).high);
}

double delta_on_curve(const AlphaAtEpsilon& at) {
  if (at.alpha == 0) return 0;
  // From above: the curve of a run that costs a little more.
  const double log_delta = log_delta_on_curve({.alpha = at.alpha * (1 + safety), .epsilon = at.epsilon});
  return std::min(1.0, std::exp(log_delta) * (1 + safety) + std::numeric_limits<double>::denorm_min());
}

}  // namespace sotto
