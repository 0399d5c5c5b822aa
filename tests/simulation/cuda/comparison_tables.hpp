// SPDX-License-Identifier: MIT
// What a run's folder holds of a comparison, as bytes.
#pragma once

#include "simulation/comparison/support.hpp"
#include "sotto/report/comparison/comparison_report.hpp"

namespace sotto::test {

inline Comparison run_comparison(
    const Scenario& scenario, const std::atomic<bool>& interrupt = never,
    const Progress& progress = [](std::uint32_t, std::uint32_t) {}, const Checkpoints& checkpoints = {}) {
  return compare(scenario, contest_of(scenario, {{"this plan", scenario.plan(), {}}}), progress, interrupt, {},
                 checkpoints);
}

inline std::vector<std::string> tables(const Comparison& comparison) {
  return {metrics_csv(comparison), rounds_csv(comparison), nodes_csv(comparison),
          std::to_string(comparison.plans[0].ended_by_cap), std::to_string(comparison.trials_done)};
}

}  // namespace sotto::test
