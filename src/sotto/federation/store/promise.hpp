// SPDX-License-Identifier: MIT
// Whether a state still holds what it promised when it was last written, and how the promise goes on from here.
#pragma once

#include "sotto/federation/store/lost_tail.hpp"

namespace sotto {

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

}  // namespace sotto
