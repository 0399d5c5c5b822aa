// SPDX-License-Identifier: MIT
// A small comparison for the reports to speak of.
#pragma once

#include "simulation/comparison/support.hpp"
#include "sotto/simulation/comparison/comparison.hpp"

namespace sotto::test {

struct Compared {
  Scenario scenario;
  Comparison comparison;
};

/// Two plans on a ring of four nodes, 20 rounds and 5 of Stage II.
inline Compared compared(const std::vector<std::string>& more = {}, bool interrupted_at_once = false) {
  std::vector<std::string> assignments{"algorithm.consensus_rounds=5"};
  assignments.insert(assignments.end(), more.begin(), more.end());
  Scenario scenario(small(assignments));
  const std::atomic<bool> interrupt{interrupted_at_once};
  Comparison comparison = compare(
      scenario, contest_of(scenario, {{"one", scenario.plan()}, {"two", scenario.plan()}}),
      [](std::uint32_t, std::uint32_t) {}, interrupt);
  return {std::move(scenario), std::move(comparison)};
}

}  // namespace sotto::test
