// SPDX-License-Identifier: MIT
// Graphs that look the same from every node of a ring: node i is joined to i + d and i - d for some distances d.
#pragma once

#include <string>
#include <vector>

#include "sotto/graph/graph.hpp"

namespace sotto {

/// `distances` are distinct, from 1 to nodes / 2, and hold 1 where there are two nodes. Their number times `nodes`
/// edges at most; Laplacian extremes and diameter are known.
Graph circulant_graph(NodeId nodes, const std::vector<NodeId>& distances, const std::string& family);

}  // namespace sotto
