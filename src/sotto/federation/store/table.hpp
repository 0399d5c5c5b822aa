// SPDX-License-Identifier: MIT
// Values and rows as SQLite keeps them, and the tables of a store whose rows are only ever added, each with the hash of
// itself and of all rows before it.
#pragma once

#include <array>
#include <compare>
#include <cstdint>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "sotto/digest/digest.hpp"
#include "sotto/input/closed_set.hpp"

namespace sotto {

class Database;

/// Something that a store holds: it refers to the store's database, which outlives it.
class StorePart {
 public:
  explicit StorePart(Database& database) : database_(&database) {}

 protected:
  Database* database_;
};

struct Text {
  std::string text;
  auto operator<=>(const Text&) const = default;
};

struct Blob {
  std::string bytes;
  auto operator<=>(const Blob&) const = default;
};

/// Nothing, a whole number, a real one, a text, bytes.
using Value = std::variant<std::monostate, std::int64_t, double, Text, Blob>;
using Row = std::vector<Value>;

inline Blob blob_of(const Digest& digest) {
  return {std::string(digest.view())};
}

/// A letter for the kind, the length in 8 bytes, the bytes: two different rows never have the same encoding. Whole
/// numbers and the bits of real ones have 8 bytes, the highest first.
std::string canonical(const Row& row);

/// A payload enters the hash by its own digest, so that a chain can be checked by someone who has not the payload.
enum class TableColumnKind { whole, real, text, bytes, payload };

constexpr Names<5> names_of(TableColumnKind) {
  return {"whole", "real", "text", "bytes", "payload"};
}

struct TableColumn {
  std::string_view name;
  TableColumnKind kind;
  bool may_be_absent = false;
  std::int64_t since = 0;  ///< the version of the schema that brought it; 0: it came with its table

  /// Rows from before its version are without it, and keep their hashes.
  bool is_late() const { return since > 0; }
};

struct Table {
  std::string_view name;
  std::vector<TableColumn> columns;  ///< the first one counts the rows of a chain; `hash` comes after the last
  std::int64_t first = 1;            ///< where counting begins
  std::string_view chain_of = {};    ///< the column whose every value has a chain of its own; empty: one chain in all
  std::int64_t since = 1;            ///< the version of the schema that brought it
};

namespace tables {
extern const Table meta;
extern const Table starts;
extern const Table ledger;
extern const Table runs;
extern const Table rounds;
extern const Table finished;
extern const Table sightings;
extern const Table audit;
extern const Table evidence;
extern const Table proofs;
extern const Table disowned;
extern const Table closings;
extern const Table sessions;
}  // namespace tables

/// All of this program's version of the schema; an older state lacks those that came `since`.
const std::array<const Table*, 13>& chained_tables();

/// "number, time, kind, ..." without the hash.
std::string column_list(const Table& table);
/// The same for SELECT from a table of an older version of the schema, where late columns are absent in every row; or
/// some of the columns, in this order.
std::string selection(const Table& table, std::int64_t version);
std::string selection(const Table& table, std::int64_t version, const std::vector<std::string_view>& names);
std::size_t place_of_column(const Table& table, std::string_view name);

}  // namespace sotto
