// SPDX-License-Identifier: MIT
// Circulant graphs: their edges, their spectrum and their diameter; the static exponential graph is one.
#include <algorithm>

#include "sotto/graph/topologies.hpp"
#include "sotto/input/invalid_input.hpp"
#include "sotto/random/elementary.hpp"

namespace sotto {
namespace {

/// The sum of 2 - 2 cos(2 pi j d / n) = 4 sin^2(pi j d / n) over the distances d; a distance of half the ring is one
/// edge and not two. Our own sine, and j d mod n in integers: the same bits everywhere.
double circulant_eigenvalue(NodeId nodes, const std::vector<NodeId>& distances, NodeId j) {
  double sum = 0.0;
  for (const std::uint64_t d : distances) {
    const double sine = sincos_turn(0.5 * static_cast<double>(j * d % nodes) / nodes).sin;
    sum += (2 * d == nodes ? 2.0 : 4.0) * (sine * sine);
  }
  return sum;
}

/// j and n - j have the same eigenvalue, and j = 0 has zero.
LaplacianExtremes circulant_extremes(NodeId nodes, const std::vector<NodeId>& distances) {
  if (nodes == 1) return {0.0, 0.0};
  LaplacianExtremes found{4.0 * static_cast<double>(distances.size()), 0.0};
  for (NodeId j = 1; j <= nodes / 2; ++j) {
    const double value = circulant_eigenvalue(nodes, distances, j);
    found.smallest_nonzero = std::min(found.smallest_nonzero, value);
    found.largest = std::max(found.largest, value);
  }
  return found;
}

/// No node is farther from another than the farthest one is from node 0.
NodeId circulant_diameter(NodeId nodes, const std::vector<NodeId>& distances) {
  std::vector<char> seen(nodes);
  std::vector<NodeId> level{0}, next;
  seen[0] = 1;
  NodeId depth = 0;
  for (std::size_t found = 1; found < nodes; ++depth) {
    next.clear();
    for (const NodeId i : level)
      for (const NodeId d : distances)
        for (const NodeId j : {(i + d) % nodes, (i + nodes - d) % nodes}) {
          if (seen[j] != 0) continue;
          seen[j] = 1;
          next.push_back(j);
        }
    found += next.size();
    level.swap(next);
  }
  return depth;
}

}  // namespace

Graph circulant_graph(NodeId nodes, const std::vector<NodeId>& distances, const std::string& family) {
  std::vector<Edge> edges;
  edges.reserve(nodes * distances.size());
  for (const NodeId d : distances)
    for (NodeId i = 0; i < (2 * d == nodes ? d : nodes); ++i) edges.push_back({i, (i + d) % nodes});
  return {nodes, edges, {family, circulant_extremes(nodes, distances), circulant_diameter(nodes, distances)}};
}

Graph static_exponential_graph(NodeId nodes) {
  if (nodes == 0) throw InvalidInput({"graph.nodes", "0", "must be at least 1"});
  std::vector<NodeId> distances;
  for (std::uint64_t step = 1; step < nodes; step *= 2)
    distances.push_back(static_cast<NodeId>(std::min<std::uint64_t>(step, nodes - step)));
  std::sort(distances.begin(), distances.end());
  distances.erase(std::unique(distances.begin(), distances.end()), distances.end());
  if (nodes * distances.size() > Graph::most_edges)
    throw InvalidInput({"graph.nodes", std::to_string(nodes),
                        "would make about " + std::to_string(nodes * distances.size()) + " edges; at most " +
                            std::to_string(Graph::most_edges) + " are supported"});
  return circulant_graph(nodes, distances, "static-exponential");
}

}  // namespace sotto
