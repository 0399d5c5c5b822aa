// SPDX-License-Identifier: MIT
// One trial on a large network against the same number of rounds of nodes on a small one, which lies in the cache; and
// on one thread against two, which share its nodes.
#include <benchmark/benchmark.h>

#include <algorithm>
#include <map>
#include <memory>
#include <numeric>
#include <random>
#include <tuple>

#include "rows.hpp"
#include "sotto/graph/topologies.hpp"
#include "sotto/graph/weight_rules.hpp"
#include "sotto/problem/mean_estimation.hpp"
#include "sotto/random/gaussian.hpp"
#include "sotto/simulation/large_network/large_network.hpp"
#include "sotto/workers/worker_pool.hpp"

namespace sotto::bench {
namespace {

constexpr std::uint64_t rounds_of_nodes = 20'000'000;
constexpr NodeId small = 1000, large = 1'000'000;
const std::atomic<bool> never{false};

Graph ring(NodeId nodes) {
  return ring_graph(nodes);
}
Graph near_neighbours(NodeId nodes) {
  return watts_strogatz_graph({.nodes = nodes, .degree = 8, .rewiring = 0, .seed = 1});
}

/// A grid whose nodes are numbered at random.
Graph shuffled_grid(NodeId nodes) {
  const Graph grid = grid_graph(nodes == small ? GridShape{25, 40} : GridShape{1000, 1000});
  std::vector<NodeId> number(nodes);
  std::iota(number.begin(), number.end(), 0u);
  std::shuffle(number.begin(), number.end(), std::mt19937(1));
  std::vector<Edge> edges;
  for (NodeId i = 0; i < nodes; ++i)
    for (const NodeId j : grid.neighbours(i))
      if (i < j) edges.push_back({number[i], number[j]});
  return Graph(nodes, edges);
}

Graph random_regular(NodeId nodes) {
  return random_regular_graph({.nodes = nodes, .degree = 8, .seed = 1});
}

using MakeGraph = Graph (*)(NodeId nodes);
const Domain domain = Box{.dimension = 16, .half_side = 10};

/// A network with the weights that its trials name.
struct Placed {
  Placed(MakeGraph graph, NodeId nodes, unsigned threads)
      : weights(make_weights(graph(nodes), WeightRule::metropolis)),
        crew(threads == 1 ? std::unique_ptr<Crew>(new OneWorker) : std::make_unique<WorkerPool>(threads)),
        placed(std::make_shared<const PlacedWeights>(weights)),
        sums(*placed, {.dimension = 16, .records_per_node = 5}, *crew,
             [](NodeId i, std::span<double> sum) {
               fill_gaussian(2, {.stream = Stream::data, .node = i}, sum);
               for (double& s : sum) s += 5;
             }),
        network({.weights = placed, .domain = domain, .records_per_node = 5, .crew = *crew}) {}

  WeightMatrix weights;
  std::unique_ptr<Crew> crew;  ///< one works on the caller's thread, whose CPU time is measured
  std::shared_ptr<const PlacedWeights> placed;
  RecordSums sums;
  LargeNetwork network;
};

/// As many rounds as make `rounds_of_nodes` with these nodes, so that times compare as they are.
void trial(benchmark::State& state, MakeGraph graph, NodeId nodes, unsigned threads = 1) {
  // A million nodes take longer to make than to run; several threads have a network of their own.
  static std::map<std::tuple<MakeGraph, NodeId, unsigned>, std::unique_ptr<Placed>> made;
  std::unique_ptr<Placed>& placed = made[{graph, nodes, threads}];
  if (!placed) placed = std::make_unique<Placed>(graph, nodes, threads);
  const Plan plan = make_plan({.budget = {4, 1e-3},
                               .gradient_rounds = static_cast<Round>(rounds_of_nodes / nodes),
                               .constants = MeanEstimation::constants_for(domain, 5)});
  const Trial rounds{.network = {placed->weights, domain, plan, {}, {}, Consensus::plain, &placed->sums},
                     .stop = FixedRounds{0},
                     .noise = {1, 0}};
  for (auto _ : state) benchmark::DoNotOptimize(placed->network.run(rounds, nullptr, never));
  state.counters["per_node_round"] =
      benchmark::Counter(static_cast<double>(state.iterations()) * static_cast<double>(rounds_of_nodes),
                         benchmark::Counter::kIsRate | benchmark::Counter::kInvert);
  state.counters["bytes_per_node"] = static_cast<double>(placed->network.bytes() + placed->sums.bytes()) / nodes;
}

void ring_trial(benchmark::State& state, NodeId nodes) {
  trial(state, ring, nodes);
}
void grid_trial(benchmark::State& state, NodeId nodes) {
  trial(state, shuffled_grid, nodes);
}
void expander_trial(benchmark::State& state, NodeId nodes) {
  trial(state, random_regular, nodes);
}

void shared_random_trial(benchmark::State& state, unsigned threads) {
  trial(state, random_regular, large, threads);
}
void shared_near_trial(benchmark::State& state, unsigned threads) {
  trial(state, near_neighbours, large, threads);
}

BENCHMARK_CAPTURE(ring_trial, small, small)->Unit(benchmark::kMillisecond)->Iterations(1);
BENCHMARK_CAPTURE(ring_trial, large, large)->Unit(benchmark::kMillisecond)->Iterations(1);
BENCHMARK_CAPTURE(grid_trial, small, small)->Unit(benchmark::kMillisecond)->Iterations(1);
BENCHMARK_CAPTURE(grid_trial, large, large)->Unit(benchmark::kMillisecond)->Iterations(1);
BENCHMARK_CAPTURE(expander_trial, small, small)->Unit(benchmark::kMillisecond)->Iterations(1);
BENCHMARK_CAPTURE(expander_trial, large, large)->Unit(benchmark::kMillisecond)->Iterations(1);
BENCHMARK_CAPTURE(shared_near_trial, one, 1)->UseRealTime()->Unit(benchmark::kMillisecond)->Iterations(1);
BENCHMARK_CAPTURE(shared_near_trial, two, 2)->UseRealTime()->Unit(benchmark::kMillisecond)->Iterations(1);
BENCHMARK_CAPTURE(shared_random_trial, one, 1)->UseRealTime()->Unit(benchmark::kMillisecond)->Iterations(1);
BENCHMARK_CAPTURE(shared_random_trial, two, 2)->UseRealTime()->Unit(benchmark::kMillisecond)->Iterations(1);

}  // namespace

Rows large_network_rows() {
  return {
      .ratios =
          {{"N=10^6 / N=10^3 per node, ring, p=16", {"ring_trial/large"}, "ring_trial/small", at_most(1.3)},
           {"the same, grid numbered at random", {"grid_trial/large"}, "grid_trial/small", at_most(1.6)},
           {"the same, random 8-regular", {"expander_trial/large"}, "expander_trial/small", at_most(5)},
           {"1 thread / 2 threads inside, N=10^6, p=16, degree 8, wall clock (bar: for the fastest)",
            {"shared_near_trial/one"},
            "shared_near_trial/two",
            benchmark::CPUInfo::Get().num_cpus >= 2 ? at_least(1.7) : Bar{},
            Clock::wall},
           // Neighbours lie anywhere in memory, whose speed is the limit: two programs slow each other down as much.
           {"the same, random 8-regular", {"shared_random_trial/one"}, "shared_random_trial/two", Bar{}, Clock::wall}},
      .rates = {},
      .figures = {{"bytes per node, N=10^6, p=16, degree 8", "expander_trial/large", "bytes_per_node", at_most(520)}}};
}

}  // namespace sotto::bench
