// SPDX-License-Identifier: MIT
// What a ledger counts: costs as whole numbers, so that sums over runs are exact and nobody argues about a last digit.
#pragma once

#include <cstdint>

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

/// What alpha may come to, by the exact accountant, when this much total variation was booked: rounded down, 0 when
/// nothing is left.
std::int64_t alpha_limit_in_units(const PrivacyBudget& budget, std::int64_t total_variation_units);

/// Whether all that was booked keeps the promise. Nothing always does; total variation alone does only where alpha
/// could still be spent beside it.
bool fits(const PrivacyBudget& budget, const LedgerUnits& sum);

}  // namespace sotto
