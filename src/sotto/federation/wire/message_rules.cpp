// SPDX-License-Identifier: MIT
// What the values of a message may be.
#include "sotto/federation/wire/message_rules.hpp"

#include <algorithm>
#include <cmath>

namespace sotto {
namespace {

constexpr double end_of_integers = 0x1p53;  // Released moves a sum beyond it to its end

/// Dividing by a power of two is exact, unless the result leaves the doubles: then it does not lead back.
bool is_lattice_point(double value, double grid) {
  const double steps = value / grid;
  return std::abs(steps) < end_of_integers && std::trunc(steps) == steps && steps * grid == value;
}

}  // namespace

MessageRules::MessageRules(const Plan& sender, double averaged_limit)
    : plan_(sender), averaged_limit_(averaged_limit) {}

std::string MessageRules::broken_by(Round round, std::span<const double> values) const {
  const bool noisy = plan_.timetable().carries_noise(round);
  const double grid = noisy ? plan_.lattice_round(round - 1).grid : 0;
  const auto holds = [&](double value) {
    if (noisy) return is_lattice_point(value, grid);
    return value == 0 || (std::isnormal(value) && std::abs(value) <= averaged_limit_);
  };
  if (std::all_of(values.begin(), values.end(), holds)) return "";
  return noisy ? "a value is no whole number of steps of the round's lattice"
               : "a value is not finite, or beyond what averaging can make";
}

double largest_noisy_value(const Plan& plan) {
  return end_of_integers * plan.lattice_round(plan.gradient_rounds()).grid;
}

}  // namespace sotto
