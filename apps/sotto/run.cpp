// SPDX-License-Identifier: MIT
// sotto run: simulates a configuration over trials and compares it with the baselines.
#include "show_job.hpp"
#include "sotto/job/jobs.hpp"

namespace sotto::app {
namespace {

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

ExitCode run(const Command& command) {
  const Settings settings = command.settings(configuration_keys());
  if (settings.sweep()) return show_job(command, *sweep_job(check_sweep(only_sweep, settings), name_of_file(command)));
  return show_job(command, *run_job(run_waited_for(command, read_configuration(settings)), name_of_file(command)));
}

}  // namespace

const Subcommand run_command{"run", "simulate a configuration or a sweep, beside baselines", describe_run, run};

}  // namespace sotto::app
