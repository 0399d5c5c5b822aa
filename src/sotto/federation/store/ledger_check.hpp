// SPDX-License-Identifier: MIT
// The rows of a ledger and the costs of rounds, and whether they add up: every store checks that when it opens, and so
// does an auditor.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <string_view>
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
  std::optional<Digest> run;              ///< of debit and release
  std::optional<DatasetPromise> promise;  ///< of open
  BookedUnits units;                      ///< booked by a debit, returned by a release
};

/// From the columns of tables::ledger and to those after the first; nothing where they are no entry.
std::optional<LedgerEntry> entry_from(const Row& row);
Row columns_of(const LedgerEntry& entry);

/// The second pair has columns of its own, which are absent where it is the same as the first.
struct UnitsColumns {
  Value alpha, total_variation, alpha_all, total_variation_all;
};
UnitsColumns columns_of(const BookedUnits& units);
/// Nothing where they are no units: one column of the second pair without the other, say.
std::optional<BookedUnits> units_from(const UnitsColumns& columns);

/// What the committed rounds of a session or a run cost, each rounded up.
struct RoundTotals {
  std::int64_t rounds = 0;
  BookedUnits cost;

  bool operator==(const RoundTotals&) const = default;
};

RoundTotals operator+(const RoundTotals& first, const RoundTotals& second);

/// Adds up the costs of rows of tables::rounds, in the order of each chain, and says what is wrong with one.
class RoundSums {
 public:
  /// Those that `next` wants, in this order.
  static const std::vector<std::string_view>& columns();

  std::optional<std::string> next(const Row& row);
  /// By the bytes of a session's digest.
  const std::map<std::string, RoundTotals>& totals() const { return totals_; }

 private:
  std::map<std::string, RoundTotals> totals_;
};

/// Every round rounds up by itself, so together they may exceed the whole run's debit by less than a unit each.
bool covers(const BookedUnits& debit, const RoundTotals& rounds);

/// What a run did not need: its debit without its rounds, never below nothing.
BookedUnits not_needed(const BookedUnits& debit, const RoundTotals& rounds);

/// Entries in their order. A dataset is opened once and before it is debited; a run is debited and released once, and
/// no more is returned than the rounds of all its sessions left; no booking broke a promise; no round lacks a debit.
class LedgerCheck {
 public:
  /// A session that `run_of_session` does not name is a run. All by the bytes of digests.
  explicit LedgerCheck(const std::map<std::string, RoundTotals>& rounds_of_session,
                       std::map<std::string, std::string> run_of_session = {});

  void next(const LedgerEntry& entry);
  /// Rounds of runs that nobody debited, too.
  std::vector<Damage> finish();

  const std::map<std::string, BookedUnits>& spent() const { return spent_; }

 private:
  void damaged(const LedgerEntry& entry, const std::string& what);
  void take_open(const LedgerEntry& entry);
  void take_debit(const LedgerEntry& entry);
  void take_release(const LedgerEntry& entry);

  struct Run {
    BookedUnits debit;
    std::string dataset;
    bool released = false;
  };
  std::map<std::string, std::string> run_of_session_;
  std::map<std::string, RoundTotals> rounds_;  // of runs
  std::map<std::string, DatasetPromise> promises_;
  std::map<std::string, BookedUnits> spent_;
  std::map<std::string, Run> runs_;
  std::vector<Damage> found_;
};

}  // namespace sotto
