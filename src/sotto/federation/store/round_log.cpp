// SPDX-License-Identifier: MIT
#include "sotto/federation/store/round_log.hpp"

#include "sotto/federation/store/damage.hpp"
#include "sotto/federation/store/database.hpp"
#include "sotto/federation/store/ledger.hpp"
#include "sotto/federation/store/sessions.hpp"
#include "sotto/federation/store/start.hpp"
#include "sotto/federation/store/statement.hpp"
#include "sotto/federation/store/witness.hpp"

namespace sotto {
namespace {

constexpr std::size_t most_rounds = 4;  // neighbours are one round apart, and need the one before

}  // namespace

/// What the session has cost with this round, which may be kept.
BookedUnits RoundLog::cost_with(const Digest& session, const RoundRow& row) const {
  const auto refuse = [&](const std::string& why) {
    refuse_state(database_->file(), "round " + std::to_string(row.round) + " of run " + session.hex() +
                                        " cannot be kept: " + why + "; nothing was sent");
  };
  const Sessions sessions(*database_);
  const Digest run = sessions.run_of(session);
  const Ledger ledger(*database_);
  const std::optional<LedgerEntry> debit = ledger.debit_of(run);
  if (!debit) refuse("the run was not debited");
  if (ledger.is_released(run)) refuse("the run was released and is closed");
  const std::vector<Digest> all_sessions = sessions.sessions_of(run);
  if (all_sessions.back() != session) refuse("a later session of its run has begun");
  const std::int64_t expected = last_round(session).value_or(tables::rounds.first - 1) + 1;
  if (row.round != expected) refuse("the next one is " + std::to_string(expected));
  if (!is_cost_of_round(row.cost)) refuse("it costs less than nothing, or all others less than some of them");
  const RoundTotals own = totals_of_session(session) + RoundTotals{.rounds = 1, .cost = row.cost};
  RoundTotals whole = own;
  for (const Digest& earlier : all_sessions)
    if (earlier != session) whole = whole + totals_of_session(earlier);
  if (!covers(debit->units, whole)) refuse("the run would cost more than was debited");
  return own.cost;
}

void RoundLog::commit(const Digest& session, const RoundRow& row, const std::vector<HeardRound>& used) const {
  Transaction transaction(*database_);
  const UnitsColumns so_far = columns_of(cost_with(session, row)), cost = columns_of(row.cost);
  append(*database_, tables::rounds,
         {blob_of(session), seconds_now(), blob_of(row.digest), cost.alpha, cost.total_variation, so_far.alpha,
          so_far.total_variation, Blob{row.inputs}, Blob{row.bytes}, cost.alpha_all, cost.total_variation_all,
          so_far.alpha_all, so_far.total_variation_all});
  for (const HeardRound& heard : used) Witness(*database_).keep_heard(session, heard);
  transaction.commit();
}

std::optional<RoundRow> RoundLog::row(const Digest& session, std::int64_t round) const {
  database_->refuse_if_broken();
  if (const RoundRow* recent = database_->recent().round(session, round)) return *recent;
  if (round > last_round(session).value_or(0)) return std::nullopt;
  const std::string wanted =
      selection(tables::rounds, database_->version(),
                {"payload", "digest", "inputs", "alpha", "total_variation", "alpha_all", "total_variation_all"});
  const std::vector<Row> found =
      database_->rows("SELECT " + wanted + " FROM rounds WHERE run = ? AND round = ?", {blob_of(session), round});
  if (found.empty()) return std::nullopt;
  const Row& row = found[0];
  RoundRow read{.round = round,
                .bytes = std::get<Blob>(row[0]).bytes,
                .digest = digest_from_bytes(std::get<Blob>(row[1]).bytes).value(),
                .cost = units_from({row[3], row[4], row[5], row[6]}).value(),
                .inputs = std::get<Blob>(row[2]).bytes};
  database_->recent().keep(session, read);
  return read;
}

std::optional<std::int64_t> RoundLog::last_round(const Digest& session) const {
  const ChainHead end = head(session);
  return end.entries == 0 ? std::nullopt : std::optional(tables::rounds.first + end.entries - 1);
}

RoundTotals RoundLog::totals(const Digest& run) const {
  RoundTotals sum;
  for (const Digest& session : Sessions(*database_).sessions_of(run)) sum = sum + totals_of_session(session);
  return sum;
}

RoundTotals RoundLog::totals_of_session(const Digest& session) const {
  const std::string wanted =
      selection(tables::rounds, database_->version(),
                {"round", "alpha_so_far", "total_variation_so_far", "alpha_all_so_far", "total_variation_all_so_far"});
  const std::vector<Row> last = database_->rows(
      "SELECT " + wanted + " FROM rounds WHERE run = ? ORDER BY round DESC LIMIT 1", {blob_of(session)});
  if (last.empty()) return {};
  const Row& row = last[0];
  return {.rounds = std::get<std::int64_t>(row[0]) - tables::rounds.first + 1,
          .cost = units_from({row[1], row[2], row[3], row[4]}).value()};
}

ChainHead RoundLog::head(const Digest& session) const {
  return head_of(*database_, tables::rounds, blob_of(session));
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
