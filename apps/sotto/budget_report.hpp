// SPDX-License-Identifier: MIT
// Budgets of datasets and their ledger, as text and as JSON (sotto.budget/1).
#pragma once

#include <string>
#include <vector>

#include "sotto/federation/store/backup.hpp"
#include "sotto/federation/store/damage.hpp"
#include "sotto/federation/store/ledger.hpp"

namespace sotto::app {

struct NamedBalance {
  std::string dataset;
  Balance balance;
};

std::string balances_text(const std::vector<NamedBalance>& balances);
std::string balances_json(const std::vector<NamedBalance>& balances, const ChainHead& head);

std::string history_text(const std::vector<LedgerEntry>& entries);
std::string history_json(const std::vector<LedgerEntry>& entries, const ChainHead& head);

/// What a check of a state found; `head` counts only where nothing is wrong.
std::string findings_text(const std::vector<Damage>& found, const ChainHead& head);
std::string findings_json(const std::vector<Damage>& found, const ChainHead& head);

struct ReleasedRun {
  Digest run;
  std::string dataset;
  BookedUnits returned;
  PrivacyBudget promise = {};  ///< of the dataset
  BookedUnits kept_back = {};  ///< beyond the rows: for neighbours that were left out and owe their words
};
/// "run 0a1b returns epsilon 0.4 (37.5 %) of its promise to patients"; and what comes back
/// against all others, where that is something else.
std::string release_text(const ReleasedRun& released);
std::string release_json(const ReleasedRun& released, const NamedBalance& after);

std::string backup_text(const Backup& backup);
std::string backup_json(const Backup& backup);
std::string restored_text(const Restored& restored);
std::string restored_json(const Restored& restored);

}  // namespace sotto::app
