// SPDX-License-Identifier: MIT
// What the rules of all claims share. Seen by sources of this folder alone.
#pragma once

#include "sotto/study/curve.hpp"

namespace sotto {

/// A difference is seen from this many standard errors on: by luck once in 740 judgements.
inline constexpr double sure = 3;

/// A curve that an experiment of ours has; std::logic_error where it lacks it.
Curve required(const std::vector<Observation>& observations, const std::string& series, const std::string& metric);

/// "0.00128 +- 3e-05"
std::string value_with_doubt(const MeasuredPoint& point);

}  // namespace sotto
