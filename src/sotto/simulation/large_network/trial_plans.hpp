// SPDX-License-Identifier: MIT
// The plans of a trial: few differ, however many nodes there are.
#pragma once

#include <span>
#include <vector>

#include "sotto/consensus/plan.hpp"
#include "sotto/graph/graph.hpp"
#include "sotto/simulation/large_network/kernel.hpp"

namespace sotto {

class TrialPlans {
 public:
  /// `own` by number, or empty; `numbers` of the nodes at each place. Refused (InvalidInput) as the reference engine
  /// and its nodes refuse them.
  TrialPlans(const Plan& plan, std::span<const Plan> own, const PublicConstants& constants,
             std::span<const NodeId> numbers);

  std::vector<PlannedStep> steps(Round t) const;
  /// Which of steps() is that of the node at each place; null where all follow the first.
  const std::uint32_t* by_place() const { return by_place_.empty() ? nullptr : by_place_.data(); }

 private:
  std::vector<Plan> plans_;
  std::vector<std::uint32_t> by_place_;
};

}  // namespace sotto
