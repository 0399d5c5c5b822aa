// SPDX-License-Identifier: MIT
// What a ledger counts: costs as whole numbers, so that sums over runs are exact and nobody argues about a last digit.
#pragma once

#include <cstdint>
#include <string>

#include "sotto/privacy/cost.hpp"

namespace sotto {

/// Total variation has the finer unit: (1 + e^eps) times its rounding is taken off delta.
struct LedgerUnits {
  static constexpr int alpha_bits = 40;            ///< alpha counts 2^-40
  static constexpr int total_variation_bits = 60;  ///< total variation counts 2^-60

  std::int64_t alpha = 0;
  std::int64_t total_variation = 0;

  bool operator==(const LedgerUnits&) const = default;
};

/// Rounded up. Refuses (InvalidInput, numerical) what is negative, not finite or too large to count.
LedgerUnits units_of(const Cost& cost);

/// Exact below 2^53 units (alpha 8192, total variation 2^-7), and rounded up beyond. Refuses negative units.
Cost cost_of(const LedgerUnits& units);

/// Exact; refuse (InvalidInput, numerical) what does not fit, and a difference below nothing.
LedgerUnits operator+(const LedgerUnits& first, const LedgerUnits& second);
LedgerUnits operator-(const LedgerUnits& first, const LedgerUnits& second);

/// V, what total variation may come to under a promise: set aside for good, whatever is spent of it. A ledger is a
/// filter: later runs are chosen after seeing earlier ones, so what one limit leaves may not be spent as the other
/// (docs/privacy.md, section 3). At least 1/1024 of delta goes to it, at most 1/8, and between these enough for 2^-40.
double reserved_total_variation(const PrivacyBudget& budget);
/// The same, rounded down.
std::int64_t total_variation_limit_in_units(const PrivacyBudget& budget);

/// A, what alpha may come to beside it, by the exact accountant: rounded down. 0 when more than V was booked.
std::int64_t alpha_limit_in_units(const PrivacyBudget& budget, std::int64_t total_variation_units);

/// Whether all that was booked keeps both limits. Nothing always does; total variation alone does only where alpha
/// could still be spent beside it.
bool fits(const PrivacyBudget& budget, const LedgerUnits& sum);

/// What a run that does not fit beside what was spent lacks, in words.
std::string shortfall(const PrivacyBudget& budget, const LedgerUnits& spent, const LedgerUnits& run);

}  // namespace sotto
