// SPDX-License-Identifier: MIT
// What a planner may choose: how noise is spread over the rounds, how steps fall, how many rounds there are, whom
// members trust, and what is free of privacy cost.
#pragma once

#include <string>
#include <vector>

#include "sotto/simulation/comparison/scenario.hpp"

namespace sotto {

struct Candidate {
  NoiseSchedule schedule;
  StepRule step;
  Round rounds;             ///< T
  Round mixing_rounds = 1;  ///< K, by Chebyshev's averaging
  Acceleration acceleration = Acceleration::none;
  Output output = Output::last;
  bool clipped = false;         ///< problem.clip = "half-norm"
  std::uint32_t colluders = 0;  ///< q of masked sums; 0: trust in nobody
  bool operator==(const Candidate&) const = default;

  /// How often nodes speak before Stage II.
  std::uint64_t rounds_on_the_wire() const { return std::uint64_t{rounds - 1} * mixing_rounds + 1; }
};

/// "constant, shifted", and what is not the default: "constant, constant, nesterov, clipped".
std::string shape_of(const Candidate& candidate);

/// 1, 3, 10, 30, ... up to the most, and the configured T.
std::vector<Round> rounds_to_try(const Configuration& configuration);

/// Every schedule worth trying (the paper's own leaves budget unused, so it is never better than its normalised form)
/// with every step rule that differs on this problem, for every T, with the trust and the clipping that are configured.
/// The default comes first.
std::vector<Candidate> all_candidates(const Scenario& scenario);

/// The default schedule and steps with trust in all but q, for every T.
std::vector<Candidate> usual_candidates(const Scenario& scenario, std::uint32_t colluders);

/// What differs from the best of all_candidates() in one more choice: mixing rounds, momentum or output, each at its T
/// and near it.
std::vector<Candidate> variants_of(const Candidate& best, const Scenario& scenario);

/// The best with the other clipping, plain and with momentum, at its T and near it; and the best variant.
std::vector<Candidate> clipped_otherwise(const Candidate& best, const Candidate& best_variant,
                                         const Scenario& scenario);
/// Whether clipping is a choice: of a linear model whose clip is no number of the configuration.
bool may_clip(const Configuration& configuration);

/// The configuration with a candidate's choices; nodes with a promise of their own follow its schedule too.
Configuration with(Configuration configuration, const Candidate& candidate);

}  // namespace sotto
