// SPDX-License-Identifier: MIT
// The section [graph] of a configuration.
#include "sotto/experiment/graph_settings.hpp"

#include <algorithm>
#include <array>

#include "sotto/graph/weight_rules.hpp"

namespace sotto {
namespace {

constexpr std::int64_t most_nodes = 100'000'000;

void read_lists(Reader& reader, GraphSettings& graph) {
  const auto read = [&](const char* key, const auto& list_in, const char* rule, auto& list) {
    const std::optional<std::string> text = reader.optional_text(key);
    if (!text) return;
    if (auto found = list_in(*text))
      list = std::move(*found);
    else
      reader.refuse(key, rule);
  };
  read("graph.edges", edges_in, edges_rule, graph.edges);
  read("graph.listed_weights", listed_weights_in, listed_weights_rule, graph.listed_weights);
  if (graph.kind == "edges" && !reader.has("graph.edges"))
    reader.refuse("graph.edges", "is required when graph.kind is \"edges\"");
  if (graph.weights == "listed" && !reader.has("graph.listed_weights"))
    reader.refuse("graph.listed_weights", "is required when graph.weights is \"listed\"");
}

}  // namespace

bool is_random(const GraphSettings& graph) {
  constexpr std::array random_kinds{"erdos-renyi", "random-regular", "watts-strogatz", "barabasi-albert",
                                    "random-geometric"};
  return std::find(random_kinds.begin(), random_kinds.end(), graph.kind) != random_kinds.end() &&
         graph.weights != "file" && graph.weights != "listed";
}

GraphSettings read_graph(Reader& reader) {
  GraphSettings graph;
  graph.kind = reader.choice_or(
      "graph.kind", "erdos-renyi",
      {"erdos-renyi", "complete", "ring", "path", "star", "grid", "torus", "hypercube", "random-regular",
       "watts-strogatz", "barabasi-albert", "random-geometric", "static-exponential", "expander", "edges", "file"});
  const bool counts_itself = graph.kind == "file" || graph.kind == "edges";
  graph.nodes = static_cast<NodeId>(reader.integer_or("graph.nodes", counts_itself ? 0 : 10, {1, most_nodes}));
  graph.edge_probability = reader.real_or("graph.edge_probability", 0.6, within({0, 1}));
  graph.degree = static_cast<NodeId>(reader.integer_or("graph.degree", 4, {1, most_nodes}));
  graph.rewiring = reader.real_or("graph.rewiring", 0.1, within({0, 1}));
  graph.attachments = static_cast<NodeId>(reader.integer_or("graph.attachments", 2, {1, most_nodes}));
  graph.radius = reader.real_or("graph.radius", 0.5, within({0, 2}));
  graph.file = reader.text_or("graph.file", "");
  std::vector<std::string> rules{"listed", "file"};
  for (const WeightRule rule : all_weight_rules) rules.emplace_back(name_of(rule));
  graph.weights = reader.choice_or("graph.weights", "paper", rules);
  graph.weights_file = reader.text_or("graph.weights_file", "");
  read_lists(reader, graph);
  if (graph.weights == "file" && graph.weights_file.empty())
    reader.refuse("graph.weights_file", "is required when graph.weights is \"file\"");
  if (graph.kind == "file" && graph.file.empty() && graph.weights != "file")
    reader.refuse("graph.file", "is required when graph.kind is \"file\", unless graph.weights_file gives the graph");
  return graph;
}

}  // namespace sotto
