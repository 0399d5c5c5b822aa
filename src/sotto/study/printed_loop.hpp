// SPDX-License-Identifier: MIT
// An attack on the loop as printed: a listener finds the first node's gradient from messages alone.
#pragma once

#include "sotto/simulation/comparison/scenario.hpp"

namespace sotto {

/// ||found - true|| / ||true|| for grad f_1(z_1(T)), found as (z_1(T) - y_1(T+1))/eta_T from what the printed loop
/// sends. With the noise of the safe loop it would be far from it.
struct RecoveredGradient {
  double from_printed_loop;
  double from_safe_loop;
};
RecoveredGradient recover_gradient(const Scenario& scenario);

}  // namespace sotto
