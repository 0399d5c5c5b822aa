// SPDX-License-Identifier: MIT
// Graphs that lost the order in which they were made.
#pragma once

#include <numeric>

#include "sotto/graph/graph.hpp"
#include "sotto/random/uniform.hpp"

namespace sotto::test {

inline Graph numbered_at_random(const Graph& graph) {
  std::vector<NodeId> name(graph.node_count());
  std::iota(name.begin(), name.end(), NodeId{0});
  RandomSequence random(7, {.stream = Stream::graph});
  shuffle(name, random);
  std::vector<Edge> edges;
  for (NodeId i = 0; i < graph.node_count(); ++i)
    for (const NodeId j : graph.neighbours(i))
      if (i < j) edges.push_back({name[i], name[j]});
  return Graph(graph.node_count(), edges);
}

}  // namespace sotto::test
