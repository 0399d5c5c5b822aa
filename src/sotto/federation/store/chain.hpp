// SPDX-License-Identifier: MIT
// Chains of hashes: how a row is added to one, where they end, and how all rows of a table are checked.
#pragma once

#include <map>
#include <optional>
#include <string>
#include <utility>

#include "sotto/federation/store/table.hpp"

namespace sotto {

class Database;

/// SHA-256 of the hash before and the encoding of table and row. A payload stands there by its digest. A late column
/// stands there with its name, and not at all where the row is without it.
Digest link_of(const Digest& previous, const Table& table, const Row& row);

/// The row with digests in the place of payloads: what is hashed, and what may be shown.
Row without_payload(const Table& table, Row row);

/// The end of a chain: how many rows it has, and the last hash (zeros where there are none).
struct ChainHead {
  std::int64_t entries = 0;
  Digest hash;

  bool operator==(const ChainHead&) const = default;
};

/// The end of the whole table, or of the rows whose `chain_of` is this.
ChainHead head_of(Database& database, const Table& table, const Value& chain = {});

/// Adds a row at the end of its chain; `columns` are those after the counter, where late ones at the end may be left
/// out. Within a transaction.
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

/// Where every chain of an open store ends: asked of the file once, then kept by the one process that writes. Rows of a
/// transaction count when it is committed, and not at all when it is not.
class ChainEnds {
 public:
  /// The end of a chain, with the rows of the open transaction. Nothing where the file was not asked yet.
  std::optional<ChainHead> find(const Table& table, const Value& chain) const;
  /// What the file says.
  void know(const Table& table, const Value& chain, const ChainHead& head) { ends_[{&table, chain}] = head; }
  /// A row of the open transaction.
  void move(const Table& table, const Value& chain, const ChainHead& head) { moved_[{&table, chain}] = head; }

  /// What was heard is no chain, since its rows move on. It only ever grows too: `entries` counts the rounds of all
  /// rows (and the rows), `hash` is the exclusive or of their seals.
  const ChainHead& heard() const { return heard_moved_; }
  void know_heard(const ChainHead& head) { heard_ = heard_moved_ = head; }
  /// A row that takes the place of another one; of none, where `before` is nothing.
  struct HeardSeal {
    std::int64_t round = 0;
    Digest seal;
  };
  void move_heard(const std::optional<HeardSeal>& before, const HeardSeal& now);

  /// The transaction was committed; or it was not.
  void settle();
  void forget();

  using Key = std::pair<const Table*, Value>;
  /// What the open transaction changed.
  const std::map<Key, ChainHead>& moved() const { return moved_; }
  bool has_moved() const { return !moved_.empty() || heard_ != heard_moved_; }

 private:
  std::map<Key, ChainHead> ends_, moved_;
  ChainHead heard_, heard_moved_;
};

}  // namespace sotto
