// SPDX-License-Identifier: MIT
// A lower bound on epsilon from scores: no (eps, delta) mechanism with a smaller eps would give them, but by bad luck.
#pragma once

#include "sotto/audit/collect.hpp"
#include "sotto/audit/rates.hpp"

namespace sotto {

/// What the attacker dares to say: "data" at or above the threshold, "neighbour" at or below its negative, or either.
enum class Says { data, neighbour, either };

struct DecisionRule {
  Says says;
  double threshold;
};

struct EpsilonBound {
  DecisionRule rule;
  Count right;         ///< said, and true, of all transcripts where it would be
  Count wrong;         ///< said, and false, of all transcripts where it would be
  double lower_bound;  ///< max(0, ln((P(right) from below - delta) / (P(wrong) from above)))
};

struct BoundRequest {
  double delta;
  double confidence;  ///< of the bound; either rate has half of what is left
};

/// The rule with the best bound on these scores. To be applied to others.
DecisionRule choose_rule(const Scores& selection, const BoundRequest& request);

EpsilonBound bound_epsilon(const Scores& held_out, const DecisionRule& rule, const BoundRequest& request);

/// How often the sign of the score names the right dataset; a score of 0 is half right.
double accuracy(const Scores& scores);

}  // namespace sotto
