// SPDX-License-Identifier: MIT
// sotto run: simulates a configuration over trials and compares it with the baselines.
#include <filesystem>

#include "experiment_run.hpp"
#include "settings_options.hpp"

namespace sotto::app {
namespace {

struct RunOptions : CommonOptions {
  explicit RunOptions(CLI::App& command) : settings(command, SettingsOptions::File::required) {
    add_common_options(command, *this);
    command.add_option("--out", out, "folder for the results; it must not exist (default: a new one under runs/)");
    settings.add("--seed", "run.seed", "seed of records, graph and noise");
    settings.add("--trials", "run.trials", "number of trials");
    settings.add("--epsilon", "privacy.epsilon", "privacy budget");
    settings.add("--delta", "privacy.delta", "privacy budget");
    settings.add("--rounds", "algorithm.rounds", "T, rounds with a gradient and noise");
  }
  SettingsOptions settings;
  std::string out;
};

}  // namespace

Runner add_run(CLI::App& program) {
  CLI::App* command = program.add_subcommand("run", "simulate a configuration and compare it with the baselines");
  auto options = std::make_shared<RunOptions>(*command);
  return [options] {
    const Scenario scenario(read_configuration(options->settings.collect(configuration_keys())));
    return run_experiment({.scenario = scenario,
                           .plans = {{"this plan", scenario.plan()}},
                           .options = *options,
                           .out = options->out,
                           .default_name = std::filesystem::path(options->settings.file()).stem().string()});
  };
}

}  // namespace sotto::app
