// SPDX-License-Identifier: MIT
// Small worlds: a ring lattice some of whose edges were moved to random ends, connected by rejection.
#include <algorithm>
#include <numeric>
#include <string>

#include "sotto/graph/components.hpp"
#include "sotto/graph/topologies.hpp"
#include "sotto/input/invalid_input.hpp"
#include "sotto/random/uniform.hpp"

namespace sotto {
namespace {

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

}  // namespace

Graph watts_strogatz_graph(const WattsStrogatzSpec& spec) {
  check(spec);
  if (spec.rewiring == 0.0) {
    std::vector<NodeId> distances(spec.degree / 2);
    std::iota(distances.begin(), distances.end(), NodeId{1});
    return circulant_graph(spec.nodes, distances, "watts-strogatz");
  }
  const std::uint32_t tries = connection_tries(spec.nodes);
  for (std::uint32_t attempt = 0; attempt < tries; ++attempt) {
    const std::vector<Edge> edges = draw_edges(spec, attempt);
    if (is_connected(spec.nodes, edges)) return {spec.nodes, edges, {.family = "watts-strogatz"}};
  }
  throw InvalidInput({"graph.rewiring", show(spec.rewiring),
                      "no connected graph in " + std::to_string(tries) +
                          " tries; rewire less, or take a larger graph.degree than " + std::to_string(spec.degree)});
}

}  // namespace sotto
