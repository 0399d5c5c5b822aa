// SPDX-License-Identifier: MIT
// Random regular graphs: half-edges are paired at random, and the few loops and double edges are switched away.
#include <algorithm>
#include <cstdint>
#include <memory>
#include <numeric>
#include <string>
#include <utility>
#include <vector>

#include "sotto/graph/components.hpp"
#include "sotto/graph/topologies.hpp"
#include "sotto/input/invalid_input.hpp"
#include "sotto/random/uniform.hpp"

namespace sotto {
namespace {

/// Half-edges paired at random, loops and double edges included. Half-edge s belongs to node s / degree.
class Pairing {
 public:
  Pairing(const RandomRegularSpec& spec, RandomSequence& random) : degree_(spec.degree), random_(random) {
    std::vector<std::uint32_t> order(std::size_t{spec.nodes} * degree_);
    std::iota(order.begin(), order.end(), 0u);
    shuffle(order, random_);
    partner_.resize(order.size());
    for (std::size_t k = 0; k < order.size(); k += 2) join(order[k], order[k + 1]);
  }

  bool is_simple() const { return bad_half_edges().empty(); }

  /// Switches loops and double edges away, about (degree^2 - 1) / 4 of them. False when one would not go away.
  bool repair() {
    for (std::uint32_t half_edge : bad_half_edges())
      if (is_bad(half_edge) && !switch_away(half_edge)) return false;
    return true;
  }

  /// What it holds from now on: the partner of each half-edge.
  std::vector<std::uint32_t> take_partners() { return std::move(partner_); }

 private:
  NodeId owner(std::uint32_t half_edge) const { return half_edge / degree_; }
  NodeId other_end(std::uint32_t half_edge) const { return owner(partner_[half_edge]); }

  void join(std::uint32_t s, std::uint32_t t) {
    partner_[s] = t;
    partner_[t] = s;
  }

  NodeId edges_between(NodeId a, NodeId b) const {
    NodeId count = 0;
    for (std::uint32_t s = a * degree_; s < (a + 1) * degree_; ++s) count += other_end(s) == b;
    return count;
  }

  bool is_bad(std::uint32_t half_edge) const {
    return owner(half_edge) == other_end(half_edge) || edges_between(owner(half_edge), other_end(half_edge)) > 1;
  }

  std::vector<std::uint32_t> bad_half_edges() const {
    std::vector<std::uint32_t> bad;
    std::vector<std::pair<NodeId, std::uint32_t>> row(degree_);
    for (std::uint32_t first = 0; first < partner_.size(); first += degree_) {
      for (NodeId k = 0; k < degree_; ++k) row[k] = {other_end(first + k), first + k};
      std::sort(row.begin(), row.end());
      for (NodeId k = 0; k < degree_; ++k)
        if (row[k].first == owner(first) || (k > 0 && row[k].first == row[k - 1].first)) bad.push_back(row[k].second);
    }
    return bad;
  }

  /// Edges a-b and c-d become a-c and b-d, with a random c-d for which both are new.
  bool switch_away(std::uint32_t s) {
    for (int tries = 0; tries < 10000; ++tries) {
      const auto t = static_cast<std::uint32_t>(random_.below(partner_.size()));
      const std::uint32_t s_partner = partner_[s], t_partner = partner_[t];
      const NodeId a = owner(s), b = owner(s_partner), c = owner(t), d = owner(t_partner);
      if (a == c || b == d || (a == b && c == d)) continue;
      if (edges_between(a, c) > 0 || edges_between(b, d) > 0) continue;
      join(s, t);
      join(s_partner, t_partner);
      return true;
    }
    return false;
  }

  NodeId degree_;
  RandomSequence& random_;
  std::vector<std::uint32_t> partner_;
};

void check(const RandomRegularSpec& spec) {
  const auto refuse = [&](const char* rule) {
    throw InvalidInput({"graph.degree", std::to_string(spec.degree),
                        std::string(rule) + " (graph.nodes = " + std::to_string(spec.nodes) + ")"});
  };
  if (spec.nodes < 2) throw InvalidInput({"graph.nodes", std::to_string(spec.nodes), "must be at least 2"});
  if (spec.degree >= spec.nodes) refuse("must be smaller than the number of nodes");
  if (spec.degree < 2 && spec.nodes > 2) refuse("must be at least 2, or the graph cannot be connected");
  if (spec.degree == 0) refuse("must be 1 when there are two nodes");
  if (std::uint64_t{spec.nodes} * spec.degree % 2 != 0) refuse("degree times nodes must be even");
  if (std::uint64_t{spec.nodes} * spec.degree / 2 > Graph::most_edges) refuse("would make too many edges");
}

/// A connected graph of degree 2 is a ring; random labels make it uniform, where pairing would nearly always fail.
EdgeStream random_ring(const RandomRegularSpec& spec, RandomSequence& random) {
  std::vector<NodeId> order(spec.nodes);
  std::iota(order.begin(), order.end(), NodeId{0});
  shuffle(order, random);
  std::vector<Edge> edges;
  for (NodeId k = 0; k < spec.nodes; ++k) edges.push_back({order[k], order[(k + std::size_t{1}) % spec.nodes]});
  return {spec.nodes, ring_edges(spec.nodes).known(), std::move(edges)};
}

EdgeStream of_pairing(const RandomRegularSpec& spec, std::vector<std::uint32_t> partners) {
  const auto held = std::make_shared<const std::vector<std::uint32_t>>(std::move(partners));
  return {spec.nodes,
          {.family = GraphFamily::random_regular},
          [held, degree = spec.degree](const EdgeStream::Visitor& visit) {
            for (std::uint32_t s = 0; s < held->size(); ++s)
              if (s < (*held)[s]) visit({s / degree, (*held)[s] / degree});
          }};
}

EdgeStream complement(const EdgeStream& of) {
  const NodeId nodes = of.node_count();
  std::vector<std::vector<NodeId>> larger(nodes);
  of.for_each([&](Edge edge) { larger[std::min(edge.a, edge.b)].push_back(std::max(edge.a, edge.b)); });
  std::vector<Edge> rest;
  std::vector<bool> taken(nodes);
  for (NodeId a = 0; a < nodes; ++a) {
    for (NodeId b : larger[a]) taken[b] = true;
    for (NodeId b = a + 1; b < nodes; ++b)
      if (!taken[b]) rest.push_back({a, b});
    for (NodeId b : larger[a]) taken[b] = false;
  }
  return {nodes, of.known(), std::move(rest)};
}

}  // namespace

EdgeStream random_regular_edges(const RandomRegularSpec& spec) {
  check(spec);
  if (spec.degree == spec.nodes - 1) return complete_edges(spec.nodes);
  // Switches need room: above half of all pairs the missing edges are drawn instead.
  const bool dense = spec.degree > (spec.nodes - 1) / 2;
  RandomRegularSpec drawn = spec;
  if (dense) drawn.degree = spec.nodes - 1 - spec.degree;
  for (std::uint32_t attempt = 0; attempt < 1000; ++attempt) {
    RandomSequence random(spec.seed, {.stream = Stream::graph, .trial = attempt});
    if (spec.degree == 2) return random_ring(spec, random);
    Pairing pairing(drawn, random);
    // Throwing bad pairings away is exactly uniform, and affordable where exp((degree^2 - 1) / 4) tries are.
    const bool by_rejection = drawn.degree <= 4 && spec.nodes <= 1000 && attempt < 500;
    if (by_rejection ? !pairing.is_simple() : !pairing.repair()) continue;
    EdgeStream edges = of_pairing(drawn, pairing.take_partners());
    if (dense) edges = complement(edges);
    if (is_connected(edges)) return edges;
  }
  throw InvalidInput({"graph.degree", std::to_string(spec.degree), "no connected graph in 1000 tries"});
}

Graph random_regular_graph(const RandomRegularSpec& spec) {
  return Graph(random_regular_edges(spec));
}

}  // namespace sotto
