// SPDX-License-Identifier: MIT
// Candidates at every epsilon, tried on the same drawn records: a search along one choice after the other.
#pragma once

#include <atomic>
#include <optional>
#include <vector>

#include "sotto/study/prediction_of.hpp"

namespace sotto {

struct TriedPlan {
  PredictedCandidate predicted;
  Plan plan;
  double
      disagreement;  ///< of the messages that Stage II starts from: mean over nodes of the squared distance to theirs
};

/// What was tried at an epsilon.
struct TriedAt {
  double epsilon;
  std::vector<TriedPlan> joining;         ///< with the configured trust; the default comes first
  std::vector<TriedPlan> other_trust;     ///< where there is one; the default schedule comes first
  std::vector<PredictedCandidate> alone;  ///< a node alone that publishes

  /// Where it belongs by its trust.
  void take(TriedPlan one, std::uint32_t own_colluders);
};

struct TriedPlans {
  std::vector<TriedAt> at;                   ///< epsilons rise; the promised one is among them
  std::optional<std::uint32_t> other_trust;  ///< q of it; 0: trust in nobody. Nothing: it cannot be had
  Comparison comparison;                     ///< the first one, without its plans
  Measures measures;

  const TriedAt& promised(const Configuration& configuration) const;
  const BaselineResult& node_alone() const { return comparison.baselines.front(); }
};

/// The best of these, as best_of() says.
const TriedPlan& best_of(const std::vector<TriedPlan>& tried, const Measure& chosen_by);

/// In up to three comparisons at every epsilon: all_candidates(), and usual_candidates() with the other trust;
/// variants_of() the best with either trust; clipped_otherwise(). Nothing when it was interrupted.
std::optional<TriedPlans> try_plans(const Scenario& scenario, const Progress& progress,
                                    const std::atomic<bool>& interrupt);

}  // namespace sotto
