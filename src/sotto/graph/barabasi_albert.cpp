// SPDX-License-Identifier: MIT
// Preferential attachment: a node with many neighbours gets more of them.
#include <string>

#include "sotto/graph/topologies.hpp"
#include "sotto/input/invalid_input.hpp"
#include "sotto/random/uniform.hpp"

namespace sotto {
namespace {

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

Graph barabasi_albert_graph(const BarabasiAlbertSpec& spec) {
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
  return {spec.nodes, edges, {.family = "barabasi-albert"}};
}

}  // namespace sotto
