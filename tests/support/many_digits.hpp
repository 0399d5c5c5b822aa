// SPDX-License-Identifier: MIT
// The accountants again, in 100 digits and straight from their definitions: the judge of the double-precision ones.
#pragma once

#include "sotto/privacy/accountant.hpp"

namespace sotto::test {

/// ln delta(eps; alpha) minus ln(delta): positive means the budget is broken.
double log_excess(const AlphaAtEpsilon& at, double delta);

/// The same for any accountant, over equal rounds: positive means that the promise is broken.
struct Promise {
  Accountant accountant;
  PrivacyBudget budget;
  double alpha;
  unsigned rounds = 1;
};
double log_excess(const Promise& promise);

/// The root of delta(eps; alpha) = delta near `guess`, as relative distance (root - guess)/guess.
double relative_distance_to_root(const PrivacyBudget& budget, double guess);

}  // namespace sotto::test
