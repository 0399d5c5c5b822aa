// SPDX-License-Identifier: MIT
// When Stage II ends.
#include "sotto/consensus/stop_rule.hpp"

#include <algorithm>
#include <cmath>

namespace sotto {
namespace {

StageTwo capped(double rounds_needed, Round cap, const Averaging& averaging) {
  const bool binds = rounds_needed > static_cast<double>(cap);
  const Round rounds = binds ? cap : static_cast<Round>(rounds_needed);
  return {.most_rounds = rounds, .cap_binds = binds, .disagreement_left = disagreement_left(averaging, rounds)};
}

}  // namespace

StopRule rule_for(const Plan& plan, const StopRule& configured) {
  return plan.is_masked() ? StopRule(FixedRounds{0}) : configured;
}

StageTwo stage_two(const StopRule& rule, const Averaging& averaging) {
  if (const auto* fixed = std::get_if<FixedRounds>(&rule)) return capped(fixed->rounds, fixed->rounds, averaging);
  if (const auto* contracted = std::get_if<UntilContracted>(&rule))
    return capped(rounds_to_contract(averaging, contracted->tolerance), contracted->cap, averaging);
  const Round cap = std::get<UntilAgreement>(rule).cap;
  return capped(cap, cap, averaging);
}

Averaging averaging_for(const StopRule& rule, Consensus consensus, const WeightMatrix& weights) {
  const bool by_beta = consensus == Consensus::chebyshev || std::holds_alternative<UntilContracted>(rule);
  return {.consensus = consensus, .mixing_rate = by_beta ? weights.mixing_rate().at_most() : 1.0};
}

double relative_change(const MessageChange& message) {
  double change = 0, length = 0;
  for (std::size_t k = 0; k < message.dimension * message.stride; k += message.stride) {
    const double was = message.before[k], moved = message.after[k] - was;
    change += moved * moved;
    length += was * was;
  }
  return change > 0 ? std::sqrt(change / length) : 0;
}

double largest_relative_change(std::span<const Released> before, std::span<const Released> after) {
  double largest = 0;
  for (std::size_t i = 0; i < before.size(); ++i)
    largest = std::max(largest, relative_change({.before = before[i].values().data(),
                                                 .after = after[i].values().data(),
                                                 .dimension = before[i].dimension()}));
  return largest;
}

}  // namespace sotto
