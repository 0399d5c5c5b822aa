// SPDX-License-Identifier: MIT
// Numbers that describe a graph: its diameter, and the spectral gap of its weights.
#pragma once

#include "sotto/graph/graph.hpp"
#include "sotto/graph/weight_matrix.hpp"

namespace sotto {

/// The largest distance between two nodes lies in [lower, upper].
struct DiameterBounds {
  NodeId lower;
  NodeId upper;
  bool exact() const { return lower == upper; }
};

/// Exact for named families and small graphs; elsewhere as far as a bounded number of breadth-first searches goes.
DiameterBounds diameter(const Graph& graph);

/// The same without the closed forms, with at most `searches` breadth-first searches (at least 3 are made).
DiameterBounds searched_diameter(const Graph& graph, std::size_t searches);

/// 1 - beta.
double spectral_gap(const WeightMatrix& weights);

}  // namespace sotto
