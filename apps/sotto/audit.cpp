// SPDX-License-Identifier: MIT
// sotto audit: attacks the nodes of a configuration and judges a claimed epsilon.
#include "show_job.hpp"
#include "sotto/job/jobs.hpp"
#include "terminal.hpp"

namespace sotto::app {
namespace {

void describe_audit(Command& command) {
  command.takes_configuration(Command::File::required);
  command.takes_out();
  command.takes_setting("--claim", "audit.claim", "epsilon to judge against; privacy.epsilon unless set");
  command.takes_setting("--mode", "audit.mode", "pair: neighbouring datasets; one-run: canaries");
  command.takes_setting("--node", "audit.node", "whose record is attacked");
  command.takes_setting("--transcripts", "audit.transcripts", "held-out transcripts for either dataset");
  command.takes_setting("--confidence", "audit.confidence", "of the lower bound");
  command.takes_setting("--records", "audit.records", "CSV of the node's records", Command::Names::file);
  command.takes_setting("--neighbour", "audit.neighbour", "the same with one record replaced", Command::Names::file);
  command.takes_setting("--canaries", "audit.canaries", "records with a coin, in mode one-run");
  command.takes_setting("--colluders", "audit.colluders",
                        "masked sums: how many members collude with the attacker, or which ones (1,4)");
  command.takes_setting("--seed", "run.seed", "seed of records, graph and noise");
}

ExitCode audit(const Command& command) {
  watch_for_interrupt();  // the problem may take long to make
  const Scenario scenario = waited_for(command, read_configuration(command.settings(configuration_keys())));
  return show_job(command, *audit_job(scenario, name_of_file(command) + "-audit"));
}

}  // namespace

const Subcommand audit_command{"audit", "attack the nodes of a configuration and judge a claimed epsilon",
                               describe_audit, audit};

}  // namespace sotto::app
