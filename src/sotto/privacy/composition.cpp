// SPDX-License-Identifier: MIT
// Composition of rounds that are each calibrated by themselves.
#include "sotto/privacy/composition.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

#include "sotto/privacy/root_search.hpp"
#include "sotto/privacy/safe_side.hpp"

namespace sotto {
namespace {

constexpr double infinity = std::numeric_limits<double>::infinity();
constexpr double smallest = std::numeric_limits<double>::min();

/// More than the rounding of a sum over the groups and the width of a bracket.
constexpr double safety = 1e-13;

/// ln(value/limit): its sign says on which side of the limit a value lies, at 0 and infinity too.
struct Compared {
  double value;
  double limit;
  double log_ratio() const { return value == limit ? 0 : std::log(value) - std::log(limit); }
};

}  // namespace

double ComposedRounds::delta_of_a_round(double delta) const {
  return from_below(delta / shares_.rounds() / (kind_.composition == Composition::advanced ? 2 : 1));
}

double ComposedRounds::round_epsilon(const AlphaAtDelta& at) const {
  if (kind_.calibration == Calibration::exact) return epsilon_on_curve(at);
  return from_above(std::sqrt(at.alpha) * std::sqrt(2 * (std::log(1.25) - std::log(at.delta))));
}

double ComposedRounds::epsilon(const AlphaAtDelta& at) const {
  const double delta = delta_of_a_round(at.delta);
  if (!(delta > 0)) return infinity;
  double sum = 0, squares = 0, expected_loss = 0;
  for (const auto& [root, count] : shares_.groups()) {
    const double epsilon = round_epsilon({.alpha = from_above(at.alpha * root * root), .delta = delta});
    sum += count * epsilon;
    squares += count * epsilon * epsilon;
    if (epsilon > 0) expected_loss += count * epsilon * std::expm1(epsilon);
  }
  if (kind_.composition == Composition::basic) return sum * (1 + safety);
  const double log_slack = std::log(2.0) - std::log(at.delta);
  return (std::sqrt(2 * log_slack) * std::sqrt(squares) + expected_loss) * (1 + safety);
}

double ComposedRounds::alpha(const PrivacyBudget& budget) const {
  const auto excess = [&](double alpha) {
    return Compared{.value = epsilon({.alpha = alpha, .delta = budget.delta}), .limit = budget.epsilon}.log_ratio();
  };
  // The exact curve bounds every valid composition; the classic calibration may lie above it, and is no guarantee then.
  double high = alpha_on_curve(budget);
  while (excess(high) <= 0 && high < 1e300) high *= 4;
  double low = high / 4;
  for (; low >= smallest && excess(low) > 0; low /= 4) high = low;
  if (low < smallest) return 0;
  return narrowed(excess, {.low = low, .high = high}).low * (1 - safety);
}

double ComposedRounds::delta(const AlphaAtEpsilon& at) const {
  const auto kept = [&](double delta) {
    return Compared{.value = at.epsilon, .limit = epsilon({.alpha = at.alpha, .delta = delta})}.log_ratio();
  };
  const Bracket all{.low = std::min(0.5, 4 * smallest * shares_.rounds()), .high = std::nextafter(1.0, 0.0)};
  if (kept(all.low) >= 0) return all.low;
  if (kept(all.high) < 0) return 1;
  return std::min(1.0, narrowed(kept, all).high * (1 + safety));
}

double ComposedRounds::largest_round_epsilon(const AlphaAtDelta& at) const {
  const double delta = delta_of_a_round(at.delta);
  double root = 0;
  for (const RoundShares::Group& group : shares_.groups()) root = std::max(root, group.root);
  return delta > 0 ? round_epsilon({.alpha = at.alpha * root * root, .delta = delta}) : infinity;
}

}  // namespace sotto
