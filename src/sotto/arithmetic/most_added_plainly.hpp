// SPDX-License-Identifier: MIT
// Up to how many nodes sums over a network are plain: see simulation/engine/node_sum.hpp.
#pragma once

#include <cstddef>

namespace sotto {

/// A constant of the program and not of the machine: last digits depend on it.
inline constexpr std::size_t most_added_plainly = 4096;

}  // namespace sotto
