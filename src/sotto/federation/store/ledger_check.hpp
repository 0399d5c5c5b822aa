// SPDX-License-Identifier: MIT
// The rows of a ledger, and whether they add up: every store checks that when it opens, and so does an auditor.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "sotto/digest/digest.hpp"
#include "sotto/federation/store/damage.hpp"
#include "sotto/federation/store/table.hpp"
#include "sotto/input/closed_set.hpp"
#include "sotto/privacy/ledger_units.hpp"

namespace sotto {

/// A budget that was opened, a run that was debited, or what a run did not need.
enum class EntryKind { open, debit, release };

constexpr Names<3> names_of(EntryKind) {
  return {"open", "debit", "release"};
}

struct LedgerEntry {
  std::int64_t number = 0;
  std::int64_t time = 0;  ///< seconds since 1970, UTC
  EntryKind kind = EntryKind::open;
  std::string dataset;
  std::optional<Digest> run;             ///< of debit and release
  std::optional<PrivacyBudget> promise;  ///< of open
  LedgerUnits units;                     ///< booked by a debit, returned by a release
};

/// From the columns of tables::ledger and to those after the first; nothing where they are no entry.
std::optional<LedgerEntry> entry_from(const Row& row);
Row columns_of(const LedgerEntry& entry);

/// What the committed rounds of a run cost, each rounded up.
struct RoundTotals {
  std::int64_t rounds = 0;
  LedgerUnits cost;
};

/// Every round rounds up by itself, so together they may exceed the whole run's debit by less than a unit each.
bool covers(const LedgerUnits& debit, const RoundTotals& rounds);

/// What a run did not need: its debit without its rounds, never below nothing.
LedgerUnits not_needed(const LedgerUnits& debit, const RoundTotals& rounds);

/// Entries in their order. A dataset is opened once and before it is debited; a run is debited and released once, and
/// no more is returned than its rounds left; no booking broke a promise; no round lacks a debit.
class LedgerCheck {
 public:
  explicit LedgerCheck(std::map<std::string, RoundTotals> rounds_by_run) : rounds_(std::move(rounds_by_run)) {}

  void next(const LedgerEntry& entry);
  /// Rounds of runs that nobody debited, too.
  std::vector<Damage> finish();

  const std::map<std::string, LedgerUnits>& spent() const { return spent_; }

 private:
  void damaged(const LedgerEntry& entry, const std::string& what);
  void take_open(const LedgerEntry& entry);
  void take_debit(const LedgerEntry& entry);
  void take_release(const LedgerEntry& entry);

  struct Run {
    LedgerUnits debit;
    std::string dataset;
    bool released = false;
  };
  std::map<std::string, RoundTotals> rounds_;  // by the bytes of a run's digest
  std::map<std::string, PrivacyBudget> promises_;
  std::map<std::string, LedgerUnits> spent_;
  std::map<std::string, Run> runs_;
  std::vector<Damage> found_;
};

}  // namespace sotto
