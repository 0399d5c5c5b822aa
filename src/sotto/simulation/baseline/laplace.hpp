// SPDX-License-Identifier: MIT
// Laplace numbers of scale 1 on Philox blocks: a function of (seed, place, coordinate).
#pragma once

#include <cstdint>
#include <span>

#include "sotto/random/key.hpp"

namespace sotto {

/// Fills `out` with the numbers of coordinates 0 .. out.size()-1 at a place: density exp(-|x|)/2.
void fill_laplace(std::uint64_t seed, const Place& at, std::span<double> out);

}  // namespace sotto
