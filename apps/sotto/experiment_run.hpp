// SPDX-License-Identifier: MIT
// Runs a comparison as the program does it: folder first, progress, Ctrl-C, results, folder last.
#pragma once

#include "command.hpp"
#include "sotto/experiment/comparison.hpp"

namespace sotto::app {

struct ExperimentRun {
  const Command& command;
  const Scenario& scenario;
  std::vector<NamedPlan> plans;  ///< baselines follow the first
  std::string default_name;      ///< of the folder under runs/
};

ExitCode run_experiment(ExperimentRun run);

}  // namespace sotto::app
