// SPDX-License-Identifier: MIT
// sotto merge: the folder of the whole run or sweep, of the folders of all its shards.
#include "output.hpp"
#include "show_job.hpp"
#include "sotto/job/jobs.hpp"

namespace sotto::app {
namespace {

void describe_merge(Command& command) {
  command.takes_folders(Command::Folders::some, "folders of all shards of one run or sweep, in any order");
  command.takes_out();
}

ExitCode merge(const Command& command) {
  return show_job(command, *merging_job(command.folders(), identity()), {.keeps_trials = false});
}

}  // namespace

const Subcommand merge_command{"merge", "the whole run, of the folders of all its shards", describe_merge, merge};

}  // namespace sotto::app
