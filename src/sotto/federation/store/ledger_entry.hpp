// SPDX-License-Identifier: MIT
// A row of the ledger: a budget that was opened, a run that was debited, or what a run did not need.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "sotto/digest/digest.hpp"
#include "sotto/federation/store/value.hpp"
#include "sotto/input/closed_set.hpp"
#include "sotto/privacy/ledger_units.hpp"

namespace sotto {

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

}  // namespace sotto
