// SPDX-License-Identifier: MIT
// What the scores of two neighbouring datasets come to.
#pragma once

#include <optional>

#include "sotto/audit/trade_off.hpp"

namespace sotto {

/// Mode "pair": two neighbouring datasets, many runs of each.
struct PairAudit {
  EpsilonBound bound;
  double accuracy;  ///< of the sign of the likelihood ratio
  /// On epsilon, from the share of right signs, of a Gaussian mechanism: Phi(mu/2) is the most that mu allows. It comes
  /// near the truth by far fewer transcripts than `bound`, which assumes nothing; no verdict rests on it.
  double gaussian_bound;
  double exact_accuracy;      ///< Phi(mu/2): the most that any attack can have
  std::uint64_t transcripts;  ///< held out, a side
  /// Sum of ||x - x'||^2 over the variance of all noise beside it, where malicious nodes hold the node; nothing where
  /// there are none.
  std::optional<double> alpha;
  std::optional<double> used_epsilon;  ///< that it comes to by the exact curve: what the attacked pair could show
  std::vector<TradeOffPoint> curve;
};

struct PairRequest {
  BoundRequest bound;
  double alpha;                      ///< mu^2 of the exact curve, against whoever attacks
  std::optional<double> alpha_used;  ///< by the pair; at most that
};

/// Nothing where an interrupt left too few scores for a bound.
std::optional<PairAudit> judge_pair(const ScoreSets& sets, const PairRequest& request);

}  // namespace sotto
