// SPDX-License-Identifier: MIT
// How long a round of one large network takes on so many ranks, and what crosses their borders: `./dev bench mpi` runs
// it under mpirun with one rank and with two in turns. It answers one line of JSON.
#include <fmt/core.h>

#include <algorithm>
#include <chrono>
#include <cmath>
#include <cstdlib>
#include <map>
#include <string>

#include "sotto/graph/topologies.hpp"
#include "sotto/problem/mean_estimation.hpp"
#include "sotto/simulation/large_network/large_network.hpp"
#include "sotto/simulation/large_network/placed_spectrum.hpp"
#include "sotto/simulation/mpi/mpi_program.hpp"

namespace {

using namespace sotto;

constexpr std::size_t records = 5;

EdgeStream edges_of(const std::string& kind, NodeId nodes) {
  const auto side = static_cast<NodeId>(std::sqrt(static_cast<double>(nodes)));
  if (kind == "ring") return ring_edges(nodes);
  if (kind == "near") return watts_strogatz_edges({.nodes = nodes, .degree = 8, .rewiring = 0, .seed = 1});
  if (kind == "torus") return torus_edges({.rows = side, .columns = nodes / side});
  return random_regular_edges({.nodes = nodes, .degree = 8, .seed = 1});
}

double seconds_of(const std::function<void()>& work) {
  const auto begin = std::chrono::steady_clock::now();
  work();
  return std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count();
}

/// The sums over all ranks.
std::vector<std::int64_t> all(Ranks& ranks, std::vector<std::int64_t> numbers) {
  ranks.add(numbers);
  return numbers;
}

void measure(Ranks& ranks, const std::string& kind, NodeId nodes, std::uint32_t p, Round rounds) {
  const Domain domain = Box{.dimension = p, .half_side = 10};
  const PlacedGraph graph = place(edges_of(kind, nodes), ranks);
  const PlacedSpectrum spectrum(graph, one_worker(), ranks);
  const auto weights = std::make_shared<const PlacedWeights>(
      graph, edge_weight(WeightRule::metropolis, spectrum.numbers()), spectrum.degrees());
  const RecordSums sums(*weights, {.dimension = p, .records_per_node = records}, one_worker(),
                        [](NodeId i, std::span<double> sum) { std::fill(sum.begin(), sum.end(), 5.0 + i % 7); });
  const WeightMatrix described(graph.nodes_in_all, 2 * graph.edges_in_all + graph.nodes_in_all, {0.5, 0, "none"});
  const Plan plan = make_plan(
      {.budget = {4, 1e-3}, .gradient_rounds = rounds, .constants = MeanEstimation::constants_for(domain, records)});
  const Trial trial{
      .network = {.weights = described, .domain = domain, .plan = plan, .objectives = {}, .record_sums = &sums},
      .stop = FixedRounds{0},
      .noise = {.seed = 1, .trial = 0}};
  LargeNetwork network({.weights = weights, .domain = domain, .records_per_node = records, .ranks = ranks});
  const std::atomic<bool> never{false};
  double fastest = 1e300;
  for (int repetition = 0; repetition < (rounds < 100 ? 3 : 1); ++repetition) {  // many rounds are many repetitions
    static_cast<void>(ranks.maximum(0));                                         // all begin together
    fastest = std::min(fastest, seconds_of([&] { network.run(trial, nullptr, never); }));
  }
  std::int64_t cut = 0;
  for (const std::uint32_t j : graph.neighbours) cut += j >= graph.size() ? 1 : 0;
  const std::vector<std::int64_t> counts = all(ranks, {cut, static_cast<std::int64_t>(graph.halo.size())});
  const double slowest = ranks.maximum(fastest);
  if (ranks.number() != 0) return;
  const auto item = static_cast<std::int64_t>(stride_of(p) * sizeof(double));
  fmt::print(R"({{"graph": "{}", "nodes": {}, "ranks": {}, "ns_per_node_round": {:.2f}, "cut_edges": {}, )"
             R"("edges": {}, "halo_bytes_per_round": {}}})"
             "\n",
             kind, nodes, ranks.count(), 1e9 * slowest / rounds / nodes, counts[0] / 2, graph.edges_in_all,
             counts[1] * item);
}

}  // namespace

int main(int count, char** words) {
  if (count != 5) {
    fmt::print(stderr, "usage: sotto_mpi_bench GRAPH NODES DIMENSION ROUNDS\n");
    return 2;
  }
  sotto::MpiProgram program;
  measure(program.ranks(), words[1], static_cast<sotto::NodeId>(std::stoul(words[2])),
          static_cast<std::uint32_t>(std::stoul(words[3])), static_cast<sotto::Round>(std::stoul(words[4])));
  return 0;
}
