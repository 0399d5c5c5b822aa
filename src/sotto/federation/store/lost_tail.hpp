// SPDX-License-Identifier: MIT
// A state that holds less than it promised: SQLite ends a log at the first frame that does not check, and says nothing.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "sotto/federation/store/damage.hpp"
#include "sotto/federation/store/mark.hpp"

namespace sotto {

class Database;

/// What the end of a log took away. Ledger, starts and what a run is bound to are never in it.
struct LostTail {
  std::optional<LostRounds> rounds;
  std::int64_t held = 0;            ///< the last round of that run that has a row
  std::vector<std::string> tables;  ///< that are shorter than they were; "heard" for what was heard of others
};

std::string to_text(const LostTail& lost);

/// What a mark says against what the tables hold. Rows after the mark are fine: a process died before it marked them.
struct MarkVerdict {
  std::vector<Damage> damage;  ///< rows that are others than those of the mark, or lacks that no log can explain
  std::optional<LostTail> lost;
};
MarkVerdict judge(const Mark& mark, Database& database);

/// The ends of all chains, as the mark that says them; `run`: whose rounds were written last.
Mark mark_of(Database& database, const std::optional<Digest>& run);

}  // namespace sotto
