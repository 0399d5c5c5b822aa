// SPDX-License-Identifier: MIT
// The section [graph] of a configuration: who talks to whom, with which weights.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <variant>
#include <vector>

#include "sotto/graph/edge_stream.hpp"
#include "sotto/graph/weight_matrix.hpp"
#include "sotto/graph/weight_rules.hpp"
#include "sotto/input/closed_set.hpp"
#include "sotto/settings/field_document.hpp"
#include "sotto/settings/reader.hpp"

namespace sotto {

// A graph and its weights as texts: "0-1 1-2" and "0-0:0.5 0-1:0.5 1-1:0.5". Manifests have no other way to give a
// graph of one's own, since they name no files.

/// W[i][j] = W[j][i]; of a node's own weight i = j.
struct ListedWeight {
  Edge at;
  double weight;
};

inline constexpr const char* edges_rule = "must be edges with blanks between them, such as \"0-1 1-2\"";
inline constexpr const char* listed_weights_rule =
    "must be weights of edges and of nodes themselves, such as \"0-0:0.5 0-1:0.5 1-1:0.5\"";

/// Nothing where the text is something else.
std::optional<std::vector<Edge>> edges_in(const std::string& text);
std::optional<std::vector<ListedWeight>> listed_weights_in(const std::string& text);

/// Read back as the same.
std::string text_of(const std::vector<Edge>& edges);
std::string text_of(const std::vector<ListedWeight>& weights);

std::vector<Edge> edges_of(const Graph& graph);
std::vector<ListedWeight> listed_weights_of(const WeightMatrix& weights);

/// Without `nodes` there are as many as the largest number says.
Graph graph_of_edges(const std::vector<Edge>& edges, std::optional<NodeId> nodes);
/// Refuses a weight without an edge and one that is given twice; WeightMatrix refuses the rest.
WeightMatrix weights_as_listed(const Graph& graph, const std::vector<ListedWeight>& listed);

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
DocumentedSection graph_document();

/// The edges of a graph that has a generator, which is every one that does not count itself.
EdgeStream make_edges(const GraphSettings& settings, std::uint64_t seed);
/// The graph and the weights that the settings ask for.
Graph make_graph(const GraphSettings& settings, std::uint64_t seed);
WeightMatrix make_weights(const GraphSettings& settings, const Graph& graph);

/// The same graph and weights, which stand in the settings themselves where they stood in a file.
GraphSettings without_files(const GraphSettings& settings, std::uint64_t seed);

}  // namespace sotto
