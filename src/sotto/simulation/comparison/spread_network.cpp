// SPDX-License-Identifier: MIT
#include "sotto/simulation/comparison/spread_network.hpp"

#include <utility>

#include "sotto/graph/placed_graph.hpp"
#include "sotto/problem/mean_estimation.hpp"
#include "sotto/simulation/engine/node_sum.hpp"
#include "sotto/simulation/large_network/placed_spectrum.hpp"
#include "sotto/simulation/large_network/record_sums.hpp"
#include "sotto/workers/worker_pool.hpp"

namespace sotto {

std::string why_whole(const Configuration& configuration) {
  const GraphSettings& graph = configuration.graph;
  const RunSettings& run = configuration.run;
  if (graph.nodes < smallest_spread_network)
    return "it has fewer than " + std::to_string(smallest_spread_network) + " nodes";
  if (graph.counts_itself()) return "graph.kind = \"" + std::string(name_of(graph.kind)) + "\" gives its edges";
  if (!std::holds_alternative<WeightRule>(graph.weights)) return "graph.weights are given";
  if (configuration.data) return "records lie in files";
  const Domain domain = make_domain(configuration.problem);
  if (!std::holds_alternative<Box>(domain) && !std::holds_alternative<Ball>(domain))
    return "problem.domain is neither a box nor a ball";
  if (run.engine == EngineWish::reference) return "run.engine is the reference engine";
  if (run.randomness != Randomness::seeded) return "run.randomness is that of the system";
  if (run.noise_precision != NoisePrecision::full) return "run.noise_precision is single";
  if (configuration.privacy.on_lattice) return "privacy.mechanism is the lattice";
  if (!configuration.privacy.nodes.empty()) return "nodes have promises of their own";
  if (run.fresh == Fresh::graph) return "run.fresh draws a graph for every trial";
  if (run.baselines == BaselineSet::all) return "run.baselines asks for all of them";
  return "";
}

DescribedSpread spread_network(const GraphSettings& settings, std::uint64_t seed, Crew& crew, Ranks& ranks) {
  const PlacedGraph graph = place(make_edges(settings, seed), ranks);
  const PlacedSpectrum spectrum(graph, crew, ranks);
  const EdgeWeight weight = edge_weight(std::get<WeightRule>(settings.weights), spectrum.numbers());
  const auto weights = std::make_shared<const PlacedWeights>(graph, weight, spectrum.degrees(), crew);
  return {
      .network = {.weights = weights, .ranks = &ranks},
      .described = {.graph = Graph({.nodes = graph.nodes_in_all, .edges = graph.edges_in_all, .degrees = graph.degrees},
                                   graph.known),
                    .weights = WeightMatrix(graph.nodes_in_all, 2 * graph.edges_in_all + graph.nodes_in_all,
                                            spectrum.mixing_rate(*weights))}};
}

namespace {

NodesHere nodes_of(const SpreadNetwork& network, Crew& crew) {
  return {.count = network.weights->node_count(),
          .in_all = network.weights->nodes_in_all(),
          .crew = crew,
          .ranks = *network.ranks};
}

}  // namespace

SpreadRecords spread_records(const Configuration& configuration, const SpreadNetwork& network, std::uint32_t trial,
                             Crew& crew) {
  const ProblemSettings& problem = configuration.problem;
  const Domain domain = make_domain(problem);
  const RecordSums::Shape shape{.dimension = static_cast<std::uint32_t>(dimension(domain)),
                                .records_per_node = problem.records_per_node};
  const auto sums =
      std::make_shared<const RecordSums>(*network.weights, shape, crew, [&](NodeId node, std::span<double> sum) {
        Records records = drawn_records(problem, {.seed = configuration.run.seed, .trial = trial, .node = node});
        MeanEstimation::add_projected(domain, records, sum);
      });
  return {.sums = sums, .total = node_sum(nodes_of(network, crew), shape.dimension, [&](NodePart part, auto& all) {
                          for (std::size_t place = part.first; place < part.last; ++place) all.add(sums->at(place));
                        })};
}

std::vector<double> minimiser_of(const SpreadRecords& records, const SpreadNetwork& network, const Domain& domain) {
  const double count = static_cast<double>(records.sums->records_per_node()) * network.weights->nodes_in_all();
  std::vector<double> mean = records.total;
  for (double& m : mean) m /= count;
  project(domain, mean);
  return mean;
}

std::unique_ptr<Crew> crew_of(unsigned threads) {
  if (threads <= 1) return std::make_unique<OneWorker>();
  return std::make_unique<WorkerPool>(threads);
}

}  // namespace sotto
