// SPDX-License-Identifier: MIT
// What a node must not forget.
#include "sotto/federation/store/store.hpp"

#include "sotto/federation/store/chain.hpp"
#include "sotto/federation/store/integrity.hpp"
#include "sotto/federation/store/migration.hpp"
#include "sotto/federation/store/schema.hpp"
#include "sotto/federation/store/state_file.hpp"
#include "sotto/federation/store/store_fault.hpp"
#include "sotto/federation/store/transaction.hpp"
#include "sotto/input/printable.hpp"

namespace sotto {
namespace {

constexpr std::size_t data_key_bytes = 32;

std::string meta_value(Database& database, const std::string& name) {
  const std::vector<Row> found = database.rows("SELECT value FROM meta WHERE name = ?", {Text{name}});
  const auto* value = found.size() == 1 ? std::get_if<Blob>(&found[0][0]) : nullptr;
  if (value == nullptr) refuse_state(database.file(), "is damaged: it does not say its " + name + "; nothing was sent");
  return value->bytes;
}

/// A file that was made, and then nothing: the process died, or has just begun.
bool holds_nothing(Database& database) {
  return database.whole_number("SELECT count(*) FROM sqlite_schema") == 0 &&
         database.whole_number("PRAGMA application_id") == 0 && database.whole_number("PRAGMA user_version") == 0;
}

void make_tables(Database& database, const std::string& owner) {
  Transaction transaction(database);
  raise_schema(database, 0, schema_version);
  database.execute("PRAGMA application_id = " + std::to_string(application_id));
  append(database, tables::meta, {Text{"owner"}, Blob{owner}});
  append(database, tables::meta, {Text{"data key"}, Blob{random_bytes(data_key_bytes)}});
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

Store Store::checked(std::unique_ptr<Database> database, const std::string& owner) {
  refuse_damage(*database);
  std::string kept = owner_of(*database, owner);
  migrate(*database);
  return {std::move(database), std::move(kept)};
}

Store Store::create_or_open(const std::filesystem::path& folder, const std::string& owner) {
  check_state_folder(folder);
  make_state_file(folder);
  std::unique_ptr<Database> database = opened(folder, Database::Use::writing);
  if (holds_nothing(*database)) make_tables(*database, owner);
  return checked(std::move(database), owner);
}

Store Store::open(const std::filesystem::path& folder, const std::string& owner) {
  std::unique_ptr<Database> database = opened(folder, Database::Use::writing);
  refuse_nothing(*database);
  return checked(std::move(database), owner);
}

Store Store::open_to_read(const std::filesystem::path& folder) {
  std::unique_ptr<Database> database = opened(folder, Database::Use::reading);
  refuse_nothing(*database);
  refuse_damage(*database);
  std::string kept = owner_of(*database, {});
  return {std::move(database), std::move(kept)};
}

std::vector<Damage> Store::inspect(const std::filesystem::path& folder) {
  const std::unique_ptr<Database> database = opened(folder, Database::Use::reading);
  refuse_nothing(*database);
  return find_damage(*database);
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
