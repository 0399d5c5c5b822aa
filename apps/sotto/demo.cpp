// SPDX-License-Identifier: MIT
// sotto demo: the paper's setting, with the paper's plan and with our default.
#include "show_job.hpp"
#include "sotto/job/jobs.hpp"

namespace sotto::app {
namespace {

void describe_demo(Command& command) {
  command.takes_out();
  command.takes_setting("--seed", "run.seed", "seed of records, graph and noise");
  command.takes_setting("--trials", "run.trials", "number of trials");
  command.takes_setting("--threads", "run.threads", "number of threads, or all; no result depends on it");
}

ExitCode demo(const Command& command) {
  return show_job(command, *demo_job(Scenario(papers_setting(command.settings({})))));
}

}  // namespace

const Subcommand demo_command{"demo", "the paper's setting: its own plan against our default", describe_demo, demo};

}  // namespace sotto::app
