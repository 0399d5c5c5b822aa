// SPDX-License-Identifier: MIT
// The same mathematics as the reference engine's, written as one would without types: flat arrays and loops.
#pragma once

#include <cstdint>
#include <vector>

#include "sotto/simulation/engine/reference.hpp"

namespace sotto::bench {

/// All T rounds of Stage I for mean estimation on a box; returns y(T+1), node after node.
std::vector<double> naive_run(const Network& network, const Box& box,
                              const std::vector<std::vector<double>>& record_sums, double record_count,
                              std::uint64_t seed);

}  // namespace sotto::bench
