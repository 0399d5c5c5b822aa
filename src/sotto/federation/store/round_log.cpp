// SPDX-License-Identifier: MIT
#include "sotto/federation/store/round_log.hpp"

#include "sotto/federation/store/damage.hpp"
#include "sotto/federation/store/database.hpp"
#include "sotto/federation/store/ledger.hpp"
#include "sotto/federation/store/start.hpp"
#include "sotto/federation/store/statement.hpp"
#include "sotto/federation/store/witness.hpp"

namespace sotto {
namespace {

/// What the run has cost with this round, which may be kept.
LedgerUnits cost_with(Database& database, const Digest& run, const RoundRow& row) {
  const RoundLog log(database);
  const std::string name = "round " + std::to_string(row.round) + " of run " + run.hex();
  const Ledger ledger(database);
  const std::optional<LedgerEntry> debit = ledger.debit_of(run);
  if (!debit) refuse_state(database.file(), name + " cannot be kept: the run was not debited; nothing was sent");
  if (ledger.is_released(run))
    refuse_state(database.file(), name + " cannot be kept: the run was released and is closed; nothing was sent");
  const std::int64_t expected = log.last_round(run).value_or(tables::rounds.first - 1) + 1;
  if (row.round != expected)
    refuse_state(database.file(),
                 name + " cannot be kept: the next one is " + std::to_string(expected) + "; nothing was sent");
  if (row.cost.alpha < 0 || row.cost.total_variation < 0)
    refuse_state(database.file(), name + " cannot be kept: it costs less than nothing; nothing was sent");
  RoundTotals totals = log.totals(run);
  totals = {.rounds = totals.rounds + 1, .cost = totals.cost + row.cost};
  if (!covers(debit->units, totals))
    refuse_state(database.file(), name + " cannot be kept: the run would cost more than was debited; nothing was sent");
  return totals.cost;
}

constexpr std::size_t most_rounds = 4;  // neighbours are one round apart, and need the one before

}  // namespace

void RoundLog::commit(const Digest& run, const RoundRow& row, const std::vector<HeardRound>& used) const {
  Transaction transaction(*database_);
  const LedgerUnits so_far = cost_with(*database_, run, row);
  append(*database_, tables::rounds,
         {blob_of(run), seconds_now(), blob_of(row.digest), row.cost.alpha, row.cost.total_variation, so_far.alpha,
          so_far.total_variation, Blob{row.inputs}, Blob{row.bytes}});
  for (const HeardRound& heard : used) Witness(*database_).keep_heard(run, heard);
  transaction.commit();
}

std::optional<RoundRow> RoundLog::row(const Digest& run, std::int64_t round) const {
  database_->refuse_if_broken();
  if (const RoundRow* recent = database_->recent().round(run, round)) return *recent;
  if (round > last_round(run).value_or(0)) return std::nullopt;
  const std::vector<Row> found =
      database_->rows("SELECT payload, digest, alpha, total_variation, inputs FROM rounds WHERE run = ? AND round = ?",
                      {blob_of(run), round});
  if (found.empty()) return std::nullopt;
  const Row& row = found[0];
  RoundRow read{.round = round,
                .bytes = std::get<Blob>(row[0]).bytes,
                .digest = digest_from_bytes(std::get<Blob>(row[1]).bytes).value(),
                .cost = {std::get<std::int64_t>(row[2]), std::get<std::int64_t>(row[3])},
                .inputs = std::get<Blob>(row[4]).bytes};
  database_->recent().keep(run, read);
  return read;
}

std::optional<std::int64_t> RoundLog::last_round(const Digest& run) const {
  const ChainHead end = head(run);
  return end.entries == 0 ? std::nullopt : std::optional(tables::rounds.first + end.entries - 1);
}

RoundTotals RoundLog::totals(const Digest& run) const {
  const std::vector<Row> last = database_->rows(
      "SELECT round, alpha_so_far, total_variation_so_far FROM rounds WHERE run = ? ORDER BY round DESC LIMIT 1",
      {blob_of(run)});
  if (last.empty()) return {};
  return {.rounds = std::get<std::int64_t>(last[0][0]) - tables::rounds.first + 1,
          .cost = {std::get<std::int64_t>(last[0][1]), std::get<std::int64_t>(last[0][2])}};
}

ChainHead RoundLog::head(const Digest& run) const {
  return head_of(*database_, tables::rounds, blob_of(run));
}

const RoundRow* Recent::round(const Digest& run, std::int64_t round) const {
  for (const auto& [of, row] : rounds_)
    if (row.round == round && of == run) return &row;
  return nullptr;
}

void Recent::keep(const Digest& run, const RoundRow& row) {
  rounds_.emplace_back(run, row);
  if (rounds_.size() > most_rounds) rounds_.pop_front();
}

const Recent::Heard* Recent::heard(const Digest& run, const std::string& site) const {
  const auto found = heard_.find({std::string(run.view()), site});
  return found == heard_.end() ? nullptr : &found->second;
}

void Recent::keep(const Digest& run, const std::string& site, const Heard& heard) {
  heard_[{std::string(run.view()), site}] = heard;
}

}  // namespace sotto
