// SPDX-License-Identifier: MIT
// What the one process that writes asks its store again and again, kept in memory: the last rounds, and what was heard.
#pragma once

#include <deque>
#include <map>
#include <optional>
#include <string>
#include <utility>

#include "sotto/federation/store/round_log.hpp"

namespace sotto {

/// Filled by what was read from the file, never by what is about to be written: a round that is sent was on the disk.
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
