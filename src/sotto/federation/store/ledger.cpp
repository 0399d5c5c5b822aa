// SPDX-License-Identifier: MIT
#include "sotto/federation/store/ledger.hpp"

#include <algorithm>

#include "sotto/federation/store/damage.hpp"
#include "sotto/federation/store/database.hpp"
#include "sotto/federation/store/mark.hpp"
#include "sotto/federation/store/round_log.hpp"
#include "sotto/federation/store/sessions.hpp"
#include "sotto/federation/store/start.hpp"
#include "sotto/federation/store/statement.hpp"
#include "sotto/input/printable.hpp"

namespace sotto {
namespace {

constexpr std::size_t longest_dataset_name = 128;

[[noreturn]] void refuse_budget(const std::string& field, const std::string& value, const std::string& rule) {
  throw InvalidInput({field, value, rule}, FaultKind::budget);
}

void check_dataset_name(const std::string& name) {
  if (name.empty() || name.size() > longest_dataset_name || !is_plain(name) ||
      name.find_first_of(" \t") != std::string::npos)
    throw InvalidInput({"dataset", shown(name), "must be a name of 1 to 128 bytes on one line, without blanks"});
}

std::int64_t left_of(const PrivacyBudget& promise, const LedgerUnits& spent, std::int64_t more_variation) {
  const LedgerUnits all = spent + LedgerUnits{.total_variation = more_variation};
  return std::max<std::int64_t>(0, alpha_limit_in_units(promise, all.total_variation) - spent.alpha);
}

LedgerEntry read_entry(const Database& database, const Row& row) {
  const std::optional<LedgerEntry> entry = entry_from(row);
  if (!entry) refuse_state(database.file(), "is damaged: table ledger holds a row that is no entry; nothing was sent");
  return *entry;
}

/// Fills in what is left of the cap.
void add_cap(Balance& balance) {
  if (!balance.promise.all_others) return;
  const LedgerUnits& spent = balance.spent.all_others;
  balance.alpha_all_limit = alpha_limit_in_units(*balance.promise.all_others, spent.total_variation);
  balance.alpha_all_left = left_of(*balance.promise.all_others, spent, 0);
}

bool is_cost_of_run(const BookedUnits& units) {
  return units.planned.alpha > 0 && units.planned.total_variation >= 0 && units.all_others.alpha >= 0 &&
         units.all_others.total_variation >= 0;
}

}  // namespace

std::string Ledger::question_for_entries(const std::string& where) const {
  return "SELECT " + selection(tables::ledger, database_->version()) + " FROM ledger WHERE " + where +
         " ORDER BY number";
}

void Ledger::book(LedgerEntry entry) const {
  entry.time = seconds_now();
  append(*database_, tables::ledger, columns_of(entry));
}

void Ledger::open_dataset(const std::string& name, const PrivacyBudget& planned,
                          const std::optional<double>& epsilon_all) const {
  check_dataset_name(name);
  const DatasetPromise promise = promise_of(planned, epsilon_all);
  Faults faults;
  check(promise, faults);
  faults.throw_if_any();
  Transaction transaction(*database_);
  if (dataset(name)) refuse_budget("dataset", name, "has a budget already, and a promise is not changed");
  book({.kind = EntryKind::open, .dataset = name, .run = {}, .promise = promise, .units = {}});
  transaction.commit_into_main_file();
}

std::vector<LedgerEntry> Ledger::history(const std::string& name) const {
  std::vector<LedgerEntry> entries;
  const bool all = name.empty();
  for (const Row& row : database_->rows(question_for_entries(all ? "1" : "dataset = ?"), all ? Row{} : Row{Text{name}}))
    entries.push_back(read_entry(*database_, row));
  return entries;
}

std::optional<DatasetPromise> Ledger::dataset(const std::string& name) const {
  const std::vector<Row> found = database_->rows(question_for_entries("kind = 'open' AND dataset = ?"), {Text{name}});
  return found.empty() ? std::nullopt : read_entry(*database_, found[0]).promise;
}

std::vector<std::string> Ledger::datasets() const {
  std::vector<std::string> names;
  for (const Row& row : database_->rows(question_for_entries("kind = 'open'")))
    names.push_back(read_entry(*database_, row).dataset);
  return names;
}

std::optional<LedgerEntry> Ledger::entry_of(const Digest& run, EntryKind kind) const {
  // The kind is no parameter: SQLite compiles a statement again whenever one changes that an index's condition knows.
  const std::vector<Row> found =
      database_->rows(question_for_entries("run = ? AND kind = '" + std::string(name_of(kind)) + "'"), {blob_of(run)});
  if (found.empty()) return std::nullopt;
  return read_entry(*database_, found[0]);
}

std::optional<LedgerEntry> Ledger::debit_of(const Digest& run) const {
  return entry_of(run, EntryKind::debit);
}

bool Ledger::is_released(const Digest& run) const {
  return entry_of(run, EntryKind::release).has_value();
}

Debit Ledger::debit(const Digest& run, const std::string& name, const BookedUnits& whole_run) const {
  if (!is_cost_of_run(whole_run))
    throw InvalidInput({"debit", std::to_string(whole_run.planned.alpha), "a run costs more than nothing"},
                       FaultKind::numerical);
  Transaction transaction(*database_);
  if (const std::optional<LedgerEntry> before = debit_of(run)) {
    if (is_released(run)) return {.outcome = Debit::Outcome::closed, .wanted = whole_run};
    if (before->units != whole_run || before->dataset != name)
      refuse_state(database_->file(), "run " + run.hex() + " was debited before with another cost or dataset (entry " +
                                          std::to_string(before->number) + "); nothing was sent");
    return {.outcome = Debit::Outcome::already_booked, .wanted = whole_run};
  }
  if (Sessions(*database_).run_of(run) != run)
    refuse_state(database_->file(), "session " + run.hex() + " cannot be debited: its run pays; nothing was sent");
  const Balance now = balance(name);
  const std::int64_t left = left_of(now.promise.planned, now.spent.planned, whole_run.planned.total_variation);
  if (!fits(now.promise, now.spent + whole_run))
    return {.outcome = Debit::Outcome::refused, .wanted = whole_run, .alpha_left = left};
  book({.kind = EntryKind::debit, .dataset = name, .run = run, .promise = {}, .units = whole_run});
  transaction.commit_into_main_file();
  return {.outcome = Debit::Outcome::booked, .wanted = whole_run, .alpha_left = left};
}

void Ledger::refuse_lost_rounds(const Digest& run) const {
  if (database_->mark() == nullptr) return;
  for (const Digest& session : Sessions(*database_).sessions_of(run)) {
    const std::optional<std::int64_t> promised = promised_round(database_->mark()->mark(), session);
    if (promised && RoundLog(*database_).last_round(session).value_or(0) < *promised)
      refuse_budget("run", run.hex(),
                    "its rows end before round " + std::to_string(*promised) +
                        ", which may have been sent: a log lost its end, and what was really spent is not known here");
  }
}

BookedUnits Ledger::returnable(const Digest& run, const BookedUnits& kept_back) const {
  const std::optional<LedgerEntry> debit = debit_of(run);
  if (!debit) refuse_budget("run", run.hex(), "was never debited here");
  if (is_released(run)) refuse_budget("run", run.hex(), "was released before, and is closed");
  refuse_lost_rounds(run);
  return not_needed(debit->units, RoundLog(*database_).totals(run) + RoundTotals{.rounds = 0, .cost = kept_back});
}

BookedUnits Ledger::release(const Digest& run, const BookedUnits& kept_back) const {
  Transaction transaction(*database_);
  const BookedUnits returned = returnable(run, kept_back);
  book({.kind = EntryKind::release, .dataset = debit_of(run)->dataset, .run = run, .promise = {}, .units = returned});
  transaction.commit_into_main_file();
  return returned;
}

void Ledger::close(const Digest& run) const {
  Transaction transaction(*database_);
  const std::optional<LedgerEntry> debit = debit_of(run);
  if (!debit || is_released(run)) refuse_budget("run", run.hex(), "is not open here");
  book({.kind = EntryKind::release, .dataset = debit->dataset, .run = run, .promise = {}, .units = {}});
  transaction.commit_into_main_file();
}

BookedUnits Ledger::spent(const std::string& name) const {
  BookedUnits debits, returned;
  for (const LedgerEntry& entry : history(name)) {
    if (entry.kind == EntryKind::debit) debits = debits + entry.units;
    if (entry.kind == EntryKind::release) returned = returned + entry.units;
  }
  return debits - returned;
}

Balance Ledger::balance(const std::string& name) const {
  const std::optional<DatasetPromise> promise = dataset(name);
  if (!promise) refuse_budget("dataset", shown(name), "has no budget here: `sotto budget init` opens one");
  Balance balance{.promise = *promise, .spent = spent(name), .alpha_all_limit = {}, .alpha_all_left = {}};
  balance.alpha_limit = alpha_limit_in_units(promise->planned, balance.spent.planned.total_variation);
  balance.alpha_left = left_of(promise->planned, balance.spent.planned, 0);
  add_cap(balance);
  return balance;
}

bool Ledger::has_been_at(const ChainHead& head) const {
  if (head.entries == 0) return true;
  return database_->whole_number("SELECT count(*) FROM ledger WHERE number = ? AND hash = ?",
                                 {head.entries, blob_of(head.hash)}) == 1;
}

ChainHead Ledger::head() const {
  return head_of(*database_, tables::ledger);
}

}  // namespace sotto
