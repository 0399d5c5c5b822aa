// SPDX-License-Identifier: MIT
// A run that is large enough to be without the network as a whole.
#pragma once

#include <atomic>
#include <string>
#include <vector>

#include "simulation/comparison/support.hpp"

namespace sotto::test {

inline Configuration large(const std::vector<std::string>& more = {}) {
  std::vector<std::string> assignments{"graph.kind=ring",
                                       "graph.nodes=100000",
                                       "graph.weights=metropolis",
                                       "problem.dimension=2",
                                       "problem.records_per_node=2",
                                       "problem.radius=2",
                                       "algorithm.rounds=3",
                                       "run.trials=2",
                                       "run.threads=2"};
  assignments.insert(assignments.end(), more.begin(), more.end());
  return configured(assignments);
}

inline Comparison spread_run(
    const Scenario& scenario, const std::atomic<bool>& interrupt = never,
    const Progress& progress = [](std::uint32_t, std::uint32_t) {}) {
  return compare(scenario, contest_of(scenario, {{"this plan", scenario.plan(), {}}}), progress, interrupt);
}

/// Every number that a run of one plan has.
inline std::vector<double> numbers_of(const Comparison& done) {
  std::vector<double> numbers;
  const auto add = [&](const RunningStatistic& one) {
    numbers.push_back(one.mean());
    numbers.push_back(one.standard_error());
  };
  const PlanResult& plan = done.plans.front();
  for (const Metric* metric : {&plan.normalised_error, &plan.first_node_error, &plan.first_node_end_error,
                               &plan.node_error, &plan.disagreement})
    add(*metric);
  for (const BaselineResult& baseline : done.baselines) add(baseline.error);
  add(done.minimiser_squared_norm);
  numbers.push_back(static_cast<double>(plan.first_trial.messages));
  numbers.push_back(plan.first_trial.alpha_spent);
  return numbers;
}

}  // namespace sotto::test
