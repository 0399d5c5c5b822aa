// SPDX-License-Identifier: MIT
// From one version of the schema to the next. No row of a chain is touched, so a chain of an old state goes on.
#pragma once

#include <cstdint>

namespace sotto {

class Database;

/// The version of a state. Refuses (InvalidInput, store) a file of another program, and a version that is newer than
/// this program's.
std::int64_t version_of(Database& database);

/// Takes the tables from one version to a later one; 0 is a file that holds nothing. Within the caller's transaction.
void raise_schema(Database& database, std::int64_t from, std::int64_t to);

/// Brings a whole state of an older version to this program's in one transaction, in the main file when it returns, and
/// says so in the audit. A process that dies within leaves the old version or the new one. Whether there was a need.
bool migrate(Database& database);

}  // namespace sotto
