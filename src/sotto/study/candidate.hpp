// SPDX-License-Identifier: MIT
// What a planner may choose: how noise is spread over the rounds, how steps fall, how many rounds there are, whom
// members trust, what is free of privacy cost, and how the problem itself is set.
#pragma once

#include <optional>
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
  bool clipped = false;                           ///< problem.clip = "half-norm"
  std::uint32_t colluders = 0;                    ///< q of masked sums; 0: trust in nobody
  std::optional<double> row_norm = std::nullopt;  ///< data.row_norm; nothing: as long as declared ranges allow
  double regularisation = 0;                      ///< of a linear model
  bool operator==(const Candidate&) const = default;

  /// Whether records, their constants and what is minimised are the same.
  bool has_the_problem_of(const Candidate& other) const {
    return clipped == other.clipped && row_norm == other.row_norm && regularisation == other.regularisation;
  }

  /// How often nodes speak before Stage II.
  std::uint64_t rounds_on_the_wire() const { return std::uint64_t{rounds - 1} * mixing_rounds + 1; }
};

/// "shifted steps", and what is not the default: "paper noise, constant steps, momentum, clipped".
std::string shape_of(const Candidate& candidate);

/// What of its problem is not as configured: ", row_norm = 0.5, regularisation = 0.001". Empty where all is.
std::string problem_words(const Candidate& candidate, const Candidate& configured);

/// 1, 3, 10, 30, ... up to the most, and the configured T.
std::vector<Round> rounds_to_try(const Configuration& configuration);

/// Constant noise and shifted steps at the configured T, with the trust and the problem that are configured.
Candidate configured_candidate(const Configuration& configuration);

/// The same for every T.
std::vector<Candidate> for_every_rounds(const Candidate& candidate, const Configuration& configuration);

/// Every other schedule worth trying (the paper's own leaves budget unused, so it is never better than its normalised
/// form) with every step rule that differs on this problem.
std::vector<Candidate> reshaped(const Candidate& best, const Scenario& scenario);

/// What differs from the best in one more choice: mixing rounds, momentum or output, each at its T and near it.
std::vector<Candidate> variants_of(const Candidate& best, const Scenario& scenario);

/// What differs from the best in the problem. A clip comes with momentum too, at its T and near it.
std::vector<Candidate> clipped_otherwise(const Candidate& best, const Scenario& scenario);
/// Rows of half and a quarter of their norm, and of twice a norm that is configured.
std::vector<Candidate> scaled_otherwise(const Candidate& best, const Scenario& scenario);
/// A tenth and ten times the regularisation.
std::vector<Candidate> regularised_otherwise(const Candidate& best, const Scenario& scenario);
/// A candidate at its T and two smaller ones, as it is and with momentum.
std::vector<Candidate> family_of(const Candidate& candidate, const Scenario& scenario);
/// Whether clipping is a choice: of a linear model whose clip is no number of the configuration.
bool may_clip(const Configuration& configuration);

/// The configuration with a candidate's choices; nodes with a promise of their own follow its schedule too.
Configuration with(Configuration configuration, const Candidate& candidate);

}  // namespace sotto
