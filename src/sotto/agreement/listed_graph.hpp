// SPDX-License-Identifier: MIT
// A graph and its weights as texts of a configuration: "0-1 1-2" and "0-0:0.5 0-1:0.5 1-1:0.5". Manifests have no other
// way to give a graph of one's own, since they name no files.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "sotto/graph/weight_matrix.hpp"

namespace sotto {

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

}  // namespace sotto
