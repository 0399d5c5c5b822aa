// SPDX-License-Identifier: MIT
// What every method relies on, refused where it does not hold.
#pragma once

#include <vector>

#include "sotto/simulation/engine/reference.hpp"

namespace sotto {

/// Besides check_parts: objectives have the domain's dimension, and plans cover them.
void check(const Network& network);

/// The points as they are, or InvalidInput (numerical) if a coordinate is not finite.
std::vector<std::vector<double>> only_finite(std::vector<std::vector<double>> points);

}  // namespace sotto
