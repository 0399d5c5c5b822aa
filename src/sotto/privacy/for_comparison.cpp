// SPDX-License-Identifier: MIT
// Ways to calibrate noise that are met in the literature.
#include "sotto/privacy/for_comparison.hpp"

#include <cmath>
#include <limits>

#include "sotto/privacy/composition.hpp"
#include "sotto/privacy/mills_ratio.hpp"
#include "sotto/privacy/root_search.hpp"
#include "sotto/privacy/tail_bound.hpp"

namespace sotto {
namespace {

/// ln Phi(-x).
double log_upper_tail(double x) {
  if (x < 0) return std::log1p(-0.5 * std::erfc(-x * 0.70710678118654752440));
  return std::log(mills_ratio(x)) - 0.5 * x * x - log_sqrt_two_pi;
}

/// ln P(loss > eps), or of |loss| > eps, for the loss N(alpha/2, alpha).
double log_loss_tail(TailRoot::Sides sides, const AlphaAtEpsilon& at) {
  const double mu = std::sqrt(at.alpha);
  const double upper = log_upper_tail(at.epsilon / mu - mu / 2);
  if (sides == TailRoot::Sides::one) return upper;
  return upper + std::log1p(std::exp(log_upper_tail(at.epsilon / mu + mu / 2) - upper));
}

double alpha_by_loss_tail(TailRoot::Sides sides, const PrivacyBudget& budget) {
  const double log_delta = std::log(budget.delta);
  const auto excess = [&](double alpha) {
    return log_loss_tail(sides, {.alpha = alpha, .epsilon = budget.epsilon}) - log_delta;
  };
  double high = alpha_on_curve(budget);  // the tail is a stronger promise than the curve
  double low = high / 4;
  for (; low >= std::numeric_limits<double>::min() && excess(low) > 0; low /= 4) high = low;
  if (low < std::numeric_limits<double>::min()) return 0;
  return narrowed(excess, {.low = low, .high = high}).low * (1 - safety);
}

ComparisonValue classic(std::string_view name, Composition composition, const PrivacyBudget& budget,
                        const RoundShares& shares) {
  const ComposedRounds rounds({.composition = composition, .calibration = Calibration::classic}, shares);
  const double alpha = rounds.alpha(budget);
  const double round_epsilon = rounds.largest_round_epsilon({.alpha = alpha, .delta = budget.delta});
  return {.name = name,
          .alpha = alpha,
          .round_epsilon = round_epsilon,
          .guarantee = round_epsilon < 1 - 1e-9,
          .note = "classic formula: no guarantee where a round's epsilon is 1 or more"};
}

}  // namespace

std::vector<ComparisonValue> for_comparison(const PrivacyBudget& budget, const RoundShares& shares) {
  check(budget);
  const auto tail = [&](std::string_view name, TailRoot::Sides sides) {
    return ComparisonValue{.name = name,
                           .alpha = alpha_by_loss_tail(sides, budget),
                           .round_epsilon = budget.epsilon,
                           .guarantee = true,
                           .note = "exact tail of the privacy loss: a stronger notion than (epsilon, delta)"};
  };
  return {tail("pdp-two-sided", TailRoot::Sides::two), tail("pdp-one-sided", TailRoot::Sides::one),
          classic("classic-one-shot", Composition::basic, budget, RoundShares()),
          classic("basic-classic", Composition::basic, budget, shares),
          classic("advanced-classic", Composition::advanced, budget, shares)};
}

}  // namespace sotto
