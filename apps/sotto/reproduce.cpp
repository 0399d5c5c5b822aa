// SPDX-License-Identifier: MIT
// sotto reproduce: the paper's figures, verdicts on its claims, and a page.
#include "show_job.hpp"
#include "sotto/job/jobs.hpp"

namespace sotto::app {
namespace {

void describe_reproduce(Command& command) {
  command.takes_words(
      "--figure",
      "1, 2, 3, 4, consensus, exact_methods, colluders or printed_bound; all unless given; may be repeated");
  command.takes_out();
  command.takes_setting("--trials", "run.trials", "number of trials for each point, 400 unless given");
  command.takes_setting("--seed", "run.seed", "seed of records, graph and noise");
  command.takes_setting("--threads", "run.threads", "number of threads, or all; no result depends on it");
}

ExitCode reproduce(const Command& command) {
  return show_job(command, *reproduction_job(papers_experiments(command.words(), command.settings({}))));
}

}  // namespace

const Subcommand reproduce_command{"reproduce", "the paper's figures, with verdicts on its claims", describe_reproduce,
                                   reproduce};

}  // namespace sotto::app
