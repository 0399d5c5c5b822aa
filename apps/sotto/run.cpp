// SPDX-License-Identifier: MIT
// sotto run: simulates a configuration over trials and compares it with the baselines.
#include <filesystem>

#include "experiment_run.hpp"
#include "sweep_run.hpp"

namespace sotto::app {

void describe_run(Command& command) {
  command.takes_configuration(Command::File::may_sweep);
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

std::vector<NamedPlan> run_plans(const Scenario& scenario) {
  return {{"this plan", scenario.plan(), scenario.own_plans()}};
}

ExitCode run(const Command& command) {
  const Settings settings = command.settings(configuration_keys());
  if (settings.sweep()) return run_sweep_file(command, settings);
  const Scenario scenario(read_configuration(settings));
  return run_experiment({.command = command,
                         .scenario = scenario,
                         .plans = run_plans(scenario),
                         .kind = "run",
                         .default_name = std::filesystem::path(command.file()).stem().string()});
}

}  // namespace sotto::app
