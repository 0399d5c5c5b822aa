// SPDX-License-Identifier: MIT
// Advice that nobody interrupts, and a small question.
#pragma once

#include <optional>
#include <stdexcept>

#include "simulation/comparison/files.hpp"
#include "sotto/study/advice.hpp"

namespace sotto::test {

inline Advice advised(const Configuration& configuration) {
  std::optional<Advice> advice = advise(
      configuration, [](std::uint32_t, std::uint32_t) {}, never);
  if (!advice) throw std::runtime_error("interrupted");
  return *advice;
}

inline Configuration eight_nodes(const std::vector<std::string>& more) {
  std::vector<std::string> assignments{"graph.kind=complete",         "graph.nodes=8",    "problem.dimension=4",
                                       "advice.most_rounds=3",        "advice.trials=50", "algorithm.rounds=3",
                                       "problem.records_per_node=200"};
  assignments.insert(assignments.end(), more.begin(), more.end());
  return configured(assignments);
}

}  // namespace sotto::test
