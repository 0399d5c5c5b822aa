// SPDX-License-Identifier: MIT
#include "sotto/federation/store/witness.hpp"

#include <algorithm>

#include "sotto/federation/store/damage.hpp"
#include "sotto/federation/store/database.hpp"
#include "sotto/federation/store/statement.hpp"
#include "sotto/input/invalid_input.hpp"
#include "sotto/input/printable.hpp"

namespace sotto {
namespace {

WitnessVerdict judge_step(const ChainHead& before, const ChainHead& now) {
  if (now.entries < before.entries) return WitnessVerdict::ledger_lower;
  if (now.entries == before.entries && now.hash != before.hash) return WitnessVerdict::ledger_forked;
  return WitnessVerdict::fresh;
}

/// No site starts so often between two meetings: one that jumps further would use the numbers up.
constexpr std::int64_t furthest_jump = 1 << 20;

WitnessVerdict judge(const std::optional<Seen>& before, const Seen& now) {
  if (now.incarnation - (before ? before->incarnation : 0) > furthest_jump) return WitnessVerdict::too_far_ahead;
  if (!before) return WitnessVerdict::fresh;
  if (now.incarnation < before->incarnation) return WitnessVerdict::lower_incarnation;
  const bool again = now.incarnation == before->incarnation;
  if (again && now.start != before->start) return WitnessVerdict::other_start_same_incarnation;
  const WitnessVerdict ledger = judge_step(before->ledger, now.ledger);
  return ledger == WitnessVerdict::fresh && again ? WitnessVerdict::same_start : ledger;
}

/// Incarnation, start, entries and head of the ledger, in this order.
Seen seen_in(const Row& row) {
  return {.incarnation = std::get<std::int64_t>(row[0]),
          .start = start_id_from_bytes(std::get<Blob>(row[1]).bytes).value(),
          .ledger = {.entries = std::get<std::int64_t>(row[2]),
                     .hash = digest_from_bytes(std::get<Blob>(row[3]).bytes).value()}};
}

/// Those that a seal covers.
Row columns_of(const Digest& run, const HeardRound& heard) {
  return {blob_of(run), Text{heard.site}, heard.round, blob_of(heard.digest), Blob{heard.signature}};
}

void check_site(const std::string& site) {
  if (site.empty() || !is_plain(site)) throw InvalidInput({"site", shown(site), "must be a public key as text"});
}

}  // namespace

void Witness::note(const std::string& site, const Seen& seen) const {
  append(*database_, tables::sightings,
         {seconds_now(), Text{site}, seen.incarnation, Blob{std::string(seen.start.view())}, seen.ledger.entries,
          blob_of(seen.ledger.hash)});
}

std::optional<Seen> Witness::seen(const std::string& site) const {
  const std::vector<Row> found = database_->rows(
      "SELECT incarnation, start_id, entries, head FROM sightings WHERE site = ? ORDER BY number DESC LIMIT 1",
      {Text{site}});
  if (found.empty()) return std::nullopt;
  return seen_in(found[0]);
}

std::optional<Proof> Witness::proof(const std::string& site) const {
  const std::vector<Row> found = database_->rows(
      "SELECT incarnation, start_id, entries, head, hello FROM proofs WHERE site = ? ORDER BY number DESC LIMIT 1",
      {Text{site}});
  if (found.empty()) return std::nullopt;
  return Proof{.seen = seen_in(found[0]), .hello = std::get<Blob>(found[0][4]).bytes};
}

/// Older versions noted starts without a signature: an X.509 key was enough.
bool Witness::is_set_aside(const std::string& site, const Seen& before, const std::vector<Seen>& disowned) const {
  const auto same_start = [&](const Seen& one) {
    return one.incarnation == before.incarnation && one.start == before.start;
  };
  const std::optional<Proof> last = proof(site);
  const bool proved = last && same_start(last->seen);
  return before.incarnation > 0 && (!proved || std::any_of(disowned.begin(), disowned.end(), same_start));
}

/// One for each thing that was seen: a site that comes and goes adds none.
void Witness::keep_proof(const std::string& site, const Proof& now) const {
  if (const std::optional<Proof> last = proof(site); last && last->seen == now.seen) return;
  append(*database_, tables::proofs,
         {seconds_now(), Text{site}, now.seen.incarnation, Blob{std::string(now.seen.start.view())},
          now.seen.ledger.entries, blob_of(now.seen.ledger.hash), Blob{now.hello}});
}

WitnessVerdict Witness::judge_and_note(const std::string& site, const Seen& now, const std::string& hello,
                                       const std::vector<Seen>& disowned) const {
  check_site(site);
  if (now.incarnation < 1 || now.ledger.entries < 0) return WitnessVerdict::lower_incarnation;
  Transaction transaction(*database_);
  const std::optional<Seen> before = seen(site);
  WitnessVerdict verdict = judge(before, now);
  const bool of_start =
      verdict == WitnessVerdict::lower_incarnation || verdict == WitnessVerdict::other_start_same_incarnation;
  if (of_start && !hello.empty() && judge_step(before->ledger, now.ledger) == WitnessVerdict::fresh &&
      is_set_aside(site, *before, disowned))
    verdict = WitnessVerdict::in_place_of_another;
  if (!is_accepted(verdict) || (before == now && hello.empty())) return verdict;
  if (before != now) note(site, now);
  if (!hello.empty()) keep_proof(site, {now, hello});
  transaction.commit();
  return verdict;
}

WitnessVerdict Witness::judge_ledger(const std::string& site, const ChainHead& ledger) const {
  check_site(site);
  if (ledger.entries < 0) return WitnessVerdict::ledger_lower;
  return judge_step(seen(site).value_or(Seen{}).ledger, ledger);
}

WitnessVerdict Witness::judge_and_note_ledger(const std::string& site, const ChainHead& ledger) const {
  Transaction transaction(*database_);
  const WitnessVerdict verdict = judge_ledger(site, ledger);
  Seen now = seen(site).value_or(Seen{});
  if (verdict != WitnessVerdict::fresh || now.ledger == ledger) return verdict;
  now.ledger = ledger;
  note(site, now);
  transaction.commit();
  return verdict;
}

std::optional<HeardRound> Witness::heard(const Digest& run, const std::string& site) const {
  database_->refuse_if_broken();
  if (const Recent::Heard* known = database_->recent().heard(run, site)) return *known;
  const std::vector<Row> found = database_->rows(
      "SELECT round, digest, signature FROM heard WHERE run = ? AND site = ?", {blob_of(run), Text{site}});
  Recent::Heard heard;
  if (!found.empty())
    heard = {.site = site,
             .round = std::get<std::int64_t>(found[0][0]),
             .digest = digest_from_bytes(std::get<Blob>(found[0][1]).bytes).value(),
             .signature = std::get<Blob>(found[0][2]).bytes};
  database_->recent().keep(run, site, heard);
  return heard;
}

std::vector<Witness::HeardInRun> Witness::heard_elsewhere(const Digest& than, const std::string& site,
                                                          std::size_t most) const {
  std::vector<HeardInRun> all;
  for (const Row& row :
       database_->rows("SELECT run, round, digest, signature FROM heard WHERE site = ? AND run <> ? AND "
                       "length(signature) > 0 ORDER BY rowid DESC LIMIT ?",
                       {Text{site}, blob_of(than), static_cast<std::int64_t>(most)}))
    all.push_back({.run = digest_from_bytes(std::get<Blob>(row[0]).bytes).value(),
                   .heard = {.site = site,
                             .round = std::get<std::int64_t>(row[1]),
                             .digest = digest_from_bytes(std::get<Blob>(row[2]).bytes).value(),
                             .signature = std::get<Blob>(row[3]).bytes}});
  return all;
}

HeardRoundVerdict Witness::judge_heard(const Digest& run, const HeardRound& now) const {
  const std::optional<HeardRound> before = heard(run, now.site);
  if (before && now.round == before->round && now.digest != before->digest) return HeardRoundVerdict::contradicts;
  if (before && now.round <= before->round) return HeardRoundVerdict::known;
  Row row = columns_of(run, now);
  const Digest seal = digest_of(canonical(row));
  row.push_back(blob_of(seal));
  Statement upsert(*database_,
                   "INSERT INTO heard (run, site, round, digest, signature, hash) VALUES (?, ?, ?, ?, ?, ?) "
                   "ON CONFLICT (run, site) DO UPDATE SET round = excluded.round, digest = excluded.digest, "
                   "signature = excluded.signature, hash = excluded.hash",
                   row);
  upsert.step();
  std::optional<ChainEnds::HeardSeal> replaced;
  if (before) replaced = {before->round, digest_of(canonical(columns_of(run, *before)))};
  database_->ends().move_heard(replaced, {now.round, seal});
  database_->recent().keep(run, now.site, now);
  return HeardRoundVerdict::noted;
}

std::vector<HeardRoundVerdict> Witness::note_heard(const Digest& run, const std::vector<HeardRound>& all) const {
  std::vector<HeardRoundVerdict> verdicts;
  if (all.empty()) return verdicts;
  Transaction transaction(*database_);
  for (const HeardRound& now : all) {
    check_site(now.site);
    verdicts.push_back(judge_heard(run, now));
  }
  transaction.commit();
  return verdicts;
}

void Witness::keep_heard(const Digest& run, const HeardRound& now) const {
  check_site(now.site);
  if (judge_heard(run, now) == HeardRoundVerdict::contradicts)
    refuse_state(database_->file(), "round " + std::to_string(now.round) + " of " + now.site + " in run " + run.hex() +
                                        " was used before with another digest; nothing was sent");
}

}  // namespace sotto
