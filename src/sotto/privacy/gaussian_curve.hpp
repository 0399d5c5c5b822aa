// SPDX-License-Identifier: MIT
// The exact trade-off of a run: with alpha = sum of Delta(t)^2/M_t^2 the whole transcript is sqrt(alpha)-GDP.
#pragma once

#include "sotto/privacy/budget.hpp"

namespace sotto {

/// A run's cost seen at one epsilon, or at one delta.
struct AlphaAtEpsilon {
  double alpha;
  double epsilon;
};
struct AlphaAtDelta {
  double alpha;
  double delta;
};

/// As good as no noise. Costs above it are refused, and no budget is said to allow more: squares of it must not matter.
inline constexpr double largest_alpha = 1e300;

/// ln delta(eps) = ln( Phi(-eps/mu + mu/2) - e^eps Phi(-eps/mu - mu/2) ), mu = sqrt(alpha); as good as mu to a few
/// ulps.
double log_delta_on_curve(const AlphaAtEpsilon& at);

/// The largest alpha that keeps the budget, from below: the true root is never exceeded. 0 when no positive double
/// does.
double alpha_on_curve(const PrivacyBudget& budget);

/// The smallest epsilon (>= 0) at a delta, from above.
double epsilon_on_curve(const AlphaAtDelta& at);

/// delta(eps) from above.
double delta_on_curve(const AlphaAtEpsilon& at);

}  // namespace sotto
