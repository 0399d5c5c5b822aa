// SPDX-License-Identifier: MIT
// Advice before any record is read: schedule, steps, T and Stage II by predicted error, and whether joining pays.
#pragma once

#include <atomic>
#include <optional>
#include <string>
#include <vector>

#include "sotto/study/candidate.hpp"
#include "sotto/study/prediction_of.hpp"

namespace sotto {

/// The best that can be had for an epsilon.
struct AdviceAt {
  double epsilon;
  PredictedCandidate joining;
  Forecast alone_private;  ///< the best of a node alone that publishes with the same promise
};

struct AdviceForNode {
  NodeId node;
  std::uint64_t records;
  Forecast alone;
  BreakEven pays;
};

struct Advice {
  Configuration advised;  ///< the configuration as it should be
  Measures measures;
  std::vector<PredictedCandidate> candidates;  ///< at the promised epsilon
  PredictedCandidate chosen;
  StageTwoChoice stage_two;
  std::vector<AdviceAt> over_epsilon;  ///< rising
  Forecast alone;                      ///< a node alone, mean over nodes: it publishes nothing and needs no noise
  std::optional<Forecast> no_privacy;
  BreakEven pays = {};
  std::vector<AdviceForNode> nodes = {};  ///< where their sizes differ and predictions are theirs
  std::vector<std::string> assumptions;
  std::uint32_t trials;
};

/// Opens no data file. Nothing when it was interrupted.
std::optional<Advice> advise(const Configuration& configuration, const Progress& progress,
                             const std::atomic<bool>& interrupt);

/// What is simulated in its place: on drawn records, seeded, in doubles.
Scenario simulated(const Configuration& configuration);
/// What that takes for granted, in sentences.
std::vector<std::string> assumptions_of(const Configuration& configuration, const Scenario& simulated);

}  // namespace sotto
