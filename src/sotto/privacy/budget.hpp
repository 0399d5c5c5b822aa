// SPDX-License-Identifier: MIT
// What is promised: (epsilon, delta)-differential privacy for one record, and what "neighbouring" means.
#pragma once

#include <array>
#include <string_view>

#include "sotto/input/invalid_input.hpp"

namespace sotto {

/// Neighbouring datasets differ in the value of one record, and their sizes are public and equal; or in the presence of
/// one record, and then nothing public may depend on how many there are.
enum class Adjacency { replace_one, add_remove };

inline constexpr std::array all_adjacencies{Adjacency::replace_one, Adjacency::add_remove};
std::string_view name_of(Adjacency adjacency);

/// What a user of add-remove must ensure: the program cannot check it.
std::string_view add_remove_condition();

/// There is no default epsilon and no default delta.
struct PrivacyBudget {
  double epsilon;
  double delta;
  Adjacency adjacency = Adjacency::replace_one;
};

/// Adds a fault for each number that promises nothing: epsilon and delta must be finite, epsilon > 0, 0 < delta < 1.
void check(const PrivacyBudget& budget, Faults& faults);
void check(const PrivacyBudget& budget);

/// delta >= 1/records is a promise that publishing one random record keeps. Empty when delta is below that.
std::string weak_delta_warning(const PrivacyBudget& budget, std::size_t records_in_all);

}  // namespace sotto
