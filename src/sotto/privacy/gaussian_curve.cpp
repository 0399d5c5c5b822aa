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

#include "sotto/privacy/mills_ratio.hpp"

namespace sotto {
namespace {

constexpr double log_sqrt_two_pi = 0.91893853320467274178;

/// Relative distance kept from a root. Tests find the evaluation good to 1e-14 at the worst corner of
/// eps 1e-6..700, delta 1e-300..0.5; the reference allows 1e-9 below and nothing above.
constexpr double safety = 1e-13;

/// Bisection in ln x for the last x in [low, high] where `kept` holds; `kept` is true at low, and once false stays so.
template <class Predicate>
double last_where(Predicate kept, double low, double high) {
  while (high / low > 1 + 4 * std::numeric_limits<double>::epsilon()) {
    const double middle = high / low > 4 ? std::sqrt(low) * std::sqrt(high) : low + (high - low) / 2;
    if (middle <= low || middle >= high) break;
    (kept(middle) ? low : high) = middle;
  }
  return low;
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
  const auto keeps = [&](double alpha) {
    return log_delta_on_curve({.alpha = alpha, .epsilon = budget.epsilon}) <= log_delta;
  };
  // Bracket: delta(eps; alpha) grows with alpha from 0 to 1.
  double low = budget.epsilon, high = budget.epsilon;
  while (!keeps(low) && low > 0) low /= 4;
  while (keeps(high) && high < 1e300) high *= 4;
  if (!keeps(low) || keeps(high))
    throw InvalidInput(
        {"privacy.epsilon", show(budget.epsilon), "no noise scale for this budget fits double precision"},
        FaultKind::numerical);
  double alpha = last_where(keeps, low, high) * (1 - safety);
  while (!keeps(alpha)) alpha *= 1 - safety;
  return alpha;
}

double epsilon_on_curve(const AlphaAtDelta& at) {
  const double log_delta = std::log(at.delta);
  const auto exceeds = [&](double epsilon) {
    return log_delta_on_curve({.alpha = at.alpha, .epsilon = epsilon}) > log_delta;
  };
  if (!exceeds(0)) return 0;
  double high = std::max(at.alpha, std::sqrt(at.alpha));
  while (exceeds(high)) high *= 4;
  double low = high;
  while (!exceeds(low) && low > std::numeric_limits<double>::min()) low /= 4;
  const double epsilon = last_where(exceeds, low, high);
  // d eps/d mu = 1/m(b) < b + 4/3, so a relative error of mu moves epsilon by less than epsilon + mu^2/2 + 2 mu times
  // it.
  const double mu = std::sqrt(at.alpha);
  return epsilon + safety * (epsilon + at.alpha + 2 * mu) + std::numeric_limits<double>::min();
}

double delta_on_curve(const AlphaAtEpsilon& at) {
  if (at.alpha == 0) return 0;
  // From above: the curve of a run that costs a little more.
  const double log_delta = log_delta_on_curve({.alpha = at.alpha * (1 + safety), .epsilon = at.epsilon});
  return std::min(1.0, std::exp(log_delta) * (1 + safety) + std::numeric_limits<double>::denorm_min());
}

}  // namespace sotto
