// SPDX-License-Identifier: MIT
// Every candidate at every epsilon, tried on the same drawn records in one comparison.
#pragma once

#include <atomic>
#include <optional>
#include <vector>

#include "sotto/study/prediction_of.hpp"

namespace sotto {

struct TriedPlans {
  std::vector<double> epsilons;       ///< rising; the promised one is among them
  std::vector<Candidate> candidates;  ///< at each epsilon, in this order
  std::vector<Candidate> alone;       ///< of a node alone that publishes, at each epsilon
  Comparison comparison;
  Measures measures;

  std::vector<PredictedCandidate> joining_at(std::size_t epsilon) const;
  std::vector<PredictedCandidate> alone_at(std::size_t epsilon) const;
  const PlanResult& result(std::size_t epsilon, const Candidate& candidate) const;
  const BaselineResult& node_alone() const { return comparison.baselines.front(); }
};

/// Nothing when it was interrupted.
std::optional<TriedPlans> try_plans(const Scenario& scenario, const Progress& progress,
                                    const std::atomic<bool>& interrupt);

}  // namespace sotto
