// SPDX-License-Identifier: MIT
// All subcommands of the program.
#include "command.hpp"

namespace sotto::app {

std::vector<Heading> headings() {
  return {
      {"Try it", {demo_command, init_command, run_command, merge_command, predict_command}},
      {"Plan", {plan_command, account_command, graph_command}},
      {"Check", {audit_command, verify_command, report_command, reproduce_command}},
      {"Federation", {federate_command,         manifest_new_command,    manifest_check_command, manifest_show_command,
                      manifest_sign_command,    manifest_amend_command,  node_command,           doctor_command,
                      id_new_command,           id_show_command,         id_renew_command,       id_disown_command,
                      budget_init_command,      budget_show_command,     budget_history_command, budget_verify_command,
                      budget_word_command,      budget_release_command,  budget_backup_command,  budget_restore_command,
                      audit_log_export_command, audit_log_verify_command}},
      {"Help", {help_command, schema_command, completion_command, man_command}}};
}

}  // namespace sotto::app
