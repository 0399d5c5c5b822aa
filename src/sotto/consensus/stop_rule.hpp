// SPDX-License-Identifier: MIT
// When Stage II ends: after a number of rounds that beta decides, or when messages hardly change. Public either way.
#pragma once

#include <span>
#include <variant>

#include "sotto/consensus/averaging.hpp"
#include "sotto/consensus/plan.hpp"
#include "sotto/graph/weight_matrix.hpp"
#include "sotto/privacy/released.hpp"

namespace sotto {

/// Exactly this many rounds.
struct FixedRounds {
  Round rounds;
};

/// As many rounds as bring the distance to the mean down to `tolerance` of what it was, by the bound that
/// disagreement_left() gives, at most cap.
struct UntilContracted {
  double tolerance;
  Round cap;
};

/// Until no node's message changes by more than `tolerance` of its length from one round to the next, at most cap.
struct UntilAgreement {
  double tolerance;
  Round cap;
};

using StopRule = std::variant<FixedRounds, UntilContracted, UntilAgreement>;

/// The rule that a plan needs: with masked sums all nodes agree when Stage I ends, so Stage II has no rounds.
StopRule rule_for(const Plan& plan, const StopRule& configured);

/// What a rule means on a network, known before the run.
struct StageTwo {
  Round most_rounds;
  bool cap_binds;            ///< the tolerance would need more rounds than the cap allows
  double disagreement_left;  ///< bound on (distance to the mean at the end) / (at the start)
};
StageTwo stage_two(const StopRule& rule, const Averaging& averaging);

/// For an engine, which does not need `disagreement_left`. It computes beta only where the rule or the averaging depend
/// on it: on a large graph beta costs more than the run.
Averaging averaging_for(const StopRule& rule, Consensus consensus, const WeightMatrix& weights);

/// One node's message in two rounds, wherever it lies.
struct MessageChange {
  const double* before;
  const double* after;
  std::size_t dimension;
  std::size_t stride = 1;  ///< from a coordinate to the next
};
/// ||after - before|| / ||before||; 0 where nothing moved.
double relative_change(const MessageChange& message);

/// What UntilAgreement looks at: the maximum over nodes, decided from messages only.
double largest_relative_change(std::span<const Released> before, std::span<const Released> after);

}  // namespace sotto
