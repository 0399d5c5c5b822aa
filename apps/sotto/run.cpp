// SPDX-License-Identifier: MIT
// sotto run: simulates a configuration over trials and compares it with the baselines.
#include <filesystem>

#include "experiment_run.hpp"

namespace sotto::app {

void describe_run(Command& command) {
  command.takes_configuration(Command::File::required);
  command.takes_out();
  command.takes_setting("--seed", "run.seed", "seed of records, graph and noise");
  command.takes_setting("--trials", "run.trials", "number of trials; at most, with --until-se");
  command.takes_setting("--until-se", "run.until_se", "end at this relative standard error of the error");
  command.takes_setting("--threads", "run.threads", "number of threads, or all; no result depends on it");
  command.takes_setting("--fresh", "run.fresh", "what differs between trials: data, noise or graph");
  command.takes_setting("--epsilon", "privacy.epsilon", "privacy budget");
  command.takes_setting("--delta", "privacy.delta", "privacy budget");
  command.takes_setting("--rounds", "algorithm.rounds", "T, rounds with a gradient and noise");
}

ExitCode run(const Command& command) {
  const Scenario scenario(read_configuration(command.settings(configuration_keys())));
  return run_experiment({.command = command,
                         .scenario = scenario,
                         .plans = {{"this plan", scenario.plan(), scenario.own_plans()}},
                         .default_name = std::filesystem::path(command.file()).stem().string()});
}

}  // namespace sotto::app
