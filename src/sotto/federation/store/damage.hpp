// SPDX-License-Identifier: MIT
// What is wrong with a store and where, how that is found, and how a store refuses.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

namespace sotto {

struct Damage {
  std::string table;  ///< empty: the file as a whole
  std::string row;    ///< empty: the table as a whole
  std::string what;
  bool lost_tail = false;  ///< a log lost its end: what is left is whole, but not all
};

/// "table ledger, row 3: the chain of hashes breaks here".
std::string to_text(const Damage& damage);

/// Throws InvalidInput of the kind `store`, field "state": the file and the rule, and nothing of what the file holds.
[[noreturn]] void refuse_state(const std::filesystem::path& file, const std::string& rule);

class Database;

/// Looks at pages, schema, chains and sums. A file of another program or a newer version of the schema is refused
/// (InvalidInput, store); damage is returned. An older version is held to its own rules.
std::vector<Damage> find_damage(Database& database);

/// Throws InvalidInput (store) that names the first rows, if there is any.
void refuse_damage(Database& database, const std::vector<Damage>& found);

}  // namespace sotto
