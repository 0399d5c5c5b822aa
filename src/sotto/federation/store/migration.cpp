// SPDX-License-Identifier: MIT
// From one version of the schema to the next.
#include "sotto/federation/store/audit_log.hpp"
#include "sotto/federation/store/chain.hpp"
#include "sotto/federation/store/damage.hpp"
#include "sotto/federation/store/schema.hpp"
#include "sotto/federation/store/start.hpp"
#include "sotto/federation/store/statement.hpp"

namespace sotto {
namespace {

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
