// SPDX-License-Identifier: MIT
// Graphs on a ring: circulant ones with their spectrum and diameter (the static exponential graph is one), and small
// worlds, some of whose edges were moved to random ends, connected by rejection.
#include <algorithm>
#include <numeric>
#include <string>

#include "sotto/graph/components.hpp"
#include "sotto/graph/topologies.hpp"
#include "sotto/input/invalid_input.hpp"
#include "sotto/random/elementary.hpp"
#include "sotto/random/uniform.hpp"

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

/// Every node owns degree / 2 edges, first to the nodes that follow it on the ring.
class RingLattice {
 public:
  explicit RingLattice(const WattsStrogatzSpec& spec)
      : nodes_(spec.nodes),
        owned_(spec.degree / 2),
        far_end_(std::size_t{nodes_} * owned_),
        degree_(nodes_, spec.degree) {
    for (NodeId i = 0; i < nodes_; ++i)
      for (NodeId k = 0; k < owned_; ++k) far_end(i, k) = (i + k + 1) % nodes_;
  }

  /// Moves the far end of an edge to a random node that is no neighbour yet; a neighbour of all keeps its edges.
  void rewire(NodeId i, NodeId k, RandomSequence& random) {
    if (degree_[i] == nodes_ - 1) return;
    auto to = static_cast<NodeId>(random.below(nodes_));
    while (to == i || owns(i, to) || owns(to, i)) to = static_cast<NodeId>(random.below(nodes_));
    --degree_[far_end(i, k)];
    ++degree_[to];
    far_end(i, k) = to;
  }

  std::vector<Edge> edges() const {
    std::vector<Edge> all;
    all.reserve(far_end_.size());
    for (std::size_t at = 0; at < far_end_.size(); ++at)
      all.push_back({static_cast<NodeId>(at / owned_), far_end_[at]});
    return all;
  }

 private:
  NodeId& far_end(NodeId i, NodeId k) { return far_end_[std::size_t{i} * owned_ + k]; }

  bool owns(NodeId i, NodeId other) {
    const NodeId* const first = &far_end(i, 0);
    return std::find(first, first + owned_, other) != first + owned_;
  }

  NodeId nodes_;
  NodeId owned_;
  std::vector<NodeId> far_end_;
  std::vector<NodeId> degree_;
};

std::vector<Edge> draw_edges(const WattsStrogatzSpec& spec, std::uint32_t attempt) {
  RandomSequence random(spec.seed, {.stream = Stream::graph, .trial = attempt, .node = 3});
  RingLattice lattice(spec);
  for (NodeId k = 0; k < spec.degree / 2; ++k)  // nearest neighbours first, as Watts and Strogatz did
    for (NodeId i = 0; i < spec.nodes; ++i)
      if (random.uniform() < spec.rewiring) lattice.rewire(i, k, random);
  return lattice.edges();
}

void check(const WattsStrogatzSpec& spec) {
  const auto refuse = [&](const char* rule) {
    throw InvalidInput({"graph.degree", std::to_string(spec.degree),
                        std::string(rule) + " (graph.nodes = " + std::to_string(spec.nodes) + ")"});
  };
  if (!(spec.rewiring >= 0.0 && spec.rewiring <= 1.0))
    throw InvalidInput({"graph.rewiring", show(spec.rewiring), "must lie between 0 and 1"});
  if (spec.nodes < 3) throw InvalidInput({"graph.nodes", std::to_string(spec.nodes), "must be at least 3"});
  if (spec.degree >= spec.nodes) refuse("must be smaller than the number of nodes");
  if (spec.degree < 2 || spec.degree % 2 != 0) refuse("must be even and at least 2: half of it on either side");
  if (std::uint64_t{spec.nodes} * (spec.degree / 2) > Graph::most_edges) refuse("would make too many edges");
  // A new end is drawn until it is free, and looked for among the node's edges.
  const double edges = static_cast<double>(spec.nodes) * spec.degree / 2,
               tries = spec.nodes / (spec.nodes - 1.0 * spec.degree);
  constexpr double most_steps = 2e10;
  if (spec.rewiring > 0 && edges * tries * spec.degree > most_steps)
    refuse("is too dense to rewire in a reasonable time; take fewer, or graph.rewiring = 0");
}

/// Node i is joined to i + d and i - d on a ring, for distances d: distinct, from 1 to nodes / 2, with 1 among them
/// where there are two nodes. At most their number times `nodes` edges; Laplacian extremes and diameter are known.
EdgeStream circulant_edges(NodeId nodes, const std::vector<NodeId>& distances, GraphFamily family) {
  return {nodes,
          {family, circulant_extremes(nodes, distances), circulant_diameter(nodes, distances)},
          [nodes, distances](const EdgeStream::Visitor& visit) {
            for (const NodeId d : distances)
              for (NodeId i = 0; i < (2 * d == nodes ? d : nodes); ++i) visit({i, (i + d) % nodes});
          }};
}

}  // namespace

EdgeStream static_exponential_edges(NodeId nodes) {
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
  return circulant_edges(nodes, distances, GraphFamily::static_exponential);
}

Graph static_exponential_graph(NodeId nodes) {
  return Graph(static_exponential_edges(nodes));
}

EdgeStream watts_strogatz_edges(const WattsStrogatzSpec& spec) {
  check(spec);
  if (spec.rewiring == 0.0) {
    std::vector<NodeId> distances(spec.degree / 2);
    std::iota(distances.begin(), distances.end(), NodeId{1});
    return circulant_edges(spec.nodes, distances, GraphFamily::watts_strogatz);
  }
  const auto draw = [&](std::uint32_t attempt) {
    return EdgeStream(spec.nodes, {.family = GraphFamily::watts_strogatz}, draw_edges(spec, attempt));
  };
  if (const auto found = first_connected(spec.nodes, draw)) return *found;
  throw InvalidInput({"graph.rewiring", show(spec.rewiring),
                      "no connected graph in " + std::to_string(connection_tries(spec.nodes)) +
                          " tries; rewire less, or take a larger graph.degree than " + std::to_string(spec.degree)});
}

Graph watts_strogatz_graph(const WattsStrogatzSpec& spec) {
  return Graph(watts_strogatz_edges(spec));
}

}  // namespace sotto
