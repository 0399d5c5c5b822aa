// SPDX-License-Identifier: MIT
// What a planner may choose: how noise is spread over the rounds, how steps fall, and how many rounds there are.
#pragma once

#include <string>
#include <vector>

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

}  // namespace sotto
