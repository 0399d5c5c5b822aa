// SPDX-License-Identifier: MIT
// Whether a state still holds what it promised when it was last written, and how the promise goes on from here.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "sotto/digest/digest.hpp"
#include "sotto/federation/store/damage.hpp"
#include "sotto/federation/store/mark.hpp"

namespace sotto {

class Database;

// SQLite ends a log at the first frame that does not check, and says nothing: a state may hold less than it promised.

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

struct PromiseKept {
  Mark mark;  ///< as it was found; of the tables themselves where an old version had none
  MarkVerdict verdict;
};

/// Reads the mark beside the database and holds it against the tables. One that is missing, cannot be read or belongs
/// to another state is damage; a state of version 1 may be without.
PromiseKept judge_promise(Database& database);

/// From now on every commit is marked. What the log lost stays in the mark until it is back.
void keep_promising(Database& database, const PromiseKept& found);

/// For a state that is about to be made. Refuses (InvalidInput, store) where a mark says that there was one.
void begin_promising(Database& database, const Digest& name_of_state);

/// Rounds that were lost before and have no row yet; and how that is said.
std::vector<LostRounds> still_lost(const Mark& mark, Database& database);
std::string to_text(const LostRounds& lost);

// Every state says whose it is, and has a key that never leaves it.

/// "owner" or "data key"; InvalidInput (store) where it is not there.
std::string meta_value(Database& database, const std::string& name);

/// What a mark knows a state by. It tells nothing of the key.
Digest name_of_state(const std::string& owner, const std::string& data_key);

}  // namespace sotto
