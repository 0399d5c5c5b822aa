// SPDX-License-Identifier: MIT
// When Stage II ends.
#include "sotto/consensus/stop_rule.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

namespace sotto {
namespace {

StageTwo capped(double rounds_needed, Round cap, double beta) {
  const bool binds = rounds_needed > static_cast<double>(cap);
  const Round rounds = binds ? cap : static_cast<Round>(rounds_needed);
  return {.most_rounds = rounds, .cap_binds = binds, .disagreement_left = std::pow(beta, rounds)};
}

/// The K of beta^K <= tolerance.
double rounds_to_contract(double beta, double tolerance) {
  if (tolerance >= 1) return 0;
  if (beta <= tolerance) return 1;
  if (beta >= 1) return std::numeric_limits<double>::infinity();
  return std::ceil(std::log(tolerance) / std::log(beta));
}

}  // namespace

StageTwo stage_two(const StopRule& rule, double beta) {
  if (const auto* fixed = std::get_if<FixedRounds>(&rule)) return capped(fixed->rounds, fixed->rounds, beta);
  if (const auto* contracted = std::get_if<UntilContracted>(&rule))
    return capped(rounds_to_contract(beta, contracted->tolerance), contracted->cap, beta);
  const auto& agreement = std::get<UntilAgreement>(rule);
  return {.most_rounds = agreement.cap, .cap_binds = false, .disagreement_left = std::pow(beta, agreement.cap)};
}

StageTwo stage_two(const StopRule& rule, const WeightMatrix& weights) {
  const bool by_beta = std::holds_alternative<UntilContracted>(rule);
  return stage_two(rule, by_beta ? weights.mixing_rate().at_most() : 1.0);
}

double largest_relative_change(std::span<const Released> before, std::span<const Released> after) {
  double largest = 0;
  for (std::size_t i = 0; i < before.size(); ++i) {
    double change = 0, length = 0;
    for (std::size_t k = 0; k < before[i].dimension(); ++k) {
      const double was = before[i].values()[k], moved = after[i].values()[k] - was;
      change += moved * moved;
      length += was * was;
    }
    if (change > 0) largest = std::max(largest, std::sqrt(change / length));
  }
  return largest;
}

bool has_agreed(const StopRule& rule, std::span<const Released> before, std::span<const Released> after) {
  const auto* agreement = std::get_if<UntilAgreement>(&rule);
  return agreement != nullptr && largest_relative_change(before, after) <= agreement->tolerance;
}

}  // namespace sotto
