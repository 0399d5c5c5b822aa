// SPDX-License-Identifier: MIT
// sotto budget init, show, history, verify, backup, restore: what the records of a dataset may still cost. A backup
// brings back what was written and none of what was left.
#include <fmt/format.h>

#include <algorithm>

#include "budget_report.hpp"
#include "command.hpp"
#include "output.hpp"
#include "sotto/federation/identity/site_identity.hpp"
#include "sotto/federation/manifest/party.hpp"
#include "sotto/federation/store/backup.hpp"
#include "sotto/federation/store/store.hpp"
#include "sotto/input/printable.hpp"
#include "sotto/settings/conversion.hpp"

namespace sotto::app {
namespace {

void take_state_folder(Command& command) {
  command.takes_value("--state", Command::Wanted::required, "the node's state folder; its ledger is DIR/state.sqlite",
                      Command::Names::folder);
}

void take_one_dataset_or_all(Command& command) {
  take_state_folder(command);
  command.takes_path("DATASET", "only this one", Command::Wanted::optional);
}

double number_of_flag(const Command& command, const std::string& flag, Faults& faults) {
  const std::string& text = command.value(flag);
  const auto value = typed_by_look(text);
  if (const auto* whole = std::get_if<std::int64_t>(&value)) return static_cast<double>(*whole);
  if (const auto* real = std::get_if<double>(&value)) return *real;
  faults.add({flag, shown(text), "must be a number"});
  return 0.5;  // fits both, so that only the text is blamed
}

DatasetPromise promise_in(const Command& command) {
  Faults faults;
  const PrivacyBudget planned{.epsilon = number_of_flag(command, "--epsilon", faults),
                              .delta = number_of_flag(command, "--delta", faults)};
  check(planned, faults);
  std::optional<double> epsilon_all;
  if (!command.value("--epsilon-all").empty()) epsilon_all = number_of_flag(command, "--epsilon-all", faults);
  faults.throw_if_any();
  const DatasetPromise promise = promise_of(planned, epsilon_all);
  check(promise, faults);
  faults.throw_if_any();
  return promise;
}

AuditDetails details_of(const std::string& dataset, const DatasetPromise& promise) {
  const auto& [planned, all_others] = promise;
  AuditDetails details{{"dataset", dataset}, {"epsilon", show(planned.epsilon)}, {"delta", show(planned.delta)}};
  if (all_others) details.emplace_back("epsilon-all", show(all_others->epsilon));
  return details;
}

bool is_restored(const Store& state) {
  const std::vector<AuditEvent> events = state.audit().events();
  return std::any_of(events.begin(), events.end(),
                     [](const AuditEvent& one) { return one.event == state_restored_event; });
}

void describe_budget_init(Command& command) {
  command.takes_path("DATASET", "a name for these people's records, the same in every run and manifest");
  take_state_folder(command);
  command.takes_value("--epsilon", Command::Wanted::required, "promised over all runs on this dataset, for ever");
  command.takes_value("--delta", Command::Wanted::required, "promised with it; far below 1/records");
  command.takes_value("--epsilon-all", Command::Wanted::optional,
                      "at most this against all other members together, at the same delta; without it there is no cap");
  command.takes_switch("--yes",
                       "in a state that was restored from a backup: yes, no run has used these records before");
}

ExitCode budget_init(const Command& command) {
  const DatasetPromise promise = promise_in(command);
  const std::string& dataset = command.path("DATASET");
  if (!is_dataset_name(dataset)) throw InvalidInput({"dataset", printable(dataset), dataset_name_rule});
  const SiteIdentity site = SiteIdentity::open(command.value("--state"));
  const Store state = Store::create_or_open(command.value("--state"), site.public_key().text());
  if (is_restored(state) && !command.is_on("--yes"))
    throw InvalidInput({"--yes", "",
                        "is needed: this state was restored from a backup, which knows nothing of a budget that was "
                        "opened after it; if runs have used these records, what is left of their promise is not known"},
                       FaultKind::budget);
  state.ledger().open_dataset(dataset, promise.planned,
                              promise.all_others ? std::optional(promise.all_others->epsilon) : std::nullopt);
  state.audit().append("budget-opened", details_of(dataset, promise));
  const std::vector<NamedBalance> balances{{dataset, state.ledger().balance(dataset)}};
  print(command.json() ? balances_json(balances, state.ledger().head()) : fitted(balances_text(balances)));
  return ok;
}

ExitCode budget_show(const Command& command) {
  const Store state = Store::open_to_read(command.value("--state"));
  const Ledger ledger = state.ledger();
  const std::string& only = command.path("DATASET");
  std::vector<NamedBalance> balances;
  for (const std::string& name : only.empty() ? ledger.datasets() : std::vector<std::string>{only})
    balances.push_back({name, ledger.balance(name)});
  print(command.json() ? balances_json(balances, ledger.head()) : fitted(balances_text(balances)));
  return ok;
}

ExitCode budget_history(const Command& command) {
  const Store state = Store::open_to_read(command.value("--state"));
  const std::string& only = command.path("DATASET");
  if (!only.empty()) state.ledger().balance(only);  // refuses a dataset that has none
  const std::vector<LedgerEntry> entries = state.ledger().history(only);
  print(command.json() ? history_json(entries, state.ledger().head()) : fitted(history_text(entries)));
  return ok;
}

ExitCode budget_verify(const Command& command) {
  const std::vector<Damage> found = Store::inspect(command.value("--state"));
  const ChainHead head = found.empty() ? Store::open_to_read(command.value("--state")).ledger().head() : ChainHead{};
  print(command.json() ? findings_json(found, head) : fitted(findings_text(found, head)));
  const bool lost = std::any_of(found.begin(), found.end(), [](const Damage& one) { return one.lost_tail; });
  return found.empty() ? ok : lost ? store : answered_no;
}

void describe_budget_backup(Command& command) {
  command.takes_path("FILE", "a new file; as secret as the state itself", Command::Wanted::required,
                     Command::Names::new_file);
  command.takes_state();
}

void describe_budget_restore(Command& command) {
  command.takes_file("FILE", "what `sotto budget backup` wrote");
  command.takes_value("--state", Command::Wanted::required, "a folder with this site's identity and no state",
                      Command::Names::folder);
  command.takes_switch("--yes", "yes, book all that the backup has left as spent: what came after it is not known");
}

ExitCode budget_backup(const Command& command) {
  const Backup made = write_backup(command.value("--state"), command.path("FILE"));
  print(command.json() ? backup_json(made) : fitted(backup_text(made)));
  return ok;
}

ExitCode budget_restore(const Command& command) {
  const SiteIdentity site = SiteIdentity::open(command.value("--state"));
  if (!command.is_on("--yes"))
    throw InvalidInput({"--yes", "",
                        "a backup does not know what was spent after it: all that it has left is booked as spent, and "
                        "its open runs are closed. Repeat the command with --yes if the true state is lost for sure"});
  const Restored done = restore_backup(command.path("FILE"), command.value("--state"), site.public_key().text());
  print(command.json() ? restored_json(done) : fitted(restored_text(done)));
  return ok;
}

}  // namespace

const Subcommand budget_init_command{"budget init", "open the budget of a dataset: a promise over all its runs",
                                     describe_budget_init, budget_init};
const Subcommand budget_show_command{"budget show", "what datasets were promised, what was spent, what is left",
                                     take_one_dataset_or_all, budget_show};
const Subcommand budget_history_command{"budget history", "every entry of the ledger", take_one_dataset_or_all,
                                        budget_history};
const Subcommand budget_verify_command{"budget verify", "check pages, chains of hashes and sums of a state",
                                       take_state_folder, budget_verify};

const Subcommand budget_backup_command{"budget backup", "copy a state into one file", describe_budget_backup,
                                       budget_backup};
const Subcommand budget_restore_command{
    "budget restore", "make a state of such a file: its history comes back, what it had left does not",
    describe_budget_restore, budget_restore};

}  // namespace sotto::app
