// SPDX-License-Identifier: MIT
// An order of the nodes in which neighbours lie close together, so that mixing a large network stays in the cache.
#pragma once

#include <functional>
#include <span>
#include <vector>

#include "sotto/graph/weight_matrix.hpp"

namespace sotto {

/// Whom a node hears. The node itself may be among them, and numbers that are no node's are passed over.
using RowOf = std::function<std::span<const NodeId>(NodeId node)>;

/// Reverse Cuthill-McKee: the node at each position. Two neighbours are about as many positions apart as the graph is
/// wide seen from its end: 1 on a path, 2 on a ring, the shorter side on a grid; an expander has no such order. Work:
/// edges times the logarithm of the degree. The same rows give the same order. Parts without a way between them follow
/// each other.
std::vector<NodeId> locality_order(NodeId nodes, const RowOf& row_of);
std::vector<NodeId> locality_order(const WeightMatrix& rows);

}  // namespace sotto
