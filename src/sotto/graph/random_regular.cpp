// SPDX-License-Identifier: MIT
// Random regular graphs: half-edges are paired at random, and the few loops and double edges are switched
// away.
#include <algorithm>
#include <numeric>
#include <string>
#include <utility>

#include "sotto/graph/components.hpp"
#include "sotto/graph/pairing.hpp"
#include "sotto/graph/topologies.hpp"
#include "sotto/input/invalid_input.hpp"
#include "sotto/random/uniform.hpp"

namespace sotto {
namespace {

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

/// A connected graph of degree 2 is a ring; random labels make it uniform, where pairing would nearly always
/// fail.
Graph random_ring(const RandomRegularSpec& spec, RandomSequence& random) {
  std::vector<NodeId> order(spec.nodes);
  std::iota(order.begin(), order.end(), NodeId{0});
  shuffle(order, random);
  std::vector<Edge> edges;
  for (NodeId k = 0; k < spec.nodes; ++k) edges.push_back({order[k], order[(k + std::size_t{1}) % spec.nodes]});
  return {spec.nodes, edges, ring_graph(spec.nodes).known()};
}

std::vector<Edge> complement(NodeId nodes, const std::vector<Edge>& edges) {
  std::vector<std::vector<NodeId>> larger(nodes);
  for (const Edge& edge : edges) larger[std::min(edge.a, edge.b)].push_back(std::max(edge.a, edge.b));
  std::vector<Edge> rest;
  std::vector<bool> taken(nodes);
  for (NodeId a = 0; a < nodes; ++a) {
    for (NodeId b : larger[a]) taken[b] = true;
    for (NodeId b = a + 1; b < nodes; ++b)
      if (!taken[b]) rest.push_back({a, b});
    for (NodeId b : larger[a]) taken[b] = false;
  }
  return rest;
}

}  // namespace

Graph random_regular_graph(const RandomRegularSpec& spec) {
  check(spec);
  if (spec.degree == spec.nodes - 1) return complete_graph(spec.nodes);
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
    std::vector<Edge> edges = dense ? complement(spec.nodes, pairing.edges()) : pairing.edges();
    if (is_connected(spec.nodes, edges)) return {spec.nodes, edges, {.family = "random-regular"}};
  }
  throw InvalidInput({"graph.degree", std::to_string(spec.degree), "no connected graph in 1000 tries"});
}

}  // namespace sotto
