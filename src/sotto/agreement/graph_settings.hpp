// SPDX-License-Identifier: MIT
// The section [graph] of a configuration: who talks to whom, with which weights.
#pragma once

#include <cstdint>
#include <string>
#include <variant>
#include <vector>

#include "sotto/agreement/listed_graph.hpp"
#include "sotto/graph/weight_rules.hpp"
#include "sotto/input/closed_set.hpp"
#include "sotto/settings/reader.hpp"

namespace sotto {

enum class GraphKind {
  erdos_renyi,
  complete,
  ring,
  path,
  star,
  grid,
  torus,
  hypercube,
  random_regular,
  watts_strogatz,
  barabasi_albert,
  random_geometric,
  static_exponential,
  expander,
  edges,
  file
};
constexpr Names<16> names_of(GraphKind) {
  return {"erdos-renyi",
          "complete",
          "ring",
          "path",
          "star",
          "grid",
          "torus",
          "hypercube",
          "random-regular",
          "watts-strogatz",
          "barabasi-albert",
          "random-geometric",
          "static-exponential",
          "expander",
          "edges",
          "file"};
}

/// Weights that no rule makes.
enum class GivenWeights { listed, file };
constexpr Names<2> names_of(GivenWeights) {
  return {"listed", "file"};
}

using GraphWeights = std::variant<GivenWeights, WeightRule>;
std::string_view name_of(const GraphWeights& weights);

struct GraphSettings {
  GraphKind kind = GraphKind::erdos_renyi;
  NodeId nodes = 0;  ///< 0, for kind = "file" and "edges" alone: as many as they name
  double edge_probability = 0;
  NodeId degree = 0;
  double rewiring = 0;
  NodeId attachments = 0;
  double radius = 0;
  std::string file = {};  ///< edge list or adjacency matrix, for kind = "file"; empty: where weights_file is not 0
  GraphWeights weights = WeightRule::paper;
  std::string weights_file = {};                  ///< a matrix, for weights = "file"
  std::vector<Edge> edges = {};                   ///< for kind = "edges"
  std::vector<ListedWeight> listed_weights = {};  ///< for weights = "listed"

  bool has_weights(GivenWeights given) const { return weights == GraphWeights(given); }
  bool counts_itself() const { return kind == GraphKind::file || kind == GraphKind::edges; }
  bool names_a_file() const { return kind == GraphKind::file || has_weights(GivenWeights::file); }
};

/// Whether another seed draws another graph, with weights that follow from it.
bool is_random(const GraphSettings& graph);

/// Faults stay with the reader.
GraphSettings read_graph(Reader& reader);
std::string graph_toml(GraphSettings graph);
std::string graph_sample();

/// The graph and the weights that the settings ask for.
Graph make_graph(const GraphSettings& settings, std::uint64_t seed);
WeightMatrix make_weights(const GraphSettings& settings, const Graph& graph);

/// The same graph and weights, which stand in the settings themselves where they stood in a file.
GraphSettings without_files(const GraphSettings& settings, std::uint64_t seed);

}  // namespace sotto
