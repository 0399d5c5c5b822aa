// SPDX-License-Identifier: MIT
// What a ledger counts: costs as whole numbers, so that sums over runs are exact and nobody argues about a last digit.
#pragma once

#include <cstdint>
#include <optional>
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

/// What a round or a run costs, twice: against the threat that its promise is about, and against all other members
/// together.
struct BookedUnits {
  LedgerUnits planned;
  LedgerUnits all_others;

  bool operator==(const BookedUnits&) const = default;
};

/// Independent noise hides as much from all others as from anybody.
BookedUnits same_for_all(const LedgerUnits& units);

/// Exact in both, and refused where one is.
BookedUnits operator+(const BookedUnits& first, const BookedUnits& second);
BookedUnits operator-(const BookedUnits& first, const BookedUnits& second);

/// The larger one of each number.
BookedUnits larger_of(const BookedUnits& first, const BookedUnits& second);

/// Whether a round can cost this: nothing below 0, and against all others no less than against some of them.
bool is_cost_of_round(const BookedUnits& units);

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

/// So much alpha of a promise, for people: "epsilon 1.204 (37.5 %)". The epsilon is that of one run of this alpha
/// alone, at the promise's delta. What was spent is shown from above, what is left from below.
enum class ShownFrom { above, below };
std::string shown_share(const PrivacyBudget& budget, std::int64_t alpha_units, ShownFrom side);
std::string shown_epsilon(const PrivacyBudget& budget, const LedgerUnits& units, ShownFrom side);
std::string shown_percent(const PrivacyBudget& budget, std::int64_t alpha_units, ShownFrom side);

/// What a run that does not fit beside what was spent lacks, in words.
std::string shortfall(const PrivacyBudget& budget, const LedgerUnits& spent, const LedgerUnits& run);

/// What a dataset promises over all its runs: against the threat that each was planned for and, where there is a cap,
/// against all other members together. The cap has the same delta and adjacency.
struct DatasetPromise {
  PrivacyBudget planned;
  std::optional<PrivacyBudget> all_others = std::nullopt;
};

DatasetPromise promise_of(const PrivacyBudget& planned, const std::optional<double>& epsilon_all);

/// Adds a fault for each number that promises nothing. A cap is finite and not below the epsilon beside it.
void check(const DatasetPromise& promise, Faults& faults);

/// As above, of both.
bool fits(const DatasetPromise& promise, const BookedUnits& sum);
std::string shortfall(const DatasetPromise& promise, const BookedUnits& spent, const BookedUnits& run);

}  // namespace sotto
