// SPDX-License-Identifier: MIT
// Gaussian noise that cancels between neighbours, mixed by W like every message: noise that cancels as the literature
// has it. Each node adds noise N(0, sigma^2) of its own, and each edge a value N(0, (r sigma)^2) that one end adds and
// the other takes off.
//
// A round costs Delta(t)^2 F(k, C)/sigma_t^2 where the set C colludes with the eavesdropper: F is the effective
// resistance from node k to ground, on the graph without C, with a conductance of 1 from every node to ground and of
// r^2 on every edge: [(I + r^2 Laplacian)^-1]_kk (docs/baselines.md).
#pragma once

#include "sotto/graph/weight_matrix.hpp"

namespace sotto {

/// r: pairs must be far louder than a node's own noise, or they hide nothing.
inline constexpr double pair_ratio = 10;

/// The largest F of a node that is left, where `colluders` of the others collude: over all sets of that size where they
/// are few, otherwise a bound from above. 1 where somebody has no more neighbours than colluders: pairs help it
/// nothing.
double largest_resistance(const WeightMatrix& weights, NodeId colluders);

}  // namespace sotto
