// SPDX-License-Identifier: MIT
// The attack's trade-off between its two errors, measured, with the curve of the exact accountant beside it.
#pragma once

#include "sotto/audit/epsilon_bound.hpp"

namespace sotto {

struct RateWithLimits {
  double rate;
  double at_least;
  double at_most;
};

/// The attacker says "data" at or above the threshold.
struct TradeOffPoint {
  double threshold;
  RateWithLimits false_positive;  ///< said "data" of the neighbour
  RateWithLimits false_negative;  ///< did not say so of the data
  double exact_false_negative;    ///< G_mu at the measured false-positive rate: the least that any attack can have
};

struct TradeOffRequest {
  double confidence;  ///< of each point's limits, two-sided, one point at a time
  double alpha;       ///< mu^2 of the exact curve
  std::size_t points = 200;
};

std::vector<TradeOffPoint> trade_off(const Scores& held_out, const TradeOffRequest& request);

}  // namespace sotto
