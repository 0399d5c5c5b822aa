// SPDX-License-Identifier: MIT
// Candidates at every epsilon, tried on records that are made up: a search along one choice after the other in one
// world, and what was found there in further worlds.
#pragma once

#include <atomic>
#include <optional>
#include <vector>

#include "sotto/study/made_up_world.hpp"
#include "sotto/study/prediction_of.hpp"

namespace sotto {

struct TriedPlan {
  PredictedCandidate predicted;
  Plan plan;
  double
      disagreement;  ///< of the messages that Stage II starts from: mean over nodes of the squared distance to theirs
};

/// What was tried at an epsilon in the first world.
struct TriedAt {
  double epsilon;
  std::vector<TriedPlan> joining;         ///< with the configured trust
  std::vector<TriedPlan> other_trust;     ///< where there is one
  std::vector<PredictedCandidate> alone;  ///< a node alone that publishes

  /// Where it belongs by its trust.
  void take(TriedPlan one, std::uint32_t own_colluders);
};

/// What is advised at every epsilon, in one world.
struct WorldResult {
  std::vector<Forecasts> joining;                           ///< by epsilon
  std::vector<Forecasts> other_trust;                       ///< by epsilon; empty where there is none
  std::vector<Forecasts> alone_private = {};                ///< by epsilon: a node alone that publishes
  Forecasts alone = {};                                     ///< mean over nodes
  double own_spread = 0;                                    ///< squared distance of a node's own minimiser to x*
  std::optional<Forecasts> no_privacy = {}, constant = {};  ///< of test rows
  std::vector<Forecasts> each_alone = {};                   ///< by node, where that is measured on test rows
};

struct TriedPlans {
  std::vector<TriedAt> at;                   ///< epsilons rise; the promised one is among them
  std::optional<std::uint32_t> other_trust;  ///< q of it; 0: trust in nobody. Nothing: it cannot be had
  Comparison comparison;                     ///< the first one, without its plans
  Measures measures;
  std::vector<WorldResult> worlds;  ///< the first one first

  const TriedAt& promised(const Configuration& configuration) const;
};

std::vector<PredictedCandidate> predictions_of(const std::vector<TriedPlan>& tried);

/// The best of these, as best_of() says, and as advised_of() says.
const TriedPlan& best_of(const std::vector<TriedPlan>& tried, const Measure& chosen_by);
const TriedPlan& advised_of(const std::vector<TriedPlan>& tried, const Measure& chosen_by);

/// At every epsilon and with either trust the default shape at every T. At the promised epsilon reshaped(),
/// variants_of(), clipped_otherwise(), scaled_otherwise() and regularised_otherwise() the best so far; family_of() what
/// is best then at the other epsilons and with the other trust. Then what is advised at each epsilon, in every world.
/// Nothing when it was interrupted.
std::optional<TriedPlans> try_plans(const Configuration& configuration, const Progress& progress,
                                    const std::atomic<bool>& interrupt);

}  // namespace sotto
