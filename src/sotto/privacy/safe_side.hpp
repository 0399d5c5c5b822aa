// SPDX-License-Identifier: MIT
// Rounding to the safe side: a number a little below or above what was computed, by more than its rounding.
#pragma once

#include <algorithm>
#include <limits>

namespace sotto {

inline constexpr double infinity = std::numeric_limits<double>::infinity();

/// More than the rounding of a closed form of a few operations.
inline constexpr double few_ulps = 16 * std::numeric_limits<double>::epsilon();

/// Among subnormal numbers a relative step is lost, hence the absolute one.
inline constexpr double few_smallest = 16 * std::numeric_limits<double>::denorm_min();

inline double from_below(double value) {
  return std::max(0.0, value * (1 - few_ulps) - few_smallest);
}
inline double from_above(double value) {
  return value * (1 + few_ulps) + few_smallest;
}

}  // namespace sotto
