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
  LedgerUnits returned;
};
/// "returns 43.2 % of its debit ..." in units and in words.
std::string release_text(const ReleasedRun& released);
std::string release_json(const ReleasedRun& released, const NamedBalance& after);

std::string backup_text(const Backup& backup);
std::string backup_json(const Backup& backup);
std::string restored_text(const Restored& restored);
std::string restored_json(const Restored& restored);

/// Units as the number they stand for, with few digits.
std::string shown_alpha(std::int64_t units);
std::string shown_total_variation(std::int64_t units);

}  // namespace sotto::app
