// SPDX-License-Identifier: MIT
// Configurations for tests, from texts.
#pragma once

#include <atomic>
#include <string>
#include <vector>

#include "sotto/simulation/comparison/chunk_bytes.hpp"
#include "sotto/simulation/comparison/comparison.hpp"
#include "support/network.hpp"
#include "support/temporary_folder.hpp"

namespace sotto::test {

/// epsilon = 4, delta = 1e-6 and what the assignments ("graph.kind=ring") say.
inline Configuration configured(const std::vector<std::string>& assignments) {
  Settings settings;
  settings.add_assignment("privacy.epsilon=4");
  settings.add_assignment("privacy.delta=1e-6");
  for (const std::string& assignment : assignments) settings.add_assignment(assignment);
  return read_configuration(settings);
}

/// A small network: a trial takes well under a millisecond.
inline Configuration small(const std::vector<std::string>& more = {}) {
  std::vector<std::string> assignments{"graph.kind=ring",     "graph.nodes=4",       "problem.dimension=3",
                                       "problem.radius=2",    "algorithm.rounds=20", "problem.records_per_node=5",
                                       "graph.weights=paper", "run.trials=10"};
  assignments.insert(assignments.end(), more.begin(), more.end());
  return configured(assignments);
}

/// All that reports are made of, as bytes.
inline std::string bytes_of(const Comparison& comparison) {
  ChunkResult all;
  all.plans.assign(comparison.plans.begin(), comparison.plans.end());
  all.baselines.assign(comparison.baselines.begin(), comparison.baselines.end());
  all.minimiser_squared_norm = comparison.minimiser_squared_norm;
  all.trials = comparison.trials_done;
  all.cut = comparison.interrupted;
  return sotto::bytes_of(all) + comparison.engine + (comparison.precise_enough ? "precise" : "");
}

/// Plans and the baselines of a run.
inline Contest contest(std::vector<NamedPlan> plans) {
  const Plan plan = plans.front().plan;
  return {.plans = std::move(plans), .baselines = usual_baselines(plan)};
}

inline Configuration read_toml(const std::string& text) {
  const TemporaryFolder folder;
  Settings settings;
  settings.add_file((folder.path() / folder.write("run.toml", text)).string());
  return read_configuration(settings);
}

}  // namespace sotto::test
