// SPDX-License-Identifier: MIT
#include "sotto/graph/measures.hpp"

#include <algorithm>
#include <vector>

namespace sotto {
namespace {

/// Nodes in the order a breadth-first search finds them, with their distances and whom they were found from.
class Search {
 public:
  explicit Search(const Graph& graph) : graph_(graph), distance_(graph.node_count()), parent_(graph.node_count()) {
    order_.reserve(graph.node_count());
  }

  void from(NodeId source) {
    constexpr NodeId unseen = ~NodeId{0};
    std::fill(distance_.begin(), distance_.end(), unseen);
    order_.assign(1, source);
    distance_[source] = 0;
    parent_[source] = source;
    for (std::size_t head = 0; head < order_.size(); ++head) {
      const NodeId i = order_[head];
      for (NodeId j : graph_.neighbours(i)) {
        if (distance_[j] != unseen) continue;
        distance_[j] = distance_[i] + 1;
        parent_[j] = i;
        order_.push_back(j);
      }
    }
  }

  NodeId farthest() const { return order_.back(); }
  NodeId eccentricity() const { return distance_[order_.back()]; }
  NodeId distance(NodeId i) const { return distance_[i]; }
  const std::vector<NodeId>& order() const { return order_; }

  NodeId half_way(NodeId i) const {
    const NodeId half = distance_[i] / 2;
    while (distance_[i] > half) i = parent_[i];
    return i;
  }

 private:
  const Graph& graph_;
  std::vector<NodeId> distance_, parent_, order_;
};

/// A source far from the middle finds an end of a long path; the middle of that path has a small eccentricity.
NodeId central_node(Search& search, NodeId& lower) {
  search.from(0);
  search.from(search.farthest());
  lower = search.eccentricity();
  return search.half_way(search.farthest());
}

/// Enough searches for an exact answer on small graphs, and a fifth of a billion visited edges on large ones.
std::size_t affordable_searches(const Graph& graph) {
  return std::max<std::size_t>(20, 200'000'000 / (graph.node_count() + 2 * graph.edge_count()));
}

}  // namespace

/// Two nodes closer than h to the centre are less than 2h apart (iFUB, Crescenzi et al. 2013). So nodes are
/// tried from the farthest inwards, and once all at distance >= h are done the rest cannot exceed 2 (h - 1).
DiameterBounds searched_diameter(const Graph& graph, std::size_t searches) {
  Search search(graph);
  NodeId lower = 0;
  const NodeId centre = central_node(search, lower);
  search.from(centre);
  Search outward = search;
  lower = std::max(lower, outward.eccentricity());
  NodeId upper = 2 * outward.eccentricity();
  std::size_t used = 3;
  for (auto at = outward.order().rbegin(); at != outward.order().rend(); ++at) {
    upper = std::min(upper, 2 * outward.distance(*at));
    if (lower >= upper) return {lower, lower};
    if (used++ >= searches) return {lower, upper};
    search.from(*at);
    lower = std::max(lower, search.eccentricity());
  }
  return {lower, lower};
}

namespace {

/// A node reaches at most d (d - 1)^(k - 1) others in k steps; a connected graph is never longer than a path.
DiameterBounds sure_diameter(NodeId nodes, std::size_t most_neighbours) {
  if (most_neighbours <= 2) return {.lower = nodes / 2, .upper = nodes - 1};
  NodeId steps = 0;
  const auto d = static_cast<double>(most_neighbours);
  for (double reached = 1, next = d; reached < nodes; next *= d - 1, ++steps) reached += next;
  return {.lower = steps, .upper = nodes - 1};
}

}  // namespace

DiameterBounds diameter(const Graph& graph) {
  if (const auto known = graph.known().diameter) return {*known, *known};
  if (!graph.lies_here()) return sure_diameter(graph.node_count(), graph.max_degree());
  return searched_diameter(graph, affordable_searches(graph));
}

double spectral_gap(const WeightMatrix& weights) {
  return 1.0 - weights.mixing_rate().beta;
}

}  // namespace sotto
