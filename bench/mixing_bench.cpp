// SPDX-License-Identifier: MIT
// Mixing alone, z = W y, against Eigen's sparse product compiled for the same instruction set. Random 8-regular graphs,
// p = 10. An item is one trial: a tile holds eight, and a single trial fills one lane of it.
#include <benchmark/benchmark.h>
#include <fmt/format.h>

#include "competitors.hpp"
#include "rows.hpp"
#include "sotto/graph/topologies.hpp"
#include "sotto/graph/weight_rules.hpp"
#include "sotto/simulation/blocks/aligned_array.hpp"
#include "sotto/simulation/blocks/tile_weights.hpp"

namespace sotto::bench {
namespace {

constexpr std::uint32_t dimension = 10, lanes = 8;

struct MixingCase {
  explicit MixingCase(NodeId nodes)
      : weights(make_weights(random_regular_graph({.nodes = nodes, .degree = 8, .seed = 1}), WeightRule::metropolis)),
        tile_weights(std::vector(lanes, &weights), lanes),
        shape{.nodes = nodes, .dimension = dimension, .lanes = lanes, .first_trial = 0},
        y(shape.size()),
        next(shape.size()) {
    const TileRows rows = tile_weights.rows();
    starts.assign(rows.starts, rows.starts + nodes + 1);
    columns.assign(rows.columns, rows.columns + weights.entry_count());
    for (std::size_t k = 0; k < y.size(); ++k) y[k] = 1.0 + static_cast<double>(k % 17);
  }
  EigenMixture for_eigen(std::uint32_t trials) const {
    return {.nodes = shape.nodes,
            .columns = dimension * trials,
            .starts = starts.data(),
            .column_of_entry = columns.data(),
            .weights = tile_weights.rows().weights,
            .entries = columns.size()};
  }

  WeightMatrix weights;
  TileWeights tile_weights;
  TileShape shape;
  std::vector<int> starts, columns;
  AlignedArray y, next;
};

template <class Work>
void mixtures(benchmark::State& state, NodeId nodes, std::uint32_t trials, const Work& work) {
  MixingCase of(nodes);
  for (auto _ : state) {
    work(of);
    benchmark::ClobberMemory();
    std::swap(of.y, of.next);
  }
  state.counters[items] = trials;
}

void ours(benchmark::State& state, const Kernel& kernel, NodeId nodes) {
  mixtures(state, nodes, lanes,
           [&](MixingCase& of) { kernel.mix(of.shape, of.tile_weights.rows(), of.y.data(), of.next.data()); });
}

void eigen(benchmark::State& state, const Competitor& competitor, NodeId nodes, std::uint32_t trials) {
  mixtures(state, nodes, trials,
           [&](MixingCase& of) { competitor.mix(of.for_eigen(trials), of.y.data(), of.next.data()); });
}

}  // namespace

Rows mixing_rows() {
  Rows rows;
  for (const Kernel& kernel : all_kernels()) {
    if (!kernel.runs_here()) continue;
    for (const NodeId nodes : {100u, 300u, 1000u}) {
      const std::string end = fmt::format("/{}/{}", kernel.instruction_set, nodes);
      const Competitor& competitor = competitor_for(kernel);
      benchmark::RegisterBenchmark(("mix" + end).c_str(), ours, kernel, nodes);
      benchmark::RegisterBenchmark(("eigen" + end).c_str(), eigen, competitor, nodes, lanes);
      rows.ratios.push_back({fmt::format("{}: Eigen / our mixing, 8 trials, N={}", kernel.instruction_set, nodes),
                             {"eigen" + end},
                             "mix" + end,
                             kernel.instruction_set == "portable" ? Bar{} : at_least(1.1)});
      if (nodes != 100) continue;
      benchmark::RegisterBenchmark(("eigen_one" + end).c_str(), eigen, competitor, nodes, 1u);
      rows.ratios.push_back(
          {fmt::format("{}: Eigen, 1 trial at a time / our mixing, a trial of 8, N={}", kernel.instruction_set, nodes),
           {"eigen_one" + end},
           "mix" + end});
    }
  }
  return rows;
}

}  // namespace sotto::bench
