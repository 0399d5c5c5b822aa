// SPDX-License-Identifier: MIT
// sotto verify: runs what a folder holds again, and compares bytes.
#include "show_job.hpp"
#include "sotto/job/jobs.hpp"

namespace sotto::app {
namespace {

void describe_verify(Command& command) {
  command.takes_folders(Command::Folders::one,
                        "folder of a run, a demonstration, an audit, a sweep, advice or a reproduction");
}

ExitCode verify(const Command& command) {
  return show_job(command, *verification_job(command.folders().front()));
}

}  // namespace

const Subcommand verify_command{"verify", "run the contents of a folder again and compare bytes", describe_verify,
                                verify};

}  // namespace sotto::app
