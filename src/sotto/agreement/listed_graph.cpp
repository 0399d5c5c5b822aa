// SPDX-License-Identifier: MIT
// A graph and its weights as texts of a configuration.
#include <algorithm>
#include <map>
#include <sstream>

#include "sotto/agreement/graph_settings.hpp"
#include "sotto/input/invalid_input.hpp"
#include "sotto/input/number_text.hpp"

namespace sotto {
namespace {

/// "3-4"
std::optional<Edge> edge_in(std::string_view text) {
  const std::size_t dash = text.find('-');
  if (dash == text.npos) return std::nullopt;
  const auto a = number_of_text<NodeId>(text.substr(0, dash)), b = number_of_text<NodeId>(text.substr(dash + 1));
  if (!a || !b) return std::nullopt;
  return Edge{std::min(*a, *b), std::max(*a, *b)};
}

/// "3-4:0.25"
std::optional<ListedWeight> weight_in(std::string_view text) {
  const std::size_t colon = text.find(':');
  if (colon == text.npos) return std::nullopt;
  const auto at = edge_in(text.substr(0, colon));
  const auto weight = number_of_text<double>(text.substr(colon + 1));
  if (!at || !weight) return std::nullopt;
  return ListedWeight{*at, *weight};
}

template <class One, class Read>
std::optional<std::vector<One>> all_in(const std::string& text, const Read& read) {
  std::istringstream words(text);
  std::vector<One> all;
  for (std::string word; words >> word;) {
    const std::optional<One> one = read(word);
    if (!one) return std::nullopt;
    all.push_back(*one);
  }
  return all.empty() ? std::nullopt : std::optional(all);
}

std::string pair_text(Edge at) {
  return std::to_string(at.a) + "-" + std::to_string(at.b);
}

}  // namespace

std::optional<std::vector<Edge>> edges_in(const std::string& text) {
  return all_in<Edge>(text, edge_in);
}

std::optional<std::vector<ListedWeight>> listed_weights_in(const std::string& text) {
  return all_in<ListedWeight>(text, weight_in);
}

std::string text_of(const std::vector<Edge>& edges) {
  std::string text;
  for (const Edge& edge : edges) text += (text.empty() ? "" : " ") + pair_text(edge);
  return text;
}

std::string text_of(const std::vector<ListedWeight>& weights) {
  std::string text;
  for (const auto& [at, weight] : weights) text += (text.empty() ? "" : " ") + pair_text(at) + ":" + show(weight);
  return text;
}

std::vector<Edge> edges_of(const Graph& graph) {
  std::vector<Edge> edges;
  for (NodeId i = 0; i < graph.node_count(); ++i)
    for (const NodeId j : graph.neighbours(i))
      if (i < j) edges.push_back({i, j});
  return edges;
}

std::vector<ListedWeight> listed_weights_of(const WeightMatrix& weights) {
  std::vector<ListedWeight> listed;
  for (NodeId i = 0; i < weights.node_count(); ++i) {
    const WeightMatrix::Row row = weights.row(i);
    for (std::size_t k = 0; k < row.columns.size(); ++k)
      if (i <= row.columns[k]) listed.push_back({{i, row.columns[k]}, row.weights[k]});
  }
  return listed;
}

Graph graph_of_edges(const std::vector<Edge>& edges, std::optional<NodeId> nodes) {
  NodeId named = 0;
  for (const Edge& edge : edges) named = std::max(named, edge.b + 1);
  return {nodes.value_or(named), edges};
}

WeightMatrix weights_as_listed(const Graph& graph, const std::vector<ListedWeight>& listed) {
  std::map<std::pair<NodeId, NodeId>, double> given;
  for (const auto& [at, weight] : listed)
    if (!given.emplace(std::pair(at.a, at.b), weight).second)
      throw InvalidInput({"graph.listed_weights", pair_text(at), "is given twice"});
  std::vector<double> weights;
  std::size_t used = 0;
  for (NodeId i = 0; i < graph.node_count(); ++i) {
    std::vector<NodeId> columns(graph.neighbours(i).begin(), graph.neighbours(i).end());
    columns.insert(std::upper_bound(columns.begin(), columns.end(), i), i);
    for (const NodeId j : columns) {
      const auto found = given.find({std::min(i, j), std::max(i, j)});
      weights.push_back(found == given.end() ? 0.0 : found->second);
      used += found != given.end() && i <= j ? 1 : 0;
    }
  }
  if (used != given.size())
    throw InvalidInput({"graph.listed_weights", std::to_string(given.size() - used) + " of them",
                        "a weight must be of an edge of the graph, or of a node itself"});
  return {graph, std::move(weights)};
}

}  // namespace sotto
