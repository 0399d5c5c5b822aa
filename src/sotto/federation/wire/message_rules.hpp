// SPDX-License-Identifier: MIT
// What the values of a message may be: public, from the sender's plan alone.
#pragma once

#include <span>
#include <string>

#include "sotto/consensus/plan.hpp"

namespace sotto {

/// Stage I: whole numbers below 2^53 of the round's grid, so neither NaN nor infinities, subnormal numbers nor 1e308.
/// Stage II: zero or normal, and no larger than averaging such numbers can make them.
class MessageRules {
 public:
  /// `averaged_limit`: no |value| of an honest Stage II lies above it.
  MessageRules(const Plan& sender, double averaged_limit);

  /// The rule that a message of this round breaks; empty where it breaks none.
  std::string broken_by(Round round, std::span<const double> values) const;

 private:
  Plan plan_;
  double averaged_limit_;
};

/// The largest |value| that the last noisy message of a plan can have.
double largest_noisy_value(const Plan& plan);

}  // namespace sotto
