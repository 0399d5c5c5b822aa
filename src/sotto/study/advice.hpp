// SPDX-License-Identifier: MIT
// Advice before any record is read: trust, schedule, steps, T, what is free of privacy cost, how the problem is set and
// Stage II by predicted error, and whether joining pays.
#pragma once

#include <atomic>
#include <optional>
#include <string>
#include <vector>

#include "sotto/study/break_even.hpp"
#include "sotto/study/made_up_world.hpp"
#include "sotto/study/prediction_of.hpp"
#include "sotto/study/stage_two_choice.hpp"

namespace sotto {

/// By both measures, over made-up worlds.
struct PredictionRange {
  WorldRange shown;
  WorldRange chosen_by;
};

/// The best that can be had for an epsilon.
struct AdviceAt {
  double epsilon;
  PredictedCandidate joining;  ///< in the first world
  PredictionRange over_worlds;
  PredictionRange alone_private;  ///< the best of a node alone that publishes with the same promise
  std::optional<PredictedCandidate> other_trust = std::nullopt;  ///< the best of OtherTrust
  std::optional<PredictionRange> other_over_worlds = std::nullopt;
};

/// What other trust than is configured would bring: nobody beside masked sums, all but 1 beside nobody.
struct OtherTrust {
  std::uint32_t colluders;  ///< q; 0: trust in nobody
  PredictedCandidate best;  ///< at the promised epsilon
  double epsilon_all;
  PredictionRange over_worlds;  ///< of the best
  BreakEvenRange pays;
};

/// From how many equal nodes on joining pays at the promised epsilon, by the exact theory of mean estimation.
struct NodesToPay {
  std::uint64_t trusting_nobody;
  std::uint32_t colluders;  ///< of the masked sums that were tried
  std::uint64_t trusting_all_but_q;
};

/// A node of a size of its own.
struct AdviceForNode {
  NodeId node;
  std::uint64_t records;
  PredictionRange alone;
  BreakEvenRange pays;
};

struct Advice {
  Configuration advised;  ///< the configuration as it should be
  Measures measures;
  std::vector<PredictedCandidate> candidates;  ///< at the promised epsilon, with the configured trust
  PredictedCandidate chosen;
  double epsilon_all;  ///< of the chosen one, against all others together
  StageTwoChoice stage_two;
  std::vector<AdviceAt> over_epsilon;  ///< rising
  PredictionRange over_worlds;         ///< of the chosen one
  PredictionRange alone;               ///< a node alone, mean over nodes: it publishes nothing and needs no noise
  std::optional<PredictionRange> no_privacy;  ///< x*
  std::optional<PredictionRange> constant;    ///< the best answer that looks at no feature
  BreakEvenRange pays;                        ///< with the configured trust, by what the choice is made by
  std::optional<OtherTrust> other_trust;
  std::optional<NodesToPay> nodes_to_pay;
  std::vector<AdviceForNode> nodes;  ///< where their sizes differ and predictions are theirs
  std::vector<std::string> assumptions;
  std::uint32_t trials;         ///< of each candidate in each world
  std::uint32_t worlds;         ///< draws of records
  std::string constant_answer;  ///< what `constant` is called; empty where there is none
};

/// Opens no data file. Nothing when it was interrupted.
std::optional<Advice> advise(const Configuration& configuration, const Progress& progress,
                             const std::atomic<bool>& interrupt);

/// What that takes for granted, in sentences.
std::vector<std::string> assumptions_of(const Configuration& configuration, const Scenario& simulated);

}  // namespace sotto
