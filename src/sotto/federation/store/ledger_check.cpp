// SPDX-License-Identifier: MIT
#include "sotto/federation/store/ledger_check.hpp"

#include <algorithm>

namespace sotto {
namespace {

std::optional<Adjacency> adjacency_named(const std::string& name) {
  for (const Adjacency one : all_adjacencies)
    if (name_of(one) == name) return one;
  return std::nullopt;
}

std::optional<PrivacyBudget> promise_from(const Value& epsilon, const Value& delta, const Value& adjacency) {
  const auto* e = std::get_if<double>(&epsilon);
  const auto* d = std::get_if<double>(&delta);
  const auto* a = std::get_if<Text>(&adjacency);
  const auto kind = a != nullptr ? adjacency_named(a->text) : std::nullopt;
  if (e == nullptr || d == nullptr || !kind) return std::nullopt;
  return PrivacyBudget{.epsilon = *e, .delta = *d, .adjacency = *kind};
}

/// A booking fitted to the last unit when it was made; another C library may round its limit the other way.
constexpr double rounding_of_accountants = 1e-9;

/// An earlier rule let what one limit left be spent as the other: what it booked stays, and nothing is added to it.
bool keeps(const PrivacyBudget& promise, const LedgerUnits& sum) {
  return fits(promise, sum) ||
         delta_of(Accountant::exact, cost_of(sum), promise.epsilon) <= promise.delta * (1 + rounding_of_accountants);
}

std::string key_of(const LedgerEntry& entry) {
  return std::string(entry.run->view());
}

}  // namespace

std::optional<LedgerEntry> entry_from(const Row& row) {
  if (row.size() < 10) return std::nullopt;
  const auto* number = std::get_if<std::int64_t>(&row[0]);
  const auto* time = std::get_if<std::int64_t>(&row[1]);
  const auto* kind_name = std::get_if<Text>(&row[2]);
  const auto* dataset = std::get_if<Text>(&row[3]);
  const auto* run = std::get_if<Blob>(&row[4]);
  const auto* alpha = std::get_if<std::int64_t>(&row[8]);
  const auto* variation = std::get_if<std::int64_t>(&row[9]);
  const auto kind = kind_name != nullptr ? value_named<EntryKind>(kind_name->text) : std::nullopt;
  if (number == nullptr || time == nullptr || !kind || dataset == nullptr || alpha == nullptr || variation == nullptr)
    return std::nullopt;
  LedgerEntry entry{.number = *number,
                    .time = *time,
                    .kind = *kind,
                    .dataset = dataset->text,
                    .run = run != nullptr ? digest_from_bytes(run->bytes) : std::nullopt,
                    .promise = promise_from(row[5], row[6], row[7]),
                    .units = {.alpha = *alpha, .total_variation = *variation}};
  const bool opens = entry.kind == EntryKind::open;
  if (entry.run.has_value() == opens || entry.promise.has_value() != opens) return std::nullopt;
  return entry;
}

Row columns_of(const LedgerEntry& entry) {
  Row row{entry.time,
          Text{std::string(name_of(entry.kind))},
          Text{entry.dataset},
          {},
          {},
          {},
          {},
          entry.units.alpha,
          entry.units.total_variation};
  if (entry.run) row[3] = blob_of(*entry.run);
  if (entry.promise) {
    row[4] = entry.promise->epsilon;
    row[5] = entry.promise->delta;
    row[6] = Text{std::string(name_of(entry.promise->adjacency))};
  }
  return row;
}

bool covers(const LedgerUnits& debit, const RoundTotals& rounds) {
  return rounds.cost.alpha - rounds.rounds <= debit.alpha &&
         rounds.cost.total_variation - rounds.rounds <= debit.total_variation;
}

LedgerUnits not_needed(const LedgerUnits& debit, const RoundTotals& rounds) {
  return {.alpha = std::max<std::int64_t>(0, debit.alpha - rounds.cost.alpha),
          .total_variation = std::max<std::int64_t>(0, debit.total_variation - rounds.cost.total_variation)};
}

void LedgerCheck::damaged(const LedgerEntry& entry, const std::string& what) {
  found_.push_back({"ledger", std::to_string(entry.number), what});
}

void LedgerCheck::next(const LedgerEntry& entry) {
  if (entry.units.alpha < 0 || entry.units.total_variation < 0) return damaged(entry, "books less than nothing");
  if (entry.kind == EntryKind::open) return take_open(entry);
  if (!promises_.contains(entry.dataset)) return damaged(entry, "its dataset has no budget");
  entry.kind == EntryKind::debit ? take_debit(entry) : take_release(entry);
}

void LedgerCheck::take_open(const LedgerEntry& entry) {
  Faults faults;
  check(*entry.promise, faults);
  if (!faults.empty()) return damaged(entry, "promises nothing");
  if (!promises_.emplace(entry.dataset, *entry.promise).second) damaged(entry, "opens a dataset a second time");
}

void LedgerCheck::take_debit(const LedgerEntry& entry) {
  if (!runs_.emplace(key_of(entry), Run{entry.units, entry.dataset}).second)
    return damaged(entry, "debits a run a second time");
  LedgerUnits& spent = spent_[entry.dataset];
  try {
    spent = spent + entry.units;
  } catch (const InvalidInput&) {
    return damaged(entry, "the sum does not fit a ledger");
  }
  if (!keeps(promises_.at(entry.dataset), spent)) damaged(entry, "the sum exceeds what was promised");
}

void LedgerCheck::take_release(const LedgerEntry& entry) {
  const auto found = runs_.find(key_of(entry));
  if (found == runs_.end() || found->second.dataset != entry.dataset)
    return damaged(entry, "returns what was never debited");
  Run& run = found->second;
  if (run.released) return damaged(entry, "releases a run a second time");
  run.released = true;
  const LedgerUnits most = not_needed(run.debit, rounds_[found->first]);
  if (entry.units.alpha > most.alpha || entry.units.total_variation > most.total_variation)
    return damaged(entry, "returns more than the rounds of the run left");
  spent_[entry.dataset] = spent_[entry.dataset] - entry.units;
}

std::vector<Damage> LedgerCheck::finish() {
  for (const auto& [run, totals] : rounds_) {
    const auto debit = runs_.find(run);
    if (debit == runs_.end() && totals.rounds > 0)
      found_.push_back({"rounds", hex_of(run), "the run was never debited"});
    else if (debit != runs_.end() && !covers(debit->second.debit, totals))
      found_.push_back({"rounds", hex_of(run), "the rounds cost more than the debit of the run"});
  }
  return found_;
}

}  // namespace sotto
