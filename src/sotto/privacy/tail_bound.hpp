// SPDX-License-Identifier: MIT
// Accountants in closed form, from the Gaussian tail bound e^(-x^2/2) of the privacy loss N(alpha/2, alpha).
#pragma once

#include "sotto/privacy/gaussian_curve.hpp"

namespace sotto {

/// (eq:thm:dp) Theorem 1: alpha <= eps^2 / (eps + 2 ln(2/delta)).
struct Theorem1 {
  static double alpha(const PrivacyBudget& budget);
  static double epsilon(const AlphaAtDelta& at);
  static double delta(const AlphaAtEpsilon& at);
};

/// (*) in its proof: (eps - alpha/2)^2 = 2 alpha ln(sides/delta). Both tails of the loss are the paper's; one is
/// enough, and then it is Bun and Steinke's conversion of zCDP with rho = alpha/2.
struct TailRoot {
  enum class Sides { one, two };
  Sides sides;
  double alpha(const PrivacyBudget& budget) const;
  double epsilon(const AlphaAtDelta& at) const;
  double delta(const AlphaAtEpsilon& at) const;
};

}  // namespace sotto
