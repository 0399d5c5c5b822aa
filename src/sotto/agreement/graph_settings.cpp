// SPDX-License-Identifier: MIT
#include "sotto/agreement/graph_settings.hpp"

#include <algorithm>

#include "sotto/settings/field_reader.hpp"
#include "sotto/settings/field_writer.hpp"

namespace sotto {
namespace {

constexpr std::int64_t most_nodes = 100'000'000;

const auto all_graph_weights = [] {
  std::array<GraphWeights, all_of<GivenWeights>.size() + all_of<WeightRule>.size()> all{};
  std::copy(all_of<GivenWeights>.begin(), all_of<GivenWeights>.end(), all.begin());
  std::copy(all_of<WeightRule>.begin(), all_of<WeightRule>.end(), all.begin() + all_of<GivenWeights>.size());
  return all;
}();

/// A list that is given holds something.
template <class List, class Visitor>
void list_field(Visitor& v, const char* key, List& list, std::optional<List> (*list_in)(const std::string&),
                const char* rule, FieldNotes notes) {
  const auto read = [&](const std::string& text, List& into) -> std::string {
    std::optional<List> found = list_in(text);
    if (!found) return rule;
    into = std::move(*found);
    return "";
  };
  notes.written = !list.empty();  // older configurations read back with the same bytes
  v.spelled(
      key, list, read, [](const List& all) { return text_of(all); }, notes);
}

template <class Visitor>
void graph_fields(Visitor& v, GraphSettings& graph) {
  v.choice("kind", graph.kind, GraphKind::erdos_renyi, all_of<GraphKind>,
           {.says = "who talks to whom: erdos-renyi, complete, ring, path, star, grid, torus, hypercube,\n"
                    "random-regular, watts-strogatz, barabasi-albert, random-geometric,\n"
                    "static-exponential, expander, edges, file",
            .set = true});
  v.whole("nodes", graph.nodes, graph.counts_itself() ? 0 : 10, {1, most_nodes},
          {.says = "how many; leave it out with kind = \"edges\" or \"file\" to have as many as they name",
           .set = true,
           .written = graph.nodes != 0,
           .usually = "10; of edges and files as many as they name"});
  v.real("edge_probability", graph.edge_probability, 0.6, within({0, 1}),
         {.says = "erdos-renyi: how likely each edge is", .set = true});
  v.whole("degree", graph.degree, 4, {1, most_nodes},
          {.says = "neighbours of each node: random-regular; watts-strogatz before rewiring"});
  v.real("rewiring", graph.rewiring, 0.1, within({0, 1}),
         {.says = "watts-strogatz: the probability that an edge gets a random end"});
  v.whole("attachments", graph.attachments, 2, {1, most_nodes},
          {.says = "barabasi-albert: neighbours that each new node chooses"});
  v.real("radius", graph.radius, 0.5, within({0, 2}),
         {.says = "random-geometric: points of the unit square this near are joined"});
  v.text("file", graph.file,
         {.says = "kind = \"file\": two node numbers a line, from 0; or a 0/1 matrix: .csv, .npy, .mtx;\n"
                  "without it the graph is where weights_file is not 0",
          .shown = "\"edges.txt\""});
  v.choice("weights", graph.weights, GraphWeights(WeightRule::paper), all_graph_weights,
           {.says = "how much a node hears of each neighbour: paper, metropolis, max-degree, lazy-metropolis,\n"
                    "lazy-max-degree, best-constant, listed, file",
            .set = true});
  v.text("weights_file", graph.weights_file,
         {.says = "weights = \"file\": N lines of N numbers; .npy and .mtx are read too", .shown = "\"w.csv\""});
  list_field(v, "edges", graph.edges, edges_in, edges_rule,
             {.says = "kind = \"edges\": the edges themselves, nodes numbered from 0",
              .shown = "\"0-1 1-2\"",
              .after = "radius"});
  list_field(v, "listed_weights", graph.listed_weights, listed_weights_in, listed_weights_rule,
             {.says = "weights = \"listed\": of edges, and of nodes themselves",
              .shown = "\"0-0:0.5 0-1:0.5 1-1:0.5\"",
              .after = "weights"});
}

void refuse_what_is_missing(Reader& reader, const GraphSettings& graph) {
  if (graph.kind == GraphKind::edges && !reader.has("graph.edges"))
    reader.refuse("graph.edges", "is required when graph.kind is \"edges\"");
  if (graph.has_weights(GivenWeights::listed) && !reader.has("graph.listed_weights"))
    reader.refuse("graph.listed_weights", "is required when graph.weights is \"listed\"");
  if (graph.has_weights(GivenWeights::file) && graph.weights_file.empty())
    reader.refuse("graph.weights_file", "is required when graph.weights is \"file\"");
  if (graph.kind == GraphKind::file && graph.file.empty() && !graph.has_weights(GivenWeights::file))
    reader.refuse("graph.file", "is required when graph.kind is \"file\", unless graph.weights_file gives the graph");
}

}  // namespace

std::string_view name_of(const GraphWeights& weights) {
  return std::visit([](auto chosen) -> std::string_view { return name_of(chosen); }, weights);
}

bool is_random(const GraphSettings& graph) {
  switch (graph.kind) {
    case GraphKind::erdos_renyi:
    case GraphKind::random_regular:
    case GraphKind::watts_strogatz:
    case GraphKind::barabasi_albert:
    case GraphKind::random_geometric:
      return std::holds_alternative<WeightRule>(graph.weights);
    default:
      return false;
  }
}

GraphSettings read_graph(Reader& reader) {
  GraphSettings graph;
  FieldReader fields(reader, "graph");
  graph_fields(fields, graph);
  refuse_what_is_missing(reader, graph);
  return graph;
}

std::string graph_toml(GraphSettings graph) {
  FieldWriter fields;
  graph_fields(fields, graph);
  return "\n[graph]\n" + fields.lines();
}

DocumentedSection graph_document() {
  GraphSettings graph;
  FieldDocument fields("graph");
  graph_fields(fields, graph);
  return fields.section();
}

}  // namespace sotto
