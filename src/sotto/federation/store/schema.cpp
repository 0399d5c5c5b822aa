// SPDX-License-Identifier: MIT
#include "sotto/federation/store/schema.hpp"

#include "sotto/federation/store/audit_log.hpp"
#include "sotto/federation/store/chain.hpp"
#include "sotto/federation/store/damage.hpp"
#include "sotto/federation/store/start.hpp"
#include "sotto/federation/store/statement.hpp"
#include "sotto/federation/store/table.hpp"

namespace sotto {
namespace {

// `hash` is the last column of each. STRICT: a column holds its type or refuses.
constexpr const char* first_version[] = {
    R"(CREATE TABLE meta (
  number INTEGER PRIMARY KEY, name TEXT NOT NULL UNIQUE, value BLOB NOT NULL,
  hash BLOB NOT NULL CHECK (length(hash) = 32)) STRICT)",
    R"(CREATE TABLE starts (
  incarnation INTEGER PRIMARY KEY, time INTEGER NOT NULL, start_id BLOB NOT NULL CHECK (length(start_id) = 16),
  version TEXT NOT NULL, hash BLOB NOT NULL CHECK (length(hash) = 32)) STRICT)",
    R"(CREATE TABLE ledger (
  number INTEGER PRIMARY KEY, time INTEGER NOT NULL, kind TEXT NOT NULL CHECK (kind IN ('open', 'debit', 'release')),
  dataset TEXT NOT NULL, run BLOB CHECK (length(run) = 32), epsilon REAL, delta REAL, adjacency TEXT,
  alpha INTEGER NOT NULL CHECK (alpha >= 0), total_variation INTEGER NOT NULL CHECK (total_variation >= 0),
  hash BLOB NOT NULL CHECK (length(hash) = 32),
  CHECK ((kind = 'open') = (run IS NULL)), CHECK ((kind = 'open') = (epsilon IS NOT NULL)),
  CHECK ((epsilon IS NULL) = (delta IS NULL)), CHECK ((epsilon IS NULL) = (adjacency IS NULL))) STRICT)",
    R"(CREATE UNIQUE INDEX a_dataset_is_opened_once ON ledger (dataset) WHERE kind = 'open')",
    R"(CREATE UNIQUE INDEX a_run_is_booked_once ON ledger (run, kind) WHERE run IS NOT NULL)",
    R"(CREATE TABLE runs (
  number INTEGER PRIMARY KEY, time INTEGER NOT NULL, run BLOB NOT NULL UNIQUE CHECK (length(run) = 32),
  kind TEXT NOT NULL, dataset TEXT NOT NULL, data_digest BLOB NOT NULL CHECK (length(data_digest) = 32),
  manifest TEXT NOT NULL, hash BLOB NOT NULL CHECK (length(hash) = 32)) STRICT)",
    R"(CREATE TABLE rounds (
  round INTEGER NOT NULL CHECK (round >= 2), run BLOB NOT NULL CHECK (length(run) = 32), time INTEGER NOT NULL,
  digest BLOB NOT NULL CHECK (length(digest) = 32), alpha INTEGER NOT NULL CHECK (alpha >= 0),
  total_variation INTEGER NOT NULL CHECK (total_variation >= 0), alpha_so_far INTEGER NOT NULL,
  total_variation_so_far INTEGER NOT NULL, inputs BLOB NOT NULL, payload BLOB NOT NULL,
  hash BLOB NOT NULL CHECK (length(hash) = 32), PRIMARY KEY (run, round)) STRICT)",
    R"(CREATE TABLE finished (
  number INTEGER PRIMARY KEY, time INTEGER NOT NULL, run BLOB NOT NULL UNIQUE REFERENCES runs (run),
  digest BLOB NOT NULL CHECK (length(digest) = 32), hash BLOB NOT NULL CHECK (length(hash) = 32)) STRICT)",
    R"(CREATE TABLE sightings (
  number INTEGER PRIMARY KEY, time INTEGER NOT NULL, site TEXT NOT NULL, incarnation INTEGER NOT NULL,
  start_id BLOB NOT NULL, entries INTEGER NOT NULL, head BLOB NOT NULL CHECK (length(head) = 32),
  hash BLOB NOT NULL CHECK (length(hash) = 32)) STRICT)",
    R"(CREATE INDEX sightings_of_a_site ON sightings (site, number))",
    R"(CREATE TABLE audit (
  number INTEGER PRIMARY KEY, time INTEGER NOT NULL, event TEXT NOT NULL, details TEXT NOT NULL,
  hash BLOB NOT NULL CHECK (length(hash) = 32)) STRICT)",
    R"(CREATE TABLE evidence (
  number INTEGER PRIMARY KEY, time INTEGER NOT NULL, kind TEXT NOT NULL, site TEXT NOT NULL,
  run BLOB NOT NULL CHECK (length(run) = 32), round INTEGER NOT NULL, first BLOB NOT NULL, second BLOB NOT NULL,
  hash BLOB NOT NULL CHECK (length(hash) = 32)) STRICT)",
    // The one table whose rows move on; each is sealed by the hash of itself.
    R"(CREATE TABLE heard (
  run BLOB NOT NULL CHECK (length(run) = 32), site TEXT NOT NULL, round INTEGER NOT NULL,
  digest BLOB NOT NULL CHECK (length(digest) = 32), hash BLOB NOT NULL CHECK (length(hash) = 32),
  PRIMARY KEY (run, site)) STRICT)",
    R"(CREATE TRIGGER heard_moves_on BEFORE UPDATE ON heard
  WHEN NEW.round <= OLD.round OR NEW.run <> OLD.run OR NEW.site <> OLD.site
  BEGIN SELECT RAISE(ABORT, 'heard: a round is only followed by a later one'); END)",
    R"(CREATE TRIGGER heard_keeps_rows BEFORE DELETE ON heard
  BEGIN SELECT RAISE(ABORT, 'heard: rows are never removed'); END)"};

// A heard round keeps the signature that its site gave. The rows of `heard_1` are sealed again, by code, then it goes.
constexpr const char* second_version[] = {R"(DROP TRIGGER heard_moves_on)",
                                          R"(DROP TRIGGER heard_keeps_rows)",
                                          R"(ALTER TABLE heard RENAME TO heard_1)",
                                          R"(CREATE TABLE heard (
  run BLOB NOT NULL CHECK (length(run) = 32), site TEXT NOT NULL, round INTEGER NOT NULL,
  digest BLOB NOT NULL CHECK (length(digest) = 32), signature BLOB NOT NULL CHECK (length(signature) IN (0, 64)),
  hash BLOB NOT NULL CHECK (length(hash) = 32), PRIMARY KEY (run, site)) STRICT)",
                                          R"(CREATE TRIGGER heard_moves_on BEFORE UPDATE ON heard
  WHEN NEW.round <= OLD.round OR NEW.run <> OLD.run OR NEW.site <> OLD.site
  BEGIN SELECT RAISE(ABORT, 'heard: a round is only followed by a later one'); END)",
                                          R"(CREATE TRIGGER heard_keeps_rows BEFORE DELETE ON heard
  BEGIN SELECT RAISE(ABORT, 'heard: rows are never removed'); END)",
                                          R"(CREATE TABLE proofs (
  number INTEGER PRIMARY KEY, time INTEGER NOT NULL, site TEXT NOT NULL, incarnation INTEGER NOT NULL,
  start_id BLOB NOT NULL CHECK (length(start_id) = 16), entries INTEGER NOT NULL,
  head BLOB NOT NULL CHECK (length(head) = 32), hello BLOB NOT NULL,
  hash BLOB NOT NULL CHECK (length(hash) = 32)) STRICT)",
                                          R"(CREATE INDEX proofs_of_a_site ON proofs (site, number))",
                                          R"(CREATE TABLE disowned (
  number INTEGER PRIMARY KEY, time INTEGER NOT NULL, incarnation INTEGER NOT NULL,
  start_id BLOB NOT NULL CHECK (length(start_id) = 16), hello BLOB NOT NULL, statement BLOB NOT NULL,
  hash BLOB NOT NULL CHECK (length(hash) = 32)) STRICT)",
                                          R"(CREATE TABLE closings (
  number INTEGER PRIMARY KEY, time INTEGER NOT NULL, run BLOB NOT NULL CHECK (length(run) = 32), site TEXT NOT NULL,
  round INTEGER NOT NULL, digest BLOB NOT NULL CHECK (length(digest) IN (0, 32)), statement BLOB NOT NULL,
  hash BLOB NOT NULL CHECK (length(hash) = 32), UNIQUE (run, site)) STRICT)"};

// The second pair of costs, absent where it is the same as the first; the cap of a dataset; sessions of a run.
constexpr const char* third_version[] = {
    R"(ALTER TABLE ledger ADD COLUMN alpha_all INTEGER CHECK (alpha_all >= 0))",
    R"(ALTER TABLE ledger ADD COLUMN total_variation_all INTEGER CHECK (total_variation_all >= 0)
  CHECK ((total_variation_all IS NULL) = (alpha_all IS NULL)))",
    R"(ALTER TABLE ledger ADD COLUMN epsilon_all REAL CHECK (epsilon_all IS NULL OR kind = 'open'))",
    R"(ALTER TABLE rounds ADD COLUMN alpha_all INTEGER CHECK (alpha_all >= alpha))",
    R"(ALTER TABLE rounds ADD COLUMN total_variation_all INTEGER CHECK (total_variation_all >= total_variation)
  CHECK ((total_variation_all IS NULL) = (alpha_all IS NULL)))",
    R"(ALTER TABLE rounds ADD COLUMN alpha_all_so_far INTEGER)",
    R"(ALTER TABLE rounds ADD COLUMN total_variation_all_so_far INTEGER
  CHECK ((total_variation_all_so_far IS NULL) = (alpha_all_so_far IS NULL)))",
    R"(CREATE TABLE sessions (
  number INTEGER PRIMARY KEY, time INTEGER NOT NULL, session BLOB NOT NULL CHECK (length(session) = 32),
  run BLOB NOT NULL CHECK (length(run) = 32), kind TEXT NOT NULL CHECK (kind IN ('begun', 'key', 'ready', 'amendment')),
  word BLOB NOT NULL, hash BLOB NOT NULL CHECK (length(hash) = 32), UNIQUE (session, kind)) STRICT)",
    R"(CREATE INDEX sessions_of_a_run ON sessions (run, number))"};

/// Version 2: what was heard before has no signature; the seal of a row covers that too.
void seal_heard_again(Database& database) {
  for (Row& row : database.rows("SELECT run, site, round, digest FROM heard_1")) {
    row.emplace_back(Blob{});
    row.push_back(blob_of(digest_of(canonical(row))));
    Statement(database, "INSERT INTO heard (run, site, round, digest, signature, hash) VALUES (?, ?, ?, ?, ?, ?)", row)
        .step();
  }
  database.execute("DROP TABLE heard_1");
}

}  // namespace

std::vector<std::string> schema_step(std::int64_t version) {
  std::vector<std::string> all;
  if (version == 1) all.assign(std::begin(first_version), std::end(first_version));
  if (version == 2) all.assign(std::begin(second_version), std::end(second_version));
  if (version == 3) all.assign(std::begin(third_version), std::end(third_version));
  for (const Table* table : chained_tables()) {
    if (table->since != version) continue;
    const std::string name(table->name);
    all.push_back("CREATE TRIGGER " + name + "_keeps_values BEFORE UPDATE ON " + name + " BEGIN SELECT RAISE(ABORT, '" +
                  name + ": rows are never changed'); END");
    all.push_back("CREATE TRIGGER " + name + "_keeps_rows BEFORE DELETE ON " + name + " BEGIN SELECT RAISE(ABORT, '" +
                  name + ": rows are never removed'); END");
  }
  return all;
}

std::int64_t version_of(Database& database) {
  if (database.whole_number("PRAGMA application_id") != application_id)
    refuse_state(database.file(), "is not the state of a node");
  const std::int64_t version = database.whole_number("PRAGMA user_version");
  if (version > schema_version)
    refuse_state(database.file(), "has schema version " + std::to_string(version) +
                                      ", this program knows versions 1 to " + std::to_string(schema_version) +
                                      ": use the version of sotto that wrote it");
  if (version < 1) refuse_state(database.file(), "is damaged: it has no schema version; nothing was sent");
  return version;
}

void raise_schema(Database& database, std::int64_t from, std::int64_t to) {
  for (std::int64_t version = from + 1; version <= to; ++version) {
    for (const std::string& sql : schema_step(version)) database.execute(sql);
    if (version == 2) seal_heard_again(database);
  }
  database.execute("PRAGMA user_version = " + std::to_string(to));
  database.know_version(to);
}

bool migrate(Database& database) {
  const std::int64_t version = version_of(database);
  if (version == schema_version) return false;
  Transaction transaction(database);
  raise_schema(database, version, schema_version);
  append(database, tables::audit,
         {seconds_now(), Text{"state-migrated"},
          Text{text_of({{"from", std::to_string(version)}, {"to", std::to_string(schema_version)}})}});
  refuse_damage(database, find_damage(database));
  transaction.commit_into_main_file();
  return true;
}

}  // namespace sotto
