// SPDX-License-Identifier: MIT
// sotto budget init, show, history, verify, release: what the records of a dataset may still cost.
#include <fmt/format.h>

#include "budget_report.hpp"
#include "command.hpp"
#include "output.hpp"
#include "sotto/federation/identity/site_identity.hpp"
#include "sotto/federation/manifest/dataset_name.hpp"
#include "sotto/federation/store/store.hpp"
#include "sotto/input/printable.hpp"
#include "sotto/settings/conversion.hpp"

namespace sotto::app {
namespace {

constexpr std::size_t shortest_prefix = 8;

void take_state_folder(Command& command) {
  command.takes_value("--state", Command::Wanted::required, "the node's state folder; its ledger is DIR/state.sqlite");
}

void take_one_dataset_or_all(Command& command) {
  take_state_folder(command);
  command.takes_path("DATASET", "only this one", Command::Wanted::optional);
}

Store own_state(const Command& command) {
  const SiteIdentity site = SiteIdentity::open(command.value("--state"));
  return Store::open(command.value("--state"), site.public_key().text());
}

double number_of_flag(const Command& command, const std::string& flag, Faults& faults) {
  const std::string& text = command.value(flag);
  const auto value = typed_by_look(text);
  if (const auto* whole = std::get_if<std::int64_t>(&value)) return static_cast<double>(*whole);
  if (const auto* real = std::get_if<double>(&value)) return *real;
  faults.add({flag, shown(text), "must be a number"});
  return 0.5;  // fits both, so that only the text is blamed
}

PrivacyBudget promise_in(const Command& command) {
  Faults faults;
  const PrivacyBudget promise{.epsilon = number_of_flag(command, "--epsilon", faults),
                              .delta = number_of_flag(command, "--delta", faults)};
  check(promise, faults);
  faults.throw_if_any();
  return promise;
}

NamedBalance balance_of(const Ledger& ledger, const std::string& dataset) {
  return {dataset, ledger.balance(dataset)};
}

/// The debited run that these digits name.
Digest run_named(const Ledger& ledger, const std::string& digits) {
  const auto refuse = [&](const std::string& rule) { throw InvalidInput({"RUN", shown(digits), rule}); };
  const bool hexadecimal = digits.find_first_not_of("0123456789abcdef") == std::string::npos;
  if (!hexadecimal || digits.size() < shortest_prefix || digits.size() > 64)
    refuse("must be the 64 hexadecimal digits of a run, or its first ones, 8 at least");
  std::vector<Digest> found;
  for (const LedgerEntry& entry : ledger.history())
    if (entry.kind == EntryKind::debit && entry.run->hex().starts_with(digits)) found.push_back(*entry.run);
  if (found.empty()) refuse("no run of this name was debited here: see `sotto budget history`");
  if (found.size() > 1) refuse("several runs begin so: give more digits");
  return found.front();
}

/// Neighbours heard more of the run than this state knows of: rounds that count as unsent were sent.
void refuse_what_was_rolled_back(const Store& state, const Digest& run) {
  if (state.audit().has("rolled-back", run))
    throw InvalidInput({"RUN", run.hex(),
                        "a neighbour has seen more of it than this state holds: what it really spent is not known "
                        "here, so nothing can be returned (sotto audit-log export shows the event)"},
                       FaultKind::budget);
}

}  // namespace

void describe_budget_init(Command& command) {
  command.takes_path("DATASET", "a name for these people's records, the same in every run and manifest");
  take_state_folder(command);
  command.takes_value("--epsilon", Command::Wanted::required, "promised over all runs on this dataset, for ever");
  command.takes_value("--delta", Command::Wanted::required, "promised with it; far below 1/records");
}

void describe_budget_show(Command& command) {
  take_one_dataset_or_all(command);
}

void describe_budget_history(Command& command) {
  take_one_dataset_or_all(command);
}

void describe_budget_verify(Command& command) {
  take_state_folder(command);
}

void describe_budget_release(Command& command) {
  command.takes_path("RUN", "the run's 64 hexadecimal digits, or its first ones, 8 at least");
  take_state_folder(command);
  command.takes_switch("--yes", "yes, close the run for ever; not after restoring a copy of the state");
}

ExitCode budget_init(const Command& command) {
  const PrivacyBudget promise = promise_in(command);
  const std::string& dataset = command.path("DATASET");
  if (!is_dataset_name(dataset)) throw InvalidInput({"dataset", printable(dataset), dataset_name_rule});
  const SiteIdentity site = SiteIdentity::open(command.value("--state"));
  const Store state = Store::create_or_open(command.value("--state"), site.public_key().text());
  state.ledger().open_dataset(dataset, promise);
  state.audit().append("budget-opened",
                       {{"dataset", dataset}, {"epsilon", show(promise.epsilon)}, {"delta", show(promise.delta)}});
  const std::vector<NamedBalance> balances{balance_of(state.ledger(), dataset)};
  print(command.json() ? balances_json(balances, state.ledger().head()) : balances_text(balances));
  return ok;
}

ExitCode budget_show(const Command& command) {
  const Store state = Store::open_to_read(command.value("--state"));
  const Ledger ledger = state.ledger();
  const std::string& only = command.path("DATASET");
  std::vector<NamedBalance> balances;
  for (const std::string& name : only.empty() ? ledger.datasets() : std::vector<std::string>{only})
    balances.push_back(balance_of(ledger, name));
  print(command.json() ? balances_json(balances, ledger.head()) : balances_text(balances));
  return ok;
}

ExitCode budget_history(const Command& command) {
  const Store state = Store::open_to_read(command.value("--state"));
  const std::string& only = command.path("DATASET");
  if (!only.empty()) state.ledger().balance(only);  // refuses a dataset that has none
  const std::vector<LedgerEntry> entries = state.ledger().history(only);
  print(command.json() ? history_json(entries, state.ledger().head()) : history_text(entries));
  return ok;
}

ExitCode budget_verify(const Command& command) {
  const std::vector<Damage> found = Store::inspect(command.value("--state"));
  const ChainHead head = found.empty() ? Store::open_to_read(command.value("--state")).ledger().head() : ChainHead{};
  print(command.json() ? findings_json(found, head) : findings_text(found, head));
  return found.empty() ? ok : answered_no;
}

ExitCode budget_release(const Command& command) {
  const Store state = own_state(command);
  const Ledger ledger = state.ledger();
  const Digest run = run_named(ledger, command.path("RUN"));
  refuse_what_was_rolled_back(state, run);
  if (state.runs().finished(run))
    throw InvalidInput({"RUN", run.hex(), "is finished: all of its rounds were sent, nothing can be returned"},
                       FaultKind::budget);
  ReleasedRun released{.run = run, .dataset = ledger.debit_of(run)->dataset, .returned = ledger.returnable(run)};
  if (!command.is_on("--yes"))
    throw InvalidInput({"--yes", "",
                        release_text(released) +
                            ". It is closed for ever by that: repeat the command with --yes if it shall"
                            " never be resumed, and if this state was not restored from a copy"});
  released.returned = ledger.release(run);
  state.audit().append("run-released", {{"run", run.hex()}, {"alpha", std::to_string(released.returned.alpha)}});
  print(command.json() ? release_json(released, balance_of(ledger, released.dataset)) : release_text(released) + "\n");
  return ok;
}

}  // namespace sotto::app
