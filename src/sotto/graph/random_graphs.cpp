// SPDX-License-Identifier: MIT
// Erdos-Renyi graphs, connected by rejection (work in proportion to the edges, not to the pairs), and preferential
// attachment, where a node with many neighbours gets more of them.
#include <algorithm>
#include <cmath>
#include <string>
#include <utility>

#include "sotto/graph/components.hpp"
#include "sotto/graph/topologies.hpp"
#include "sotto/input/invalid_input.hpp"
#include "sotto/random/elementary.hpp"
#include "sotto/random/uniform.hpp"

namespace sotto {
namespace {

/// ln(1 - p) for 0 < p < 1; below 1/4 by 2 atanh(s), s = -p / (2 - p), because 1 - p would lose p's digits.
double log_of_complement(double p) {
  if (p > 0.25) return portable_log(1.0 - p);
  const double s = -p / (2.0 - p);
  double tail = 1.0 / 21;
  for (int odd = 19; odd >= 3; odd -= 2) tail = tail * (s * s) + 1.0 / odd;
  return 2.0 * s + 2.0 * s * (s * s) * tail;
}

/// Pairs (a, b) with b < a are numbered row by row. The gap to the next edge is geometric: floor(ln u / ln(1 - p)).
void draw_edges(const ErdosRenyiSpec& spec, std::uint32_t attempt, const EdgeStream::Visitor& visit) {
  RandomSequence random(spec.seed, {.stream = Stream::graph, .trial = attempt, .node = 1});
  const double log_complement = log_of_complement(spec.edge_probability);
  const std::uint64_t pair_count = std::uint64_t{spec.nodes} * (spec.nodes - 1) / 2;
  const auto pairs = static_cast<double>(pair_count);
  std::uint64_t a = 1, b = 0;  // the next pair that may be an edge
  for (;;) {
    const double gap = portable_log(1.0 - random.uniform()) / log_complement;
    if (!(gap < pairs)) return;
    for (b += static_cast<std::uint64_t>(gap); b >= a && a < spec.nodes; ++a) b -= a;
    if (a >= spec.nodes) return;
    visit({static_cast<NodeId>(b), static_cast<NodeId>(a)});
    ++b;
  }
}

/// Where about half of all graphs are connected: the expected number of lonely nodes, N (1-p)^(N-1), is ln 2.
double sufficient_probability(NodeId nodes) {
  const double n = nodes;
  return std::min(1.0, -std::expm1(std::log(std::log(2.0) / n) / (n - 1.0)));
}

void check(const ErdosRenyiSpec& spec) {
  const double p = spec.edge_probability;
  if (!(p > 0.0 && p <= 1.0))
    throw InvalidInput({"graph.edge_probability", show(p), "must be larger than 0 and at most 1"});
  if (spec.nodes == 0) throw InvalidInput({"graph.nodes", "0", "must be at least 1"});
  const double mean = p * 0.5 * spec.nodes * (spec.nodes - 1.0);
  if (mean + 6.0 * std::sqrt(mean) > static_cast<double>(Graph::most_edges))
    throw InvalidInput({"graph.edge_probability", show(p),
                        "would make about " + show(std::round(mean)) + " edges; at most " +
                            std::to_string(Graph::most_edges) + " are supported"});
}

void check(const BarabasiAlbertSpec& spec) {
  const auto refuse = [&](const char* rule) {
    throw InvalidInput({"graph.attachments", std::to_string(spec.attachments),
                        std::string(rule) + " (graph.nodes = " + std::to_string(spec.nodes) + ")"});
  };
  if (spec.nodes < 2) throw InvalidInput({"graph.nodes", std::to_string(spec.nodes), "must be at least 2"});
  if (spec.attachments == 0) refuse("must be at least 1");
  if (spec.attachments >= spec.nodes) refuse("must be smaller than the number of nodes");
  if (std::uint64_t{spec.nodes} * spec.attachments > Graph::most_edges) refuse("would make too many edges");
}

}  // namespace

EdgeStream erdos_renyi_edges(const ErdosRenyiSpec& spec) {
  check(spec);
  if (spec.nodes == 1 || spec.edge_probability == 1.0) return complete_edges(spec.nodes);
  const auto draw = [&](std::uint32_t attempt) {  // drawn again whenever it is heard: nothing is held
    return EdgeStream(spec.nodes, {.family = GraphFamily::erdos_renyi},
                      [spec, attempt](const EdgeStream::Visitor& visit) { draw_edges(spec, attempt, visit); });
  };
  if (const auto found = first_connected(spec.nodes, draw)) return *found;
  throw InvalidInput({"graph.edge_probability", show(spec.edge_probability),
                      "no connected graph in " + std::to_string(connection_tries(spec.nodes)) + " tries; with " +
                          std::to_string(spec.nodes) + " nodes about half of all graphs are connected at " +
                          two_digits_from_above(sufficient_probability(spec.nodes))});
}

Graph erdos_renyi_graph(const ErdosRenyiSpec& spec) {
  return Graph(erdos_renyi_edges(spec));
}

EdgeStream barabasi_albert_edges(const BarabasiAlbertSpec& spec) {
  check(spec);
  RandomSequence random(spec.seed, {.stream = Stream::graph, .node = 4});
  std::vector<Edge> edges;
  edges.reserve(std::size_t{spec.nodes} * spec.attachments);
  for (NodeId a = 0; a <= spec.attachments; ++a)
    for (NodeId b = a + 1; b <= spec.attachments; ++b) edges.push_back({a, b});
  std::vector<NodeId> chosen_by(spec.nodes);  // the last node that chose this one
  for (NodeId i = spec.attachments + 1; i < spec.nodes; ++i) {
    const std::uint64_t ends = 2 * edges.size();  // a node is the end of as many edges as it has neighbours
    for (NodeId count = 0; count < spec.attachments;) {
      const std::uint64_t end = random.below(ends);
      const NodeId j = end % 2 == 0 ? edges[end / 2].a : edges[end / 2].b;
      if (chosen_by[j] == i) continue;
      chosen_by[j] = i;
      edges.push_back({j, i});
      ++count;
    }
  }
  return {spec.nodes, {.family = GraphFamily::barabasi_albert}, std::move(edges)};
}

Graph barabasi_albert_graph(const BarabasiAlbertSpec& spec) {
  return Graph(barabasi_albert_edges(spec));
}

}  // namespace sotto
