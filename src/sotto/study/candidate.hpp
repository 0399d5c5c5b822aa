// SPDX-License-Identifier: MIT
// What a planner may choose: how noise is spread over rounds, how steps fall, how many rounds and how long Stage II is.
#pragma once

#include <string>
#include <vector>

#include "sotto/consensus/averaging.hpp"
#include "sotto/consensus/plan.hpp"
#include "sotto/simulation/comparison/scenario.hpp"

namespace sotto {

struct Candidate {
  NoiseSchedule schedule;
  StepRule step;
  Round rounds;  ///< T
  bool operator==(const Candidate&) const = default;
};

/// "constant, shifted".
std::string shape_of(const Candidate& candidate);

/// 1, 3, 10, 30, ... up to the most, and the configured T.
std::vector<Round> rounds_to_try(const Configuration& configuration);

/// Every schedule worth trying (the paper's own leaves budget unused, so it is never better than its normalised form)
/// with every step rule that differs on this problem, for every T. The default comes first.
std::vector<Candidate> all_candidates(const Scenario& scenario);

/// The configuration with a candidate's choices; nodes with a promise of their own follow its schedule too.
Configuration with(Configuration configuration, const Candidate& candidate);

/// Stage II should last until disagreement no longer matters beside the noise that no averaging removes.
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
/// sqrt(p/N) M_T. Never more than a million; on a graph that does not mix, that many.
StageTwoChoice choose_stage_two(const Plan& plan, const StageTwoNeed& need);

}  // namespace sotto
