// SPDX-License-Identifier: MIT
// Graphs by name: families whose spectrum and diameter have a closed form, and two random ones.
#pragma once

#include <cstdint>

#include "sotto/graph/graph.hpp"

namespace sotto {

struct GridShape {
  NodeId rows;
  NodeId columns;
};

struct RandomRegularSpec {
  NodeId nodes;
  NodeId degree;
  std::uint64_t seed;
};

struct ErdosRenyiSpec {
  NodeId nodes;
  double edge_probability;
  std::uint64_t seed;
};

Graph complete_graph(NodeId nodes);
Graph ring_graph(NodeId nodes);  ///< at least 3 nodes
Graph path_graph(NodeId nodes);
Graph star_graph(NodeId nodes);  ///< node 0 is the centre
Graph grid_graph(GridShape shape);
Graph torus_graph(GridShape shape);  ///< both sides at least 3
Graph hypercube_graph(NodeId dimension);

/// Every node has `degree` neighbours. Uniform among the connected simple graphs of that
/// degree up to 1000 nodes and degree 4, nearly so beyond.
Graph random_regular_graph(const RandomRegularSpec& spec);

/// Every pair is an edge with the same probability, given that the graph is connected (by rejection).
/// Refused, with an edge probability that would do, when no connected graph turned up in a bounded number of
/// tries.
Graph erdos_renyi_graph(const ErdosRenyiSpec& spec);

}  // namespace sotto
