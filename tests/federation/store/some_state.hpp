// SPDX-License-Identifier: MIT
// A state with something in every table, and ways to look at it and to spoil it.
#pragma once

#include <functional>
#include <string>

#include "sotto/federation/store/store.hpp"
#include "support/temporary_folder.hpp"

namespace sotto::test {

inline const std::string owner_key = "ed25519:AAAA";
inline constexpr PrivacyBudget some_promise{.epsilon = 2, .delta = 1e-6};

Digest run_number(int number);

/// A payload that nobody else has for this round.
RoundRow some_round(std::int64_t round, LedgerUnits cost = {.alpha = 10, .total_variation = 1});
/// The same with another cost against all others.
RoundRow masked_round(std::int64_t round, const BookedUnits& cost);
inline constexpr BookedUnits some_masked_cost{.planned = {.alpha = 10, .total_variation = 1},
                                              .all_others = {.alpha = 40, .total_variation = 3}};

/// Two datasets, two runs (one released), rounds, two starts, a sighting with its proof, audit events, evidence, a
/// start that is disowned, a run that is closed.
void fill(const Store& store);

/// A dataset with a cap and a run of masked sums, number 21: it was amended once, and has rows in both sessions.
void fill_masked(const Store& store);
Digest amended_session();

/// Every row of every table as one text.
std::string contents(const Store& store);

/// Runs SQL on the file with SQLite alone, none of our settings. What SQLite said, empty when it was fine.
std::string raw_sql(const std::filesystem::path& folder, const std::string& sql);

/// Changes rows behind our back: without triggers, which are put back as they were.
std::string tamper(const std::filesystem::path& folder, const std::string& sql);

/// The text of the InvalidInput of the kind `store` that the action ends in; a test failure when it does not.
std::string store_fault(const std::function<void()>& action);
std::string fault_of_kind(FaultKind kind, const std::function<void()>& action);

/// Runs it in a process of its own and returns how that ended: the exit status, or 128 + the signal.
int in_another_process(const std::function<int()>& action);

}  // namespace sotto::test
