// SPDX-License-Identifier: MIT
// The attack on noise that is added in doubles: the last bits of a message show which estimates it cannot come from.
#pragma once

#include "sotto/audit/likelihood_ratio.hpp"
#include "sotto/audit/protocol.hpp"
#include "sotto/audit/rates.hpp"

namespace sotto {

/// The power of two that x + v, rounded to a double, is a multiple of, whatever the double v; 0 when there is none.
double forced_grid(double x);

struct FloatingPointRequest {
  const Protocol& protocol;
  AttackTarget target;
  const Hypothesis& neighbour;
  std::uint32_t transcripts;  ///< a side
  double epsilon;             ///< at which delta is bounded
  double confidence;
};

/// The attacker says "data" of a message that is off the grid which the neighbour's estimate would force.
struct FloatingPointAttack {
  Count right;
  Count wrong;
  double delta_at_least;  ///< P(right) <= e^eps P(wrong) + delta, with the confidence asked for
};

FloatingPointAttack attack_floating_point(const FloatingPointRequest& request);

}  // namespace sotto
