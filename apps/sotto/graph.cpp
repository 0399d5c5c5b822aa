// SPDX-License-Identifier: MIT
// sotto graph: describes a graph and its weights.
#include "command.hpp"
#include "output.hpp"
#include "settings_options.hpp"
#include "sotto/experiment/scenario.hpp"
#include "sotto/report/json_report.hpp"
#include "sotto/report/text_report.hpp"

namespace sotto::app {
namespace {

struct GraphOptions : CommonOptions {
  explicit GraphOptions(CLI::App& command) : settings(command, SettingsOptions::File::optional) {
    add_common_options(command, *this);
    settings.add("--kind", "graph.kind", "erdos-renyi, complete, ring, path, star, grid, torus, hypercube, random-regular, file");
    settings.add("--nodes", "graph.nodes", "number of nodes");
    settings.add("--edge-probability", "graph.edge_probability", "for erdos-renyi");
    settings.add("--degree", "graph.degree", "for random-regular");
    settings.add("--file", "graph.file", "edge list, for kind file");
    settings.add("--weights", "graph.weights", "weight rule, or file");
    settings.add("--weights-file", "graph.weights_file", "CSV, for weights file");
    settings.add("--seed", "run.seed", "seed of a random graph");
  }
  SettingsOptions settings;
};

}  // namespace

Runner add_graph(CLI::App& program) {
  CLI::App* command = program.add_subcommand("graph", "describe a graph and its weights");
  auto options = std::make_shared<GraphOptions>(*command);
  return [options] {
    const Settings given = options->settings.collect(configuration_keys());
    Reader reader(given);
    const GraphSettings settings = read_graph(reader);
    const std::uint64_t seed = read_run(reader).seed;
    for (const std::string& key : configuration_keys()) reader.note_known(key);
    reader.finish();
    const Graph graph = make_graph(settings, seed);
    const WeightMatrix weights = make_weights(settings, graph);
    print(options->json ? graph_json(settings, graph, weights) : graph_text(settings, graph, weights));
    return ok;
  };
}

}  // namespace sotto::app
