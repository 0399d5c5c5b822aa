// SPDX-License-Identifier: MIT
// How sums over the nodes of a network are cut into blocks: see simulation/engine/blocked_sum.hpp.
#pragma once

#include <cstddef>

namespace sotto {

/// A constant of the program and not of the machine: last digits depend on it.
inline constexpr std::size_t nodes_in_block = 4096;

}  // namespace sotto
