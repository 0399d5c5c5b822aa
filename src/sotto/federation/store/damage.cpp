// SPDX-License-Identifier: MIT
// All that can be wrong with a store.
#include "sotto/federation/store/damage.hpp"

#include <map>
#include <mutex>

#include "sotto/federation/store/chain.hpp"
#include "sotto/federation/store/database.hpp"
#include "sotto/federation/store/ledger_check.hpp"
#include "sotto/federation/store/schema.hpp"
#include "sotto/federation/store/sessions.hpp"
#include "sotto/federation/store/statement.hpp"
#include "sotto/input/invalid_input.hpp"
#include "sotto/input/printable.hpp"

namespace sotto {
namespace {

constexpr std::size_t most_damage_shown = 20;

std::string shown_value(const Value& value) {
  if (const auto* number = std::get_if<std::int64_t>(&value)) return std::to_string(*number);
  if (const auto* blob = std::get_if<Blob>(&value)) return hex_of(blob->bytes);
  return "?";
}

std::string row_name(const Table& table, const Row& row) {
  const std::string counter = shown_value(row.front());
  return table.chain_of.empty() ? counter
                                : counter + " of " + std::string(table.chain_of) + " " +
                                      shown_value(row.at(place_of_column(table, table.chain_of)));
}

std::optional<Digest> digest_in(const Value& value) {
  const auto* blob = std::get_if<Blob>(&value);
  return blob != nullptr ? digest_from_bytes(blob->bytes) : std::nullopt;
}

/// SQLite's own words name tables and indices as the file does, which may be another one: they are not repeated.
void check_pages(Database& database, std::vector<Damage>& found) {
  for (const Row& row : database.rows("PRAGMA integrity_check(20)"))
    if (row.at(0) != Value(Text{"ok"}))
      found.push_back({"", "", "pages or indices do not agree (PRAGMA integrity_check)"});
}

/// What no chain says: rows that name others, and the two rows that every state has.
void check_relations(Database& database, std::vector<Damage>& found) {
  if (!database.rows("PRAGMA foreign_key_check").empty())
    found.push_back({"finished", "", "a row names a run that is not there"});
  const std::vector<Row> names = database.rows("SELECT name FROM meta ORDER BY number");
  if (names != std::vector<Row>{{Text{"owner"}}, {Text{"data key"}}}) found.push_back({"meta", "", "is not whole"});
}

constexpr const char* question_of_schema = "SELECT type, name, tbl_name, sql FROM sqlite_schema ORDER BY type, name";

/// What this program would make. SQLite reads it once for each version: it takes longer than opening a state.
const std::vector<Row>& schema_of(std::int64_t version) {
  static std::mutex one_at_a_time;
  static std::map<std::int64_t, std::vector<Row>> known;
  const std::lock_guard<std::mutex> lock(one_at_a_time);
  std::vector<Row>& rows = known[version];
  if (!rows.empty()) return rows;
  Database fresh;
  raise_schema(fresh, 0, version);
  return rows = fresh.rows(question_of_schema);
}

/// Triggers and constraints are what this program would make: nobody took one away.
void check_schema(Database& database, std::int64_t version, std::vector<Damage>& found) {
  if (database.rows(question_of_schema) != schema_of(version))
    found.push_back({"", "", "tables, rules or triggers are not those of schema version " + std::to_string(version)});
}

void check_chain(Database& database, const Table& table, std::vector<Damage>& found) {
  const std::string order(table.columns.front().name);
  const std::string chain = table.chain_of.empty() ? "" : std::string(table.chain_of) + ", ";
  Statement rows(database, "SELECT " + selection(table, database.version()) + ", hash FROM " + std::string(table.name) +
                               " ORDER BY " + chain + order);
  ChainCheck check(table);
  while (rows.step()) {
    Row row = rows.row();
    const std::optional<Digest> hash = digest_in(row.back());
    row.pop_back();
    const std::string name = row_name(table, row);
    const std::optional<std::string> wrong =
        hash ? check.next(without_payload(table, std::move(row)), *hash) : std::optional<std::string>("has no hash");
    if (!wrong) continue;
    found.push_back({std::string(table.name), name, *wrong});
    return;  // what follows in this table follows from it
  }
}

void check_heard(Database& database, std::int64_t version, std::vector<Damage>& found) {
  const std::string signature = version < 2 ? "" : "signature, ";
  Statement rows(database, "SELECT run, site, round, digest, " + signature + "hash FROM heard");
  while (rows.step()) {
    Row row = rows.row();
    const std::optional<Digest> hash = digest_in(row.back());
    row.pop_back();
    if (hash != digest_of(canonical(row))) found.push_back({"heard", shown_value(row[0]), "the seal is broken"});
  }
}

std::map<std::string, RoundTotals> totals_of_rounds(Database& database, std::vector<Damage>& found) {
  RoundSums sums;
  Statement rounds(database, "SELECT " + selection(tables::rounds, database.version(), RoundSums::columns()) +
                                 ", round FROM rounds ORDER BY run, round");
  while (rounds.step()) {
    const Row row = rounds.row();
    if (const std::optional<std::string> wrong = sums.next(row))
      found.push_back({"rounds", shown_value(row.back()) + " of run " + shown_value(row[0]), *wrong});
  }
  return sums.totals();
}

std::map<std::string, std::string> runs_of_sessions(Database& database, std::vector<Damage>& found) {
  SessionsCheck check;
  if (database.version() < tables::sessions.since) return {};
  Statement rows(database, "SELECT " + column_list(tables::sessions) + " FROM sessions ORDER BY number");
  while (rows.step()) {
    const Row row = rows.row();
    if (const std::optional<std::string> wrong = check.next(row))
      found.push_back({"sessions", shown_value(row[0]), *wrong});
  }
  return check.run_of_session();
}

void check_sums(Database& database, std::vector<Damage>& found) {
  const std::map<std::string, RoundTotals> totals = totals_of_rounds(database, found);
  LedgerCheck check(totals, runs_of_sessions(database, found));
  Statement entries(database,
                    "SELECT " + selection(tables::ledger, database.version()) + " FROM ledger ORDER BY number");
  while (entries.step()) {
    const Row row = entries.row();
    if (const std::optional<LedgerEntry> entry = entry_from(row))
      check.next(*entry);
    else
      found.push_back({"ledger", shown_value(row[0]), "is no entry"});
  }
  for (Damage& damage : check.finish()) found.push_back(std::move(damage));
}

}  // namespace

std::string to_text(const Damage& damage) {
  if (damage.table.empty()) return damage.what;
  const std::string row = damage.row.empty() ? "" : ", row " + damage.row;
  return "table " + damage.table + row + ": " + damage.what;
}

void refuse_state(const std::filesystem::path& file, const std::string& rule) {
  throw InvalidInput({"state", printable_path(file.string()), rule}, FaultKind::store);
}

std::vector<Damage> find_damage(Database& database) {
  const std::int64_t version = version_of(database);
  std::vector<Damage> found;
  check_pages(database, found);
  if (found.empty()) check_schema(database, version, found);
  if (!found.empty()) return found;  // nothing below can be asked of such a file
  for (const Table* table : chained_tables())
    if (table->since <= version) check_chain(database, *table, found);
  check_heard(database, version, found);
  check_relations(database, found);
  if (found.empty()) check_sums(database, found);
  return found;
}

void refuse_damage(Database& database, const std::vector<Damage>& found) {
  if (found.empty()) return;
  std::string text = "is damaged: nothing was sent. ";
  for (std::size_t k = 0; k < found.size() && k < most_damage_shown; ++k)
    text += (k == 0 ? "" : "; ") + to_text(found[k]);
  refuse_state(database.file(), text + " (see docs/operations.md before restoring a copy)");
}

}  // namespace sotto
