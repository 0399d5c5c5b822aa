// SPDX-License-Identifier: MIT
// How the tables of a store are made, and how a state goes from one version to the next. No row of a chain is touched,
// so that a chain of an old state goes on.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

namespace sotto {

/// Raised whenever a table or the encoding of a row changes; `raise_schema` then learns the step.
inline constexpr std::int64_t schema_version = 3;

/// "sott": so that another program's database is not taken for a state.
inline constexpr std::int64_t application_id = 0x736f7474;

/// What makes the tables of a version out of those of the one before; of the first, out of nothing.
std::vector<std::string> schema_step(std::int64_t version);

class Database;

/// The version of a state. Refuses (InvalidInput, store) a file of another program, and a newer version than our own.
std::int64_t version_of(Database& database);

/// Takes the tables from one version to a later one; 0 is a file that holds nothing. Within the caller's transaction.
void raise_schema(Database& database, std::int64_t from, std::int64_t to);

/// Brings a whole state of an older version to this program's in one transaction, in the main file when it returns, and
/// says so in the audit. A process that dies within leaves the old version or the new one. Whether there was a need.
bool migrate(Database& database);

}  // namespace sotto
