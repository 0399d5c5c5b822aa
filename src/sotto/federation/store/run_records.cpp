// SPDX-License-Identifier: MIT
#include "sotto/federation/store/run_records.hpp"

#include "sotto/federation/store/chain.hpp"
#include "sotto/federation/store/damage.hpp"
#include "sotto/federation/store/database.hpp"
#include "sotto/federation/store/statement.hpp"

namespace sotto {
namespace {

/// Names of fields, never what they hold.
std::string what_differs(const RunRecord& before, const RunRecord& now) {
  if (before.manifest != now.manifest) return "the manifest";
  if (before.dataset != now.dataset) return "the dataset";
  if (before.kind != now.kind) return "the kind of run";
  return "the data file: a run is finished on the data it began with";
}

}  // namespace

void RunRecords::record(const RunRecord& record) const {
  Transaction transaction(*database_);
  if (const std::optional<RunRecord> before = find(record.run)) {
    if (*before != record)
      refuse_state(database_->file(), "run " + record.run.hex() + " began otherwise; what differs is " +
                                          what_differs(*before, record) + ". Nothing was sent");
    return;
  }
  append(*database_, tables::runs,
         {seconds_now(), blob_of(record.run), Text{record.kind}, Text{record.dataset}, blob_of(record.data_digest),
          Text{record.manifest}});
  transaction.commit_into_main_file();  // like the debit: no torn end of a log may free a run from its records
}

std::optional<RunRecord> RunRecords::find(const Digest& run) const {
  const std::vector<Row> found =
      database_->rows("SELECT kind, dataset, manifest, data_digest FROM runs WHERE run = ?", {blob_of(run)});
  if (found.empty()) return std::nullopt;
  const Row& row = found[0];
  return RunRecord{.run = run,
                   .kind = std::get<Text>(row[0]).text,
                   .dataset = std::get<Text>(row[1]).text,
                   .manifest = std::get<Text>(row[2]).text,
                   .data_digest = digest_from_bytes(std::get<Blob>(row[3]).bytes).value()};
}

std::vector<Digest> RunRecords::all() const {
  std::vector<Digest> runs;
  for (const Row& row : database_->rows("SELECT run FROM runs ORDER BY number"))
    runs.push_back(digest_from_bytes(std::get<Blob>(row[0]).bytes).value());
  return runs;
}

void RunRecords::finish(const Digest& run, const Digest& final_digest) const {
  Transaction transaction(*database_);
  if (const std::optional<Digest> before = finished(run)) {
    if (*before != final_digest)
      refuse_state(database_->file(), "run " + run.hex() + " ended before with another result; nothing was sent");
    return;
  }
  append(*database_, tables::finished, {seconds_now(), blob_of(run), blob_of(final_digest)});
  transaction.commit();
}

std::optional<Digest> RunRecords::finished(const Digest& run) const {
  const std::vector<Row> found = database_->rows("SELECT digest FROM finished WHERE run = ?", {blob_of(run)});
  return found.empty() ? std::nullopt : digest_from_bytes(std::get<Blob>(found[0][0]).bytes);
}

void Closings::close(const Closing& closing) const {
  Transaction transaction(*database_);
  append(*database_, tables::closings,
         {seconds_now(), blob_of(closing.run), Text{closing.site}, closing.round,
          closing.digest ? blob_of(*closing.digest) : Blob{}, Blob{closing.statement}});
  transaction.commit_into_main_file();
}

std::optional<Closing> Closings::find(const Digest& run, const std::string& site) const {
  const std::vector<Row> found = database_->rows(
      "SELECT round, digest, statement FROM closings WHERE run = ? AND site = ?", {blob_of(run), Text{site}});
  if (found.empty()) return std::nullopt;
  return Closing{.run = run,
                 .site = site,
                 .round = std::get<std::int64_t>(found[0][0]),
                 .digest = digest_from_bytes(std::get<Blob>(found[0][1]).bytes),
                 .statement = std::get<Blob>(found[0][2]).bytes};
}

bool Closings::is_closed(const Digest& run) const {
  return database_->whole_number("SELECT count(*) FROM closings WHERE run = ?", {blob_of(run)}) > 0;
}

void Evidence::append(const Contradiction& found) const {
  Transaction transaction(*database_);
  sotto::append(*database_, tables::evidence,
                {seconds_now(), Text{found.kind}, Text{found.site}, blob_of(found.run), found.round, Blob{found.first},
                 Blob{found.second}});
  transaction.commit();
}

std::vector<Contradiction> Evidence::all() const {
  std::vector<Contradiction> all;
  for (const Row& row : database_->rows("SELECT kind, site, run, round, first, second FROM evidence ORDER BY number"))
    all.push_back({.kind = std::get<Text>(row[0]).text,
                   .site = std::get<Text>(row[1]).text,
                   .run = digest_from_bytes(std::get<Blob>(row[2]).bytes).value(),
                   .round = std::get<std::int64_t>(row[3]),
                   .first = std::get<Blob>(row[4]).bytes,
                   .second = std::get<Blob>(row[5]).bytes});
  return all;
}

void DisownedStarts::append(const DisownedStart& start) const {
  Transaction transaction(*database_);
  sotto::append(
      *database_, tables::disowned,
      {seconds_now(), start.incarnation, Blob{std::string(start.id.view())}, Blob{start.hello}, Blob{start.statement}});
  transaction.commit_into_main_file();
}

std::vector<DisownedStart> DisownedStarts::all() const {
  std::vector<DisownedStart> all;
  for (const Row& row : database_->rows("SELECT incarnation, start_id, hello, statement FROM disowned ORDER BY number"))
    all.push_back({.incarnation = std::get<std::int64_t>(row[0]),
                   .id = start_id_from_bytes(std::get<Blob>(row[1]).bytes).value(),
                   .hello = std::get<Blob>(row[2]).bytes,
                   .statement = std::get<Blob>(row[3]).bytes});
  return all;
}

bool DisownedStarts::has(std::int64_t incarnation, const StartId& id) const {
  return database_->whole_number("SELECT count(*) FROM disowned WHERE incarnation = ? AND start_id = ?",
                                 {incarnation, Blob{std::string(id.view())}}) > 0;
}

}  // namespace sotto
