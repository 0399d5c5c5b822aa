// SPDX-License-Identifier: MIT
// The messages of a node, committed before a byte of them leaves: one payload a round, whatever dies.
#pragma once

#include <cstdint>
#include <deque>
#include <map>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "sotto/federation/store/chain.hpp"
#include "sotto/federation/store/ledger_check.hpp"
#include "sotto/privacy/ledger_units.hpp"

namespace sotto {

struct RoundRow {
  std::int64_t round = 0;  ///< from 2: y(1) = 0 is public and has no row
  std::string bytes;       ///< what is sent, and sent again
  Digest digest;           ///< what others know it by
  BookedUnits cost;        ///< of this round alone, rounded up
  std::string inputs;      ///< digests of the messages it was computed from, one after the other

  bool operator==(const RoundRow&) const = default;
};

/// A round of another site that entered one of ours.
struct HeardRound {
  std::string site;  ///< its public key, as text
  std::int64_t round = 0;
  Digest digest;
  std::string signature = {};  ///< of the site over the round, 64 bytes; empty where none was kept

  bool operator==(const HeardRound&) const = default;
};

/// By session; a run that was never amended is its own one session.
class RoundLog : public StorePart {
 public:
  using StorePart::StorePart;

  /// On the disk when it returns, with what was heard for it. Refuses (InvalidInput, store) a round that is not the
  /// next one of its session, a session that a later one followed, a run that was not debited or was released, and
  /// rounds that cost more than the debit, those of all sessions of the run together.
  void commit(const Digest& session, const RoundRow& row, const std::vector<HeardRound>& used = {}) const;

  std::optional<RoundRow> row(const Digest& session, std::int64_t round) const;
  /// The last one that has a row; nothing before the first.
  std::optional<std::int64_t> last_round(const Digest& session) const;
  /// The totals of all sessions of a run.
  RoundTotals totals(const Digest& run) const;
  ChainHead head(const Digest& session) const;

 private:
  RoundTotals totals_of_session(const Digest& session) const;
  BookedUnits cost_with(const Digest& session, const RoundRow& row) const;
};

/// What the one process that writes asks its store again and again: the last rounds, and what was heard. Filled by what
/// was read from the file, never by what is about to be written: a round that is sent was on the disk.
/// Rows are never changed, so they stay true; a transaction that is not committed clears what was heard.
class Recent {
 public:
  const RoundRow* round(const Digest& run, std::int64_t round) const;
  void keep(const Digest& run, const RoundRow& row);

  using Heard = std::optional<HeardRound>;
  /// Null where the file was not asked yet; nothing where it holds nothing.
  const Heard* heard(const Digest& run, const std::string& site) const;
  void keep(const Digest& run, const std::string& site, const Heard& heard);
  void forget() { heard_.clear(); }

 private:
  std::deque<std::pair<Digest, RoundRow>> rounds_;
  std::map<std::pair<std::string, std::string>, Heard> heard_;
};

}  // namespace sotto
