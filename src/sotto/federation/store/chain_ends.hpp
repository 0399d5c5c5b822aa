// SPDX-License-Identifier: MIT
// Where every chain of an open store ends: asked of the file once, then kept in memory by the one process that writes.
#pragma once

#include <map>
#include <optional>
#include <utility>

#include "sotto/federation/store/chain.hpp"

namespace sotto {

/// Rows of a transaction count when it is committed, and not at all when it is not.
class ChainEnds {
 public:
  /// Of a chain of this table; with the rows of the open transaction. Nothing where the file was not asked yet.
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
