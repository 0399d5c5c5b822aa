// SPDX-License-Identifier: MIT
// Costs as whole numbers.
#include "sotto/privacy/ledger_units.hpp"

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <limits>
#include <string>

#include "sotto/privacy/safe_side.hpp"

namespace sotto {
namespace {

constexpr double two_to_63 = 9223372036854775808.0;

std::int64_t units_from_above(double value, int bits, const char* field) {
  const double units = std::ceil(std::ldexp(value, bits));  // scaling by a power of two rounds nothing here
  if (!(value >= 0) || !(units < two_to_63))
    throw InvalidInput({field, show(value), "must be finite, >= 0 and below 2^" + std::to_string(63 - bits)},
                       FaultKind::numerical);
  return static_cast<std::int64_t>(units);
}

std::string printed(const char* format, double value) {
  char text[64];
  std::snprintf(text, sizeof text, format, value);
  return text;
}

/// In tenths of a percent.
std::string percent_of(std::int64_t part, std::int64_t whole, ShownFrom side) {
  const double tenths = whole > 0 ? 1000 * (static_cast<double>(part) / static_cast<double>(whole)) : 0;
  return printed("%.1f %%", (side == ShownFrom::above ? std::ceil(tenths) : std::floor(tenths)) / 10);
}

double value_from_above(std::int64_t units, int bits, const char* field) {
  if (units < 0) throw InvalidInput({field, std::to_string(units), "must not be below 0 units"}, FaultKind::numerical);
  auto value = static_cast<double>(units);
  if (value < two_to_63 && static_cast<std::int64_t>(value) < units) value = std::nextafter(value, two_to_63);
  return std::ldexp(value, -bits);
}

[[noreturn]] void refuse_sum(const char* field, const char* rule) {
  throw InvalidInput({field, "", rule}, FaultKind::numerical);
}

std::int64_t sum_of(std::int64_t first, std::int64_t second, const char* field) {
  std::int64_t sum = 0;
  if (__builtin_add_overflow(first, second, &sum)) refuse_sum(field, "the sum does not fit a ledger");
  return sum;
}

std::int64_t difference_of(std::int64_t first, std::int64_t second, const char* field) {
  std::int64_t difference = 0;
  if (__builtin_sub_overflow(first, second, &difference) || difference < 0)
    refuse_sum(field, "more would be taken off than there is");
  return difference;
}

}  // namespace

LedgerUnits units_of(const Cost& cost) {
  return {
      .alpha = units_from_above(cost.alpha, LedgerUnits::alpha_bits, "alpha"),
      .total_variation = units_from_above(cost.total_variation, LedgerUnits::total_variation_bits, "total_variation")};
}

Cost cost_of(const LedgerUnits& units) {
  return {
      .alpha = value_from_above(units.alpha, LedgerUnits::alpha_bits, "alpha"),
      .total_variation = value_from_above(units.total_variation, LedgerUnits::total_variation_bits, "total_variation")};
}

LedgerUnits operator+(const LedgerUnits& first, const LedgerUnits& second) {
  return {.alpha = sum_of(first.alpha, second.alpha, "alpha"),
          .total_variation = sum_of(first.total_variation, second.total_variation, "total_variation")};
}

LedgerUnits operator-(const LedgerUnits& first, const LedgerUnits& second) {
  return {.alpha = difference_of(first.alpha, second.alpha, "alpha"),
          .total_variation = difference_of(first.total_variation, second.total_variation, "total_variation")};
}

BookedUnits same_for_all(const LedgerUnits& units) {
  return {.planned = units, .all_others = units};
}

BookedUnits operator+(const BookedUnits& first, const BookedUnits& second) {
  return {.planned = first.planned + second.planned, .all_others = first.all_others + second.all_others};
}

BookedUnits operator-(const BookedUnits& first, const BookedUnits& second) {
  return {.planned = first.planned - second.planned, .all_others = first.all_others - second.all_others};
}

BookedUnits larger_of(const BookedUnits& first, const BookedUnits& second) {
  const auto larger = [](const LedgerUnits& one, const LedgerUnits& other) {
    return LedgerUnits{.alpha = std::max(one.alpha, other.alpha),
                       .total_variation = std::max(one.total_variation, other.total_variation)};
  };
  return {.planned = larger(first.planned, second.planned), .all_others = larger(first.all_others, second.all_others)};
}

bool is_cost_of_round(const BookedUnits& units) {
  const auto& [planned, all_others] = units;
  return planned.alpha >= 0 && planned.total_variation >= 0 && all_others.alpha >= planned.alpha &&
         all_others.total_variation >= planned.total_variation;
}

double reserved_total_variation(const PrivacyBudget& budget) {
  check(budget);
  const double factor = 1 + std::exp(budget.epsilon);  // infinite for a promise that can spare nothing
  const double share = std::clamp(factor * 0x1p-40 / budget.delta, 0x1p-10, 0x1p-3);
  return from_below(share * budget.delta / factor);
}

std::int64_t total_variation_limit_in_units(const PrivacyBudget& budget) {
  return static_cast<std::int64_t>(
      std::floor(std::ldexp(reserved_total_variation(budget), LedgerUnits::total_variation_bits)));
}

std::int64_t alpha_limit_in_units(const PrivacyBudget& budget, std::int64_t total_variation_units) {
  cost_of({.total_variation = total_variation_units});  // refuses what is no booking
  if (total_variation_units > total_variation_limit_in_units(budget)) return 0;
  const double limit = alpha_limit_or_none(Accountant::exact, budget, reserved_total_variation(budget));
  const double units = std::floor(std::ldexp(limit, LedgerUnits::alpha_bits));
  if (units >= two_to_63) return std::numeric_limits<std::int64_t>::max();  // a promise beyond what is counted
  return static_cast<std::int64_t>(units);
}

bool fits(const PrivacyBudget& budget, const LedgerUnits& sum) {
  if (sum.alpha < 0 || sum.total_variation < 0) return false;
  if (sum == LedgerUnits{}) return true;
  const std::int64_t limit = alpha_limit_in_units(budget, sum.total_variation);
  return limit > 0 && sum.alpha <= limit;
}

std::string shown_epsilon(const PrivacyBudget& budget, const LedgerUnits& units, ShownFrom side) {
  constexpr double digits = 1e4;  // behind the point
  const double epsilon = units == LedgerUnits{} ? 0 : epsilon_of(Accountant::exact, cost_of(units), budget.delta);
  return printed("%.4f",
                 (side == ShownFrom::above ? std::ceil(epsilon * digits) : std::floor(epsilon * digits)) / digits);
}

std::string shown_percent(const PrivacyBudget& budget, std::int64_t alpha_units, ShownFrom side) {
  return percent_of(alpha_units, alpha_limit_in_units(budget, 0), side);
}

std::string shown_share(const PrivacyBudget& budget, std::int64_t alpha_units, ShownFrom side) {
  return "epsilon " + shown_epsilon(budget, {.alpha = alpha_units}, side) + " (" +
         shown_percent(budget, alpha_units, side) + ")";
}

std::string shortfall(const PrivacyBudget& budget, const LedgerUnits& spent, const LedgerUnits& run) {
  const auto costs = [](const std::string& wanted, const std::string& left) {
    return "the run costs " + wanted + ", and " + left + " is left (`sotto budget show`)";
  };
  const std::int64_t variation = total_variation_limit_in_units(budget);
  const std::int64_t variation_left = std::max<std::int64_t>(0, variation - spent.total_variation);
  if (run.total_variation > variation_left)
    return costs(
        percent_of(run.total_variation, variation, ShownFrom::above) + " of the total variation that delta has for it",
        percent_of(variation_left, variation, ShownFrom::below));
  const std::int64_t left = std::max<std::int64_t>(0, alpha_limit_in_units(budget, 0) - spent.alpha);
  return costs(shown_share(budget, run.alpha, ShownFrom::above), shown_share(budget, left, ShownFrom::below));
}

DatasetPromise promise_of(const PrivacyBudget& planned, const std::optional<double>& epsilon_all) {
  DatasetPromise promise{.planned = planned};
  if (!epsilon_all) return promise;
  promise.all_others = planned;
  promise.all_others->epsilon = *epsilon_all;
  return promise;
}

void check(const DatasetPromise& promise, Faults& faults) {
  check(promise.planned, faults);
  if (!promise.all_others) return;
  const double cap = promise.all_others->epsilon;
  if (!std::isfinite(cap) || !(cap >= promise.planned.epsilon))
    faults.add({"privacy.epsilon_all", show(cap),
                "must be finite and at least privacy.epsilon = " + show(promise.planned.epsilon)});
}

bool fits(const DatasetPromise& promise, const BookedUnits& sum) {
  return fits(promise.planned, sum.planned) && (!promise.all_others || fits(*promise.all_others, sum.all_others));
}

std::string shortfall(const DatasetPromise& promise, const BookedUnits& spent, const BookedUnits& run) {
  if (!promise.all_others || !fits(promise.planned, spent.planned + run.planned))
    return shortfall(promise.planned, spent.planned, run.planned);
  return "against all other members together " + shortfall(*promise.all_others, spent.all_others, run.all_others);
}

}  // namespace sotto
