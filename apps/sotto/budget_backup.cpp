// SPDX-License-Identifier: MIT
// sotto budget backup, restore: a copy of a state, which brings back what was written and none of what was left.
#include <fmt/format.h>

#include "budget_report.hpp"
#include "command.hpp"
#include "output.hpp"
#include "sotto/federation/identity/site_identity.hpp"
#include "sotto/federation/store/backup.hpp"

namespace sotto::app {
namespace {

void describe_budget_backup(Command& command) {
  command.takes_path("FILE", "a new file; as secret as the state itself", Command::Wanted::required,
                     Command::Names::new_file);
  command.takes_value("--state", Command::Wanted::required, "the node's state folder", Command::Names::folder);
}

void describe_budget_restore(Command& command) {
  command.takes_file("FILE", "what `sotto budget backup` wrote");
  command.takes_value("--state", Command::Wanted::required, "a folder with this site's identity and no state",
                      Command::Names::folder);
  command.takes_switch("--yes", "yes, book all that the backup has left as spent: what came after it is not known");
}

ExitCode budget_backup(const Command& command) {
  const Backup made = write_backup(command.value("--state"), command.path("FILE"));
  print(command.json() ? backup_json(made) : backup_text(made));
  return ok;
}

ExitCode budget_restore(const Command& command) {
  const SiteIdentity site = SiteIdentity::open(command.value("--state"));
  if (!command.is_on("--yes"))
    throw InvalidInput({"--yes", "",
                        "a backup does not know what was spent after it: all that it has left is booked as spent, and "
                        "its open runs are closed. Repeat the command with --yes if the true state is lost for sure"});
  const Restored done = restore_backup(command.path("FILE"), command.value("--state"), site.public_key().text());
  print(command.json() ? restored_json(done) : restored_text(done));
  return ok;
}

}  // namespace

const Subcommand budget_backup_command{"budget backup", "copy a state into one file", describe_budget_backup,
                                       budget_backup};
const Subcommand budget_restore_command{
    "budget restore", "make a state of such a file: its history comes back, what it had left does not",
    describe_budget_restore, budget_restore};

}  // namespace sotto::app
