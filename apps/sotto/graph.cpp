// SPDX-License-Identifier: MIT
// sotto graph: describes a graph and its weights, and draws it.
#include "command.hpp"
#include "output.hpp"
#include "sotto/agreement/data_settings.hpp"
#include "sotto/report/plan/graph_report.hpp"
#include "sotto/report/plan/graph_svg.hpp"
#include "sotto/simulation/comparison/scenario.hpp"
#include "sotto/workers/worker_pool.hpp"
#include "terminal.hpp"

namespace sotto::app {
namespace {

void describe_graph(Command& command) {
  command.takes_configuration(Command::File::optional);
  command.takes_setting("--kind", "graph.kind", names_in_words(all_of<GraphKind>));
  command.takes_setting("--nodes", "graph.nodes", "number of nodes");
  command.takes_setting("--edge-probability", "graph.edge_probability", "for erdos-renyi");
  command.takes_setting("--degree", "graph.degree", "for random-regular and watts-strogatz");
  command.takes_setting("--rewiring", "graph.rewiring", "probability, for watts-strogatz");
  command.takes_setting("--attachments", "graph.attachments", "neighbours of a new node, for barabasi-albert");
  command.takes_setting("--radius", "graph.radius", "in the unit square, for random-geometric");
  command.takes_setting("--file", "graph.file",
                        "for kind file: an edge list, or an adjacency matrix (.csv, .npy, .mtx)", Command::Names::file);
  command.takes_setting("--weights", "graph.weights", "weight rule, listed or file");
  command.takes_setting("--weights-file", "graph.weights_file", "for weights file: a matrix (.csv, .npy, .mtx)",
                        Command::Names::file);
  command.takes_setting("--seed", "run.seed", "seed of a random graph");
  command.takes_switch("--exact", "find beta by an iteration that converges, where it would be a bound: from " +
                                      std::to_string(smallest_bounded_size) + " nodes on");
  command.takes_setting("--svg", "graph.svg", "draw it into this new file (up to 400 nodes); - is stdout",
                        Command::Names::new_file);
}

/// Kept by the weights; all that is printed asks for it.
void find_beta(const WeightMatrix& weights, bool exactly, unsigned threads) {
  constexpr NodeId fewest_for_thread = 4096;
  WorkerPool pool(thread_count(threads, weights.node_count() / fewest_for_thread));
  exactly ? weights.exact_mixing_rate(pool) : weights.mixing_rate(pool);
}

ExitCode graph(const Command& command) {
  std::vector<std::string> known = configuration_keys();
  known.emplace_back("graph.svg");
  const Settings given = command.settings(known);
  Reader reader(given);
  const GraphSettings settings = read_graph(reader);
  const RunSettings run = read_run(reader, false);
  const std::string svg = reader.text_or("graph.svg", "");
  if (given.find("graph.svg") != nullptr && svg.empty())
    reader.refuse("graph.svg", "must name a file, or - for stdout");
  if (svg == "-" && command.json()) reader.refuse("graph.svg", "stdout holds one answer: without --json, or to a file");
  for (const std::string& key : known) reader.note_known(key);
  for (const auto& [node, table] : node_tables(reader))
    for (const std::string& key : reader.names_within(table)) reader.note_known(table + "." + key);
  reader.finish();
  std::optional<Waiting> waiting(std::in_place, command.quiet(), "making the graph, its weights and beta");
  const Graph made = make_graph(settings, run.seed);
  if (!svg.empty()) refuse_too_large_for_svg(made);
  const WeightMatrix weights = make_weights(settings, made);
  find_beta(weights, command.is_on("--exact"), run.threads);
  waiting.reset();
  if (!svg.empty() && svg != "-") write_new({.key = "graph.svg", .path = svg}, graph_svg(settings, made, weights));
  if (svg == "-")
    print(graph_svg(settings, made, weights));
  else
    print(command.json() ? graph_json(settings, made, weights) : fitted(graph_text(settings, made, weights)));
  return ok;
}

}  // namespace

const Subcommand graph_command{"graph", "describe a graph and its weights", describe_graph, graph};

}  // namespace sotto::app
