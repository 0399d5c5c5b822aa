// SPDX-License-Identifier: MIT
// Chains of hashes: how a row is added to one, and how all rows of a table are checked.
#pragma once

#include <map>
#include <optional>
#include <string>

#include "sotto/federation/store/table.hpp"

namespace sotto {

class Database;

/// SHA-256 of the hash before and the encoding of table and row. A payload stands there by its digest.
Digest link_of(const Digest& previous, const Table& table, const Row& row);

/// The row with digests in the place of payloads: what is hashed, and what may be shown.
Row without_payload(const Table& table, Row row);

/// The end of a chain: how many rows it has, and the last hash (zeros where there are none).
struct ChainHead {
  std::int64_t entries = 0;
  Digest hash;

  bool operator==(const ChainHead&) const = default;
};

/// Of the whole table, or of the rows whose `chain_of` is this.
ChainHead head_of(Database& database, const Table& table, const Value& chain = {});

/// Adds a row at the end of its chain; `columns` are those after the counter. Within a transaction.
void append(Database& database, const Table& table, const Row& columns);

/// Takes the rows of a table in the order of each chain, and says what is wrong with one.
class ChainCheck {
 public:
  explicit ChainCheck(const Table& table) : table_(table) {}

  /// The row as `without_payload` made it. What is wrong, if anything.
  std::optional<std::string> next(const Row& row, const Digest& hash);
  /// By `chain_of`; the one chain of a table by nothing.
  const std::map<Value, ChainHead>& heads() const { return heads_; }

 private:
  const Table& table_;
  std::map<Value, ChainHead> heads_;
};

}  // namespace sotto
