// SPDX-License-Identifier: MIT
// Records that are made up: what is simulated where no file is opened.
#pragma once

#include <memory>
#include <utility>
#include <vector>

#include "sotto/study/candidate.hpp"

namespace sotto {

/// How many draws of records a prediction is shown for.
inline constexpr std::uint32_t made_up_worlds = 5;

/// A node alone is tried on so many times the rows of advice.numbers: it gains most from each, and needs few steps.
inline constexpr std::uint64_t rows_times_more_alone = 8;

/// What is simulated in a configuration's place: on drawn records, seeded, in doubles. `world` counts from 0.
Scenario simulated(const Configuration& configuration, std::uint32_t world = 0);

/// One draw of records and labels, on which candidates may clip, scale and regularise as they like.
class MadeUpWorld {
 public:
  MadeUpWorld(const Configuration& configuration, std::uint32_t number);

  /// With the configured problem.
  const Scenario& configured() const { return *scenarios_.front().second; }
  /// The same population with more rows, for nodes alone.
  const Scenario& alone();
  /// With a candidate's problem; the rest is the configured one's. It lives as long as this does.
  const Scenario& of(const Candidate& candidate);

 private:
  Configuration configuration_;
  std::uint32_t number_;
  std::unique_ptr<const Scenario> alone_;
  std::vector<std::pair<Candidate, std::unique_ptr<const Scenario>>> scenarios_;  ///< the configured one comes first
};

}  // namespace sotto
