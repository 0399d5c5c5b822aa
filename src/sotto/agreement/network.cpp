// SPDX-License-Identifier: MIT
// The graph and the weights that a configuration asks for.
#include <cmath>
#include <stdexcept>

#include "sotto/agreement/graph_settings.hpp"
#include "sotto/graph/graph_file.hpp"
#include "sotto/graph/topologies.hpp"
#include "sotto/input/invalid_input.hpp"

namespace sotto {
namespace {

/// The most square rows x columns with the wanted number of nodes.
GridShape most_square(NodeId nodes) {
  auto rows = static_cast<NodeId>(std::sqrt(static_cast<double>(nodes)));
  while (rows > 1 && nodes % rows != 0) --rows;
  return {.rows = std::max<NodeId>(rows, 1), .columns = nodes / std::max<NodeId>(rows, 1)};
}

GridShape torus_shape(NodeId nodes) {
  const GridShape shape = most_square(nodes);
  if (shape.rows < 3)
    throw InvalidInput({"graph.nodes", std::to_string(nodes), "a torus has rows times columns nodes, both at least 3"});
  return shape;
}

NodeId side_of_square(NodeId nodes) {
  const auto side = static_cast<NodeId>(std::sqrt(static_cast<double>(nodes)));  // exact for squares below 2^52
  if (side * side != nodes)
    throw InvalidInput({"graph.nodes", std::to_string(nodes),
                        "an expander has a square number of nodes, such as " + std::to_string(side * side) + " or " +
                            std::to_string((side + 1) * (side + 1))});
  return side;
}

NodeId binary_logarithm(NodeId nodes) {
  NodeId exponent = 0;
  while ((NodeId{2} << exponent) <= nodes && exponent < 30) ++exponent;
  if ((NodeId{1} << exponent) != nodes)
    throw InvalidInput({"graph.nodes", std::to_string(nodes), "a hypercube has a power of two of nodes"});
  return exponent;
}

}  // namespace

EdgeStream make_edges(const GraphSettings& g, std::uint64_t seed) {
  switch (g.kind) {
    case GraphKind::erdos_renyi:
      break;
    case GraphKind::complete:
      return complete_edges(g.nodes);
    case GraphKind::ring:
      return ring_edges(g.nodes);
    case GraphKind::path:
      return path_edges(g.nodes);
    case GraphKind::star:
      return star_edges(g.nodes);
    case GraphKind::grid:
      return grid_edges(most_square(g.nodes));
    case GraphKind::torus:
      return torus_edges(torus_shape(g.nodes));
    case GraphKind::hypercube:
      return hypercube_edges(binary_logarithm(g.nodes));
    case GraphKind::random_regular:
      return random_regular_edges({.nodes = g.nodes, .degree = g.degree, .seed = seed});
    case GraphKind::watts_strogatz:
      return watts_strogatz_edges({.nodes = g.nodes, .degree = g.degree, .rewiring = g.rewiring, .seed = seed});
    case GraphKind::barabasi_albert:
      return barabasi_albert_edges({.nodes = g.nodes, .attachments = g.attachments, .seed = seed});
    case GraphKind::random_geometric:
      return random_geometric_edges({.nodes = g.nodes, .radius = g.radius, .seed = seed});
    case GraphKind::static_exponential:
      return static_exponential_edges(g.nodes);
    case GraphKind::expander:
      return expander_edges(side_of_square(g.nodes));
    case GraphKind::edges:
    case GraphKind::file:
      throw std::logic_error("a graph that is given has no generator");
  }
  return erdos_renyi_edges({.nodes = g.nodes, .edge_probability = g.edge_probability, .seed = seed});
}

Graph make_graph(const GraphSettings& g, std::uint64_t seed) {
  const std::optional<NodeId> nodes = g.nodes == 0 ? std::nullopt : std::optional(g.nodes);
  if (g.kind == GraphKind::edges) return graph_of_edges(g.edges, nodes);
  if (g.kind == GraphKind::file)
    return g.file.empty() ? read_graph_of_weights(g.weights_file, nodes) : read_graph_file(g.file, nodes);
  return Graph(make_edges(g, seed));
}

WeightMatrix make_weights(const GraphSettings& settings, const Graph& graph) {
  if (settings.has_weights(GivenWeights::file)) return read_weights_file(settings.weights_file, graph);
  if (settings.has_weights(GivenWeights::listed)) return weights_as_listed(graph, settings.listed_weights);
  return make_weights(graph, std::get<WeightRule>(settings.weights));
}

GraphSettings without_files(const GraphSettings& settings, std::uint64_t seed) {
  if (!settings.names_a_file()) return settings;
  const Graph graph = make_graph(settings, seed);
  GraphSettings listed = settings;
  if (settings.kind == GraphKind::file) {
    listed.kind = GraphKind::edges;
    listed.edges = edges_of(graph);
  }
  if (settings.has_weights(GivenWeights::file)) {
    listed.weights = GivenWeights::listed;
    listed.listed_weights = listed_weights_of(make_weights(settings, graph));
  }
  listed.file = listed.weights_file = "";
  return listed;
}

}  // namespace sotto
