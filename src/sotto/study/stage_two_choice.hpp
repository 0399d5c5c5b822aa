// SPDX-License-Identifier: MIT
// How long Stage II should be: until disagreement no longer matters beside the noise that no averaging removes.
#pragma once

#include "sotto/consensus/averaging.hpp"
#include "sotto/consensus/plan.hpp"

namespace sotto {

struct StageTwoChoice {
  Consensus consensus = Consensus::plain;
  Round rounds = 0;
  double left = 0;  ///< bound on (disagreement) / (noise that the last message leaves in the mean), as lengths
};

struct StageTwoNeed {
  double nodes;
  double dimension;
  double mixing_rate;   ///< beta
  double disagreement;  ///< of the messages y(T+1): mean over nodes of the squared distance to their mean
};

/// The fewest rounds, with plain or Chebyshev's averaging, after which the distance to the mean is at most a tenth of
/// sqrt(p/N) M_T, or of what output weights make of the messages' noise. Never more than a million; on a graph that
/// does not mix, that many. Where a plan has mixing rounds, those are Chebyshev's, and so is Stage II. None with masked
/// sums.
StageTwoChoice choose_stage_two(const Plan& plan, const StageTwoNeed& need);

}  // namespace sotto
