// SPDX-License-Identifier: MIT
// Runs a comparison as the program does it: folder first, progress, Ctrl-C, results, folder last.
#pragma once

#include "command.hpp"
#include "sotto/simulation/comparison/comparison.hpp"

namespace sotto::app {

struct ExperimentRun {
  const Command& command;
  const Scenario& scenario;
  std::vector<NamedPlan> plans;  ///< baselines follow the first
  std::string kind;              ///< the command
  std::string default_name;      ///< of the folder under runs/
};

ExitCode run_experiment(ExperimentRun run);

/// What `sotto run` and `sotto demo` compare.
std::vector<NamedPlan> run_plans(const Scenario& scenario);
std::vector<NamedPlan> demo_plans(const Scenario& scenario);

}  // namespace sotto::app
