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

/// ln(epsilon/limit): negative where the limit is kept, positive where it is not; at 0 and infinity too.
struct Kept {
  double epsilon;
  double limit;
  double log_excess() const {
    return epsilon <= limit ? std::min(-smallest_normal, log_ratio()) : std::max(smallest_normal, log_ratio());
  }

 private:
  double log_ratio() const { return epsilon == limit ? 0 : std::log(epsilon) - std::log(limit); }
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
    return Kept{.epsilon = epsilon({.alpha = alpha, .delta = budget.delta}), .limit = budget.epsilon}.log_excess();
  };
  // The exact curve bounds every valid composition; the classic calibration may lie above it, and is no guarantee then.
  double high = alpha_on_curve(budget);
  if (high < smallest_normal) return 0;
  while (excess(high) <= 0 && high < largest_alpha) high *= 4;
  if (excess(high) <= 0) return largest_alpha;
  double low = high / 4;
  for (; low >= smallest_normal && excess(low) > 0; low /= 4) high = low;
  if (low < smallest_normal) return 0;
  return narrowed(excess, {.low = low, .high = high}).low * (1 - safety);
}

double ComposedRounds::delta(const AlphaAtEpsilon& at) const {
  const auto kept = [&](double delta) {
    return -Kept{.epsilon = epsilon({.alpha = at.alpha, .delta = delta}), .limit = at.epsilon}.log_excess();
  };
  const Bracket all{.low = std::min(0.5, 4 * smallest_normal * shares_.rounds()), .high = std::nextafter(1.0, 0.0)};
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
