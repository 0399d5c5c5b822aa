// SPDX-License-Identifier: MIT
// The reference engine against a naive loop of the same arithmetic, at the paper's size and on a large network.
#include <benchmark/benchmark.h>

#include "naive_round.hpp"
#include "sotto/random/gaussian.hpp"
#include "support/network.hpp"

namespace sotto::bench {
namespace {

struct Size {
  NodeId nodes;
  std::size_t dimension;
  Round rounds;
};
constexpr Size paper_size{10, 10, 1000}, large_size{100'000, 16, 100};

/// Everything both sides need, made once per size.
struct Setting {
  explicit Setting(const Size& size)
      : box{.dimension = size.dimension, .half_side = 10},
        net({.graph = size.nodes <= 10 ? erdos_renyi_graph({.nodes = size.nodes, .edge_probability = 0.6, .seed = 1})
                                       : random_regular_graph({.nodes = size.nodes, .degree = 8, .seed = 1}),
             .dimension = size.dimension,
             .records = 5,
             .radius = 10,
             .mean = 7,
             .rounds = size.rounds}) {
    const std::vector<double> origin(size.dimension, 0.0);
    for (const Objective* f : net.objectives()) {
      std::vector<double> gradient(size.dimension);
      f->gradient(origin, gradient);
      for (double& g : gradient) g = -g;  // at 0 the gradient is minus the sum of the records
      record_sums.push_back(std::move(gradient));
    }
  }
  Box box;
  test::TestNetwork net;
  std::vector<std::vector<double>> record_sums;
};

const Setting& setting(const Size& size) {
  static const Setting paper(paper_size);
  if (size.nodes == paper_size.nodes) return paper;
  static const Setting large(large_size);
  return large;
}

void reference(benchmark::State& state, const Size& size) {
  const Setting& s = setting(size);
  for (auto _ : state) {
    SeededNoise noise({.seed = 1, .trial = 0});
    NobodyListens nobody;
    benchmark::DoNotOptimize(run_reference(s.net.network(), FixedRounds{0}, noise, nobody, test::never));
  }
  state.counters["per_node_round"] =
      benchmark::Counter(static_cast<double>(state.iterations()) * size.nodes * size.rounds,
                         benchmark::Counter::kIsRate | benchmark::Counter::kInvert);
}

void naive(benchmark::State& state, const Size& size) {
  const Setting& s = setting(size);
  for (auto _ : state) benchmark::DoNotOptimize(naive_run(s.net.network(), s.box, s.record_sums, 5, 1));
}

BENCHMARK_CAPTURE(reference, paper, paper_size)->Unit(benchmark::kMillisecond);
BENCHMARK_CAPTURE(naive, paper, paper_size)->Unit(benchmark::kMillisecond);
BENCHMARK_CAPTURE(reference, large, large_size)->Unit(benchmark::kMillisecond)->Iterations(1);
BENCHMARK_CAPTURE(naive, large, large_size)->Unit(benchmark::kMillisecond)->Iterations(1);

void one_gaussian(benchmark::State& state) {
  std::vector<double> sample(1024);
  Round round = 0;
  for (auto _ : state) {
    fill_gaussian(1, {.round = ++round}, sample);
    benchmark::DoNotOptimize(sample.data());
  }
  state.counters["each"] = benchmark::Counter(static_cast<double>(state.iterations()) * 1024,
                                              benchmark::Counter::kIsRate | benchmark::Counter::kInvert);
}
BENCHMARK(one_gaussian);

}  // namespace
}  // namespace sotto::bench
