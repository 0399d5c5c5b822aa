// SPDX-License-Identifier: MIT
// A lower bound on epsilon from scores: no (eps, delta) mechanism with a smaller eps would give them, but by bad luck.
#pragma once

#include "sotto/audit/collect.hpp"
#include "sotto/audit/rates.hpp"

namespace sotto {

/// The attacker says "data" at or above the threshold, "neighbour" at or below its negative, and nothing in between.
struct EpsilonBound {
  double threshold;
  Count right;         ///< said, and true
  Count wrong;         ///< said, and false
  double lower_bound;  ///< max(0, ln((P(right) from below - delta) / (P(wrong) from above)))
};

struct BoundRequest {
  double delta;
  double confidence;  ///< of the bound; either rate has half of what is left
};

/// The threshold with the best bound on these scores. To be applied to others.
double choose_threshold(const Scores& selection, const BoundRequest& request);

EpsilonBound bound_epsilon(const Scores& held_out, double threshold, const BoundRequest& request);

/// How often the sign of the score names the right dataset; a score of 0 is half right.
double accuracy(const Scores& scores);

}  // namespace sotto
