// SPDX-License-Identifier: MIT
#include "sotto/federation/store/store.hpp"

#include "sotto/federation/store/chain.hpp"
#include "sotto/federation/store/mark.hpp"
#include "sotto/federation/store/schema.hpp"
#include "sotto/federation/store/state_file.hpp"
#include "sotto/federation/store/statement.hpp"
#include "sotto/input/printable.hpp"

namespace sotto {
namespace {

constexpr std::size_t data_key_bytes = 32;

AuditDetails details_of(const LostTail& lost) {
  std::string tables;
  for (const std::string& name : lost.tables) tables += (tables.empty() ? "" : " ") + name;
  AuditDetails details{{"tables", tables}};
  if (lost.rounds)
    details.insert(details.end(), {{"run", lost.rounds->run.hex()},
                                   {"promised", std::to_string(lost.rounds->promised)},
                                   {"held", std::to_string(lost.held)}});
  return details;
}

/// A file that was made, and then nothing: the process died, or has just begun.
bool holds_nothing(Database& database) {
  return database.whole_number("SELECT count(*) FROM sqlite_schema") == 0 &&
         database.whole_number("PRAGMA application_id") == 0 && database.whole_number("PRAGMA user_version") == 0;
}

void make_tables(Database& database, const std::string& owner) {
  const std::string key = random_bytes(data_key_bytes);
  begin_promising(database, name_of_state(owner, key));  // before there is a state that could lack its mark
  Transaction transaction(database);
  raise_schema(database, 0, schema_version);
  database.execute("PRAGMA application_id = " + std::to_string(application_id));
  append(database, tables::meta, {Text{"owner"}, Blob{owner}});
  append(database, tables::meta, {Text{"data key"}, Blob{key}});
  transaction.commit_into_main_file();
}

std::unique_ptr<Database> opened(const std::filesystem::path& folder, Database::Use use) {
  check_state_folder(folder);
  check_state_file(folder);
  return std::make_unique<Database>(state_file(folder), use);
}

void refuse_nothing(Database& database) {
  if (holds_nothing(database))
    refuse_state(database.file(),
                 "holds nothing yet: `sotto budget init` makes a state. If there was one, do not make "
                 "another: restore it (docs/operations.md)");
}

std::string owner_of(Database& database, const std::string& expected) {
  std::string owner = meta_value(database, "owner");
  if (!expected.empty() && owner != expected)
    refuse_state(database.file(),
                 "this state belongs to another site: its key is " + printable(owner) + ", and this one's " + expected);
  return owner;
}

}  // namespace

Store::Store(std::unique_ptr<Database> database, std::string owner)
    : database_(std::move(database)), owner_(std::move(owner)) {}

Store Store::checked(std::unique_ptr<Database> database, const std::string& owner, WhenLost when) {
  refuse_damage(*database, find_damage(*database));
  std::string kept = owner_of(*database, owner);
  PromiseKept promise = judge_promise(*database);
  refuse_damage(*database, promise.verdict.damage);
  if (promise.verdict.lost && when == WhenLost::refuse) refuse_state(database->file(), to_text(*promise.verdict.lost));
  const bool writes = database->use() == Database::Use::writing;
  if (writes) keep_promising(*database, promise);
  if (writes && migrate(*database)) keep_promising(*database, judge_promise(*database));
  Store store(std::move(database), std::move(kept));
  store.lost_tail_ = std::move(promise.verdict.lost);
  store.promised_at_open_ = std::move(promise.mark);
  if (writes && store.lost_tail_) store.audit().append("tail-lost", details_of(*store.lost_tail_));
  return store;
}

Store Store::create_or_open(const std::filesystem::path& folder, const std::string& owner, WhenLost when) {
  check_state_folder(folder);
  make_state_file(folder);
  std::unique_ptr<Database> database = opened(folder, Database::Use::writing);
  if (holds_nothing(*database)) make_tables(*database, owner);
  return checked(std::move(database), owner, when);
}

Store Store::open(const std::filesystem::path& folder, const std::string& owner, WhenLost when) {
  std::unique_ptr<Database> database = opened(folder, Database::Use::writing);
  refuse_nothing(*database);
  return checked(std::move(database), owner, when);
}

Store Store::open_to_read(const std::filesystem::path& folder) {
  std::unique_ptr<Database> database = opened(folder, Database::Use::reading);
  refuse_nothing(*database);
  return checked(std::move(database), {}, WhenLost::refuse);
}

Store Store::open_copy(const std::filesystem::path& folder, const std::string& owner) {
  std::unique_ptr<Database> database = opened(folder, Database::Use::writing);
  refuse_nothing(*database);
  refuse_damage(*database, find_damage(*database));
  owner_of(*database, owner);
  begin_promising(*database, name_of_state(owner, meta_value(*database, "data key")));
  return checked(std::move(database), owner, WhenLost::refuse);
}

std::vector<Damage> Store::inspect(const std::filesystem::path& folder) {
  const std::unique_ptr<Database> database = opened(folder, Database::Use::reading);
  refuse_nothing(*database);
  std::vector<Damage> found = find_damage(*database);
  if (!found.empty()) return found;
  const PromiseKept promise = judge_promise(*database);
  found = promise.verdict.damage;
  if (promise.verdict.lost) found.push_back({"", "", to_text(*promise.verdict.lost), true});
  for (const LostRounds& lost : still_lost(promise.mark, *database)) found.push_back({"", "", to_text(lost), true});
  return found;
}

std::optional<std::int64_t> Store::promised_round(const Digest& session) const {
  return sotto::promised_round(database_->mark() != nullptr ? database_->mark()->mark() : promised_at_open_, session);
}

Start Store::start(const std::string& version) {
  Start start{.id = *start_id_from_bytes(random_bytes(16)), .version = version, .time = seconds_now()};
  Transaction transaction(*database_);
  start.incarnation = head_of(*database_, tables::starts).entries + 1;
  append(*database_, tables::starts, {start.time, Blob{std::string(start.id.view())}, Text{version}});
  transaction.commit_into_main_file();
  return start;
}

bool Store::has_started_as(std::int64_t incarnation, const StartId& id) const {
  return database_->whole_number("SELECT count(*) FROM starts WHERE incarnation = ? AND start_id = ?",
                                 {incarnation, Blob{std::string(id.view())}}) == 1;
}

std::vector<Start> Store::starts() const {
  std::vector<Start> all;
  for (const Row& row : database_->rows("SELECT incarnation, start_id, version, time FROM starts ORDER BY incarnation"))
    all.push_back({.incarnation = std::get<std::int64_t>(row[0]),
                   .id = start_id_from_bytes(std::get<Blob>(row[1]).bytes).value(),
                   .version = std::get<Text>(row[2]).text,
                   .time = std::get<std::int64_t>(row[3])});
  return all;
}

Digest Store::keyed_digest_of_data(const Digest& of_file) const {
  return keyed_digest_of(meta_value(*database_, "data key"), of_file.view());
}

}  // namespace sotto
