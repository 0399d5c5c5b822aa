// SPDX-License-Identifier: MIT
// The expander of Margulis, Gabber and Galil, without its loops and double edges.
//
// On pairs (x, y) modulo m, every node is joined to (x + 2y, y), (x + 2y + 1, y), (x, y + 2x) and (x, y + 2x + 1). With
// loops and double edges that is an 8-regular graph, none of whose eigenvalues but the first is beyond 5 sqrt(2)
// (Gabber and Galil 1981; Jimbo and Maruoka 1987), so its Laplacian's smallest non-zero one is at least 8 - 5 sqrt(2).
// A loop adds nothing to a Laplacian. An edge occurs at most twice: step 2y makes its edges twice if 4y = 0 modulo m,
// step 2y + 1 if 4y + 2 = 0, and both make the same edges if 4y + 1 = 0, which excludes the others. So the simple
// graph's Laplacian is at least half of the other one, and 4 - 2.5 sqrt(2) = 0.46 is a bound for every m.
#include <algorithm>
#include <string>

#include "sotto/graph/topologies.hpp"
#include "sotto/input/invalid_input.hpp"

namespace sotto {
namespace {

constexpr NodeId largest_side = 8191;  // 4 edges a node fit Graph::most_edges

/// On a ring of m places, the distances of the steps 2k and 2k + 1, each once and without 0.
std::vector<NodeId> distinct_distances(NodeId side, NodeId k) {
  std::vector<NodeId> distances;
  for (const NodeId step : {2 * k % side, (2 * k + 1) % side}) {
    const NodeId distance = std::min(step, side - step);
    if (distance != 0 && (distances.empty() || distances[0] != distance)) distances.push_back(distance);
  }
  return distances;
}

}  // namespace

EdgeStream expander_edges(NodeId side) {
  if (side == 0) throw InvalidInput({"graph.nodes", "0", "must be at least 1"});
  if (side > largest_side)
    throw InvalidInput({"graph.nodes", std::to_string(std::uint64_t{side} * side),
                        "must be at most " + std::to_string(largest_side * largest_side) + " for an expander"});
  return {side * side, {.family = GraphFamily::expander}, [side](const EdgeStream::Visitor& visit) {
            for (NodeId k = 0; k < side; ++k)
              for (const NodeId distance : distinct_distances(side, k))
                for (NodeId from = 0; from < (2 * distance == side ? distance : side); ++from) {
                  const NodeId to = (from + distance) % side;
                  visit({k * side + from, k * side + to});  // along the row y = k
                  visit({from * side + k, to * side + k});  // along the column x = k
                }
          }};
}

Graph expander_graph(NodeId side) {
  return Graph(expander_edges(side));
}

}  // namespace sotto
