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

struct PromiseColumns {
  const Value &epsilon, &delta, &adjacency, &epsilon_all;
};

std::optional<DatasetPromise> promise_from(const PromiseColumns& columns) {
  const auto* epsilon = std::get_if<double>(&columns.epsilon);
  const auto* delta = std::get_if<double>(&columns.delta);
  const auto* adjacency = std::get_if<Text>(&columns.adjacency);
  const auto* cap = std::get_if<double>(&columns.epsilon_all);
  const auto kind = adjacency != nullptr ? adjacency_named(adjacency->text) : std::nullopt;
  if (epsilon == nullptr || delta == nullptr || !kind) return std::nullopt;
  return promise_of({.epsilon = *epsilon, .delta = *delta, .adjacency = *kind},
                    cap != nullptr ? std::optional(*cap) : std::nullopt);
}

/// A booking fitted to the last unit when it was made; another C library may round its limit the other way.
constexpr double rounding_of_accountants = 1e-9;

/// An earlier rule let what one limit left be spent as the other: what it booked stays, and nothing is added to it.
bool keeps(const PrivacyBudget& promise, const LedgerUnits& sum) {
  return fits(promise, sum) ||
         delta_of(Accountant::exact, cost_of(sum), promise.epsilon) <= promise.delta * (1 + rounding_of_accountants);
}

bool is_at_most(const LedgerUnits& units, const LedgerUnits& most) {
  return units.alpha <= most.alpha && units.total_variation <= most.total_variation;
}

/// Each round may have rounded a unit up.
bool pays_for(const LedgerUnits& debit, const LedgerUnits& cost, std::int64_t rounds) {
  return cost.alpha - rounds <= debit.alpha && cost.total_variation - rounds <= debit.total_variation;
}

LedgerUnits rest_of(const LedgerUnits& debit, const LedgerUnits& cost) {
  return {.alpha = std::max<std::int64_t>(0, debit.alpha - cost.alpha),
          .total_variation = std::max<std::int64_t>(0, debit.total_variation - cost.total_variation)};
}

bool books_less_than_nothing(const BookedUnits& units) {
  const auto below = [](const LedgerUnits& one) { return one.alpha < 0 || one.total_variation < 0; };
  return below(units.planned) || below(units.all_others);
}

std::string key_of(const LedgerEntry& entry) {
  return std::string(entry.run->view());
}

}  // namespace

std::optional<LedgerEntry> entry_from(const Row& row) {
  if (row.size() != tables::ledger.columns.size()) return std::nullopt;
  const auto* number = std::get_if<std::int64_t>(&row[0]);
  const auto* time = std::get_if<std::int64_t>(&row[1]);
  const auto* kind_name = std::get_if<Text>(&row[2]);
  const auto* dataset = std::get_if<Text>(&row[3]);
  const auto* run = std::get_if<Blob>(&row[4]);
  const auto kind = kind_name != nullptr ? value_named<EntryKind>(kind_name->text) : std::nullopt;
  const std::optional<BookedUnits> units = units_from({row[8], row[9], row[10], row[11]});
  if (number == nullptr || time == nullptr || !kind || dataset == nullptr || !units) return std::nullopt;
  LedgerEntry entry{.number = *number,
                    .time = *time,
                    .kind = *kind,
                    .dataset = dataset->text,
                    .run = run != nullptr ? digest_from_bytes(run->bytes) : std::nullopt,
                    .promise = promise_from({row[5], row[6], row[7], row[12]}),
                    .units = *units};
  const bool opens = entry.kind == EntryKind::open, capped = !std::holds_alternative<std::monostate>(row[12]);
  if (entry.run.has_value() == opens || entry.promise.has_value() != opens || (capped && !opens)) return std::nullopt;
  return entry;
}

Row columns_of(const LedgerEntry& entry) {
  const UnitsColumns units = columns_of(entry.units);
  Row row{entry.time,
          Text{std::string(name_of(entry.kind))},
          Text{entry.dataset},
          {},
          {},
          {},
          {},
          units.alpha,
          units.total_variation,
          units.alpha_all,
          units.total_variation_all,
          {}};
  if (entry.run) row[3] = blob_of(*entry.run);
  if (entry.promise) {
    const auto& [planned, all_others] = *entry.promise;
    row[4] = planned.epsilon;
    row[5] = planned.delta;
    row[6] = Text{std::string(name_of(planned.adjacency))};
    if (all_others) row[11] = all_others->epsilon;
  }
  return row;
}

UnitsColumns columns_of(const BookedUnits& units) {
  UnitsColumns columns{.alpha = units.planned.alpha,
                       .total_variation = units.planned.total_variation,
                       .alpha_all = {},
                       .total_variation_all = {}};
  if (units.all_others == units.planned) return columns;
  columns.alpha_all = units.all_others.alpha;
  columns.total_variation_all = units.all_others.total_variation;
  return columns;
}

std::optional<BookedUnits> units_from(const UnitsColumns& columns) {
  const auto pair_from = [](const Value& alpha, const Value& variation) -> std::optional<LedgerUnits> {
    const auto* a = std::get_if<std::int64_t>(&alpha);
    const auto* v = std::get_if<std::int64_t>(&variation);
    return a != nullptr && v != nullptr ? std::optional(LedgerUnits{*a, *v}) : std::nullopt;
  };
  const std::optional<LedgerUnits> planned = pair_from(columns.alpha, columns.total_variation);
  if (!planned) return std::nullopt;
  const Value absent;
  if (columns.alpha_all == absent && columns.total_variation_all == absent) return same_for_all(*planned);
  const std::optional<LedgerUnits> all_others = pair_from(columns.alpha_all, columns.total_variation_all);
  if (!all_others) return std::nullopt;
  return BookedUnits{.planned = *planned, .all_others = *all_others};
}

RoundTotals operator+(const RoundTotals& first, const RoundTotals& second) {
  return {.rounds = first.rounds + second.rounds, .cost = first.cost + second.cost};
}

const std::vector<std::string_view>& RoundSums::columns() {
  static const std::vector<std::string_view> names{"run",
                                                   "alpha",
                                                   "total_variation",
                                                   "alpha_all",
                                                   "total_variation_all",
                                                   "alpha_so_far",
                                                   "total_variation_so_far",
                                                   "alpha_all_so_far",
                                                   "total_variation_all_so_far"};
  return names;
}

std::optional<std::string> RoundSums::next(const Row& row) {
  const std::optional<BookedUnits> cost = units_from({row.at(1), row.at(2), row.at(3), row.at(4)});
  const std::optional<BookedUnits> so_far = units_from({row.at(5), row.at(6), row.at(7), row.at(8)});
  if (!cost || !so_far) return "has no cost";
  if (!is_cost_of_round(*cost)) return "costs less than nothing, or all others less than some of them";
  RoundTotals& sum = totals_[std::get<Blob>(row[0]).bytes];
  try {
    sum = sum + RoundTotals{.rounds = 1, .cost = *cost};
  } catch (const InvalidInput&) {
    return "the sum does not fit a ledger";
  }
  if (sum.cost != *so_far) return "the sum so far is wrong";
  return std::nullopt;
}

bool covers(const BookedUnits& debit, const RoundTotals& rounds) {
  return pays_for(debit.planned, rounds.cost.planned, rounds.rounds) &&
         pays_for(debit.all_others, rounds.cost.all_others, rounds.rounds);
}

BookedUnits not_needed(const BookedUnits& debit, const RoundTotals& rounds) {
  return {.planned = rest_of(debit.planned, rounds.cost.planned),
          .all_others = rest_of(debit.all_others, rounds.cost.all_others)};
}

LedgerCheck::LedgerCheck(const std::map<std::string, RoundTotals>& rounds_of_session,
                         std::map<std::string, std::string> run_of_session)
    : run_of_session_(std::move(run_of_session)) {
  for (const auto& [session, totals] : rounds_of_session) {
    const auto run = run_of_session_.find(session);
    RoundTotals& sum = rounds_[run == run_of_session_.end() ? session : run->second];
    try {
      sum = sum + totals;
    } catch (const InvalidInput&) {
      found_.push_back({"rounds", hex_of(session), "the sum over the sessions of its run does not fit a ledger"});
    }
  }
}

void LedgerCheck::damaged(const LedgerEntry& entry, const std::string& what) {
  found_.push_back({"ledger", std::to_string(entry.number), what});
}

void LedgerCheck::next(const LedgerEntry& entry) {
  if (books_less_than_nothing(entry.units)) return damaged(entry, "books less than nothing");
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
  if (run_of_session_.contains(key_of(entry))) return damaged(entry, "debits a session, which its run pays for");
  if (!runs_.emplace(key_of(entry), Run{entry.units, entry.dataset}).second)
    return damaged(entry, "debits a run a second time");
  BookedUnits& spent = spent_[entry.dataset];
  try {
    spent = spent + entry.units;
  } catch (const InvalidInput&) {
    return damaged(entry, "the sum does not fit a ledger");
  }
  const auto& [planned, all_others] = promises_.at(entry.dataset);
  if (!keeps(planned, spent.planned)) damaged(entry, "the sum exceeds what was promised");
  if (all_others && !keeps(*all_others, spent.all_others))
    damaged(entry, "the sum exceeds what was promised against all others");
}

void LedgerCheck::take_release(const LedgerEntry& entry) {
  const auto found = runs_.find(key_of(entry));
  if (found == runs_.end() || found->second.dataset != entry.dataset)
    return damaged(entry, "returns what was never debited");
  Run& run = found->second;
  if (run.released) return damaged(entry, "releases a run a second time");
  run.released = true;
  const BookedUnits most = not_needed(run.debit, rounds_[found->first]);
  if (!is_at_most(entry.units.planned, most.planned) || !is_at_most(entry.units.all_others, most.all_others))
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
