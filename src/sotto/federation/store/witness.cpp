// SPDX-License-Identifier: MIT
// What was seen of other sites.
#include "sotto/federation/store/witness.hpp"

#include "sotto/federation/store/database.hpp"
#include "sotto/federation/store/statement.hpp"
#include "sotto/federation/store/store_fault.hpp"
#include "sotto/federation/store/transaction.hpp"
#include "sotto/input/invalid_input.hpp"
#include "sotto/input/printable.hpp"

namespace sotto {
namespace {

Verdict judge_ledger(const ChainHead& before, const ChainHead& now) {
  if (now.entries < before.entries) return Verdict::ledger_lower;
  if (now.entries == before.entries && now.hash != before.hash) return Verdict::ledger_forked;
  return Verdict::fresh;
}

Verdict judge(const std::optional<Seen>& before, const Seen& now) {
  if (!before) return Verdict::fresh;
  if (now.incarnation < before->incarnation) return Verdict::lower_incarnation;
  const bool again = now.incarnation == before->incarnation;
  if (again && now.start != before->start) return Verdict::other_start_same_incarnation;
  const Verdict ledger = judge_ledger(before->ledger, now.ledger);
  return ledger == Verdict::fresh && again ? Verdict::same_start : ledger;
}

void check_site(const std::string& site) {
  if (site.empty() || !is_plain(site)) throw InvalidInput({"site", shown(site), "must be a public key as text"});
}

}  // namespace

std::string_view name_of(Verdict verdict) {
  switch (verdict) {
    case Verdict::fresh:
      return "fresh";
    case Verdict::same_start:
      return "same-start";
    case Verdict::lower_incarnation:
      return "lower-incarnation";
    case Verdict::other_start_same_incarnation:
      return "other-start-same-incarnation";
    case Verdict::ledger_lower:
      return "ledger-lower";
    case Verdict::ledger_forked:
      return "ledger-forked";
  }
  return "";
}

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
  const Row& row = found[0];
  return Seen{.incarnation = std::get<std::int64_t>(row[0]),
              .start = start_id_from_bytes(std::get<Blob>(row[1]).bytes).value(),
              .ledger = {.entries = std::get<std::int64_t>(row[2]),
                         .hash = digest_from_bytes(std::get<Blob>(row[3]).bytes).value()}};
}

Verdict Witness::judge_and_note(const std::string& site, const Seen& now) const {
  check_site(site);
  if (now.incarnation < 1 || now.ledger.entries < 0) return Verdict::lower_incarnation;
  Transaction transaction(*database_);
  const std::optional<Seen> before = seen(site);
  const Verdict verdict = judge(before, now);
  if (!is_accepted(verdict) || before == now) return verdict;
  note(site, now);
  transaction.commit();
  return verdict;
}

Verdict Witness::judge_and_note_ledger(const std::string& site, const ChainHead& ledger) const {
  check_site(site);
  if (ledger.entries < 0) return Verdict::ledger_lower;
  Transaction transaction(*database_);
  Seen now = seen(site).value_or(Seen{});
  const Verdict verdict = judge_ledger(now.ledger, ledger);
  if (verdict != Verdict::fresh || now.ledger == ledger) return verdict;
  now.ledger = ledger;
  note(site, now);
  transaction.commit();
  return verdict;
}

std::optional<Heard> Witness::heard(const Digest& run, const std::string& site) const {
  const std::vector<Row> found =
      database_->rows("SELECT round, digest FROM heard WHERE run = ? AND site = ?", {blob_of(run), Text{site}});
  if (found.empty()) return std::nullopt;
  return Heard{.site = site,
               .round = std::get<std::int64_t>(found[0][0]),
               .digest = digest_from_bytes(std::get<Blob>(found[0][1]).bytes).value()};
}

HeardVerdict Witness::judge_heard(const Digest& run, const Heard& now) const {
  const std::optional<Heard> before = heard(run, now.site);
  if (before && now.round == before->round && now.digest != before->digest) return HeardVerdict::contradicts;
  if (before && now.round <= before->round) return HeardVerdict::known;
  Row row{blob_of(run), Text{now.site}, now.round, blob_of(now.digest)};
  row.push_back(blob_of(digest_of(canonical(row))));
  Statement upsert(*database_,
                   "INSERT INTO heard (run, site, round, digest, hash) VALUES (?, ?, ?, ?, ?) ON CONFLICT (run, site) "
                   "DO UPDATE SET round = excluded.round, digest = excluded.digest, hash = excluded.hash",
                   row);
  upsert.step();
  return HeardVerdict::noted;
}

HeardVerdict Witness::note_heard(const Digest& run, const Heard& now) const {
  check_site(now.site);
  Transaction transaction(*database_);
  const HeardVerdict verdict = judge_heard(run, now);
  if (verdict == HeardVerdict::noted) transaction.commit();
  return verdict;
}

void Witness::keep_heard(const Digest& run, const Heard& now) const {
  check_site(now.site);
  if (judge_heard(run, now) == HeardVerdict::contradicts)
    refuse_state(database_->file(), "round " + std::to_string(now.round) + " of " + now.site + " in run " + run.hex() +
                                        " was used before with another digest; nothing was sent");
}

}  // namespace sotto
