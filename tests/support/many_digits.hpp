// SPDX-License-Identifier: MIT
// The exact curve again, in 100 digits and straight from its definition: the judge of the double-precision one.
#pragma once

#include "sotto/privacy/gaussian_curve.hpp"

namespace sotto::test {

/// ln delta(eps; alpha) minus ln(delta): positive means the budget is broken.
double log_excess(const AlphaAtEpsilon& at, double delta);

/// The root of delta(eps; alpha) = delta near `guess`, as relative distance (root - guess)/guess.
double relative_distance_to_root(const PrivacyBudget& budget, double guess);

}  // namespace sotto::test
