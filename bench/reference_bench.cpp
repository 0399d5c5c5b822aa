// SPDX-License-Identifier: MIT
// The reference engine against a naive loop of the same mathematics, at the paper's size and on a large network.
#include <benchmark/benchmark.h>

#include "naive_round.hpp"
#include "paper_setting.hpp"
#include "rows.hpp"
#include "sotto/random/gaussian.hpp"

namespace sotto::bench {
namespace {

void reference(benchmark::State& state, const Size& size) {
  const Setting& s = setting(size);
  for (auto _ : state) {
    SeededNoise noise({.seed = 1, .trial = 0});
    NobodyListens nobody;
    benchmark::DoNotOptimize(run_reference(s.net.network(), FixedRounds{0}, noise, nobody, test::never));
  }
  state.counters[items] = size.rounds;
}

void naive(benchmark::State& state, const Size& size) {
  const Setting& s = setting(size);
  for (auto _ : state)
    benchmark::DoNotOptimize(naive_run(s.net.network(), s.box, s.record_sums, double{records_per_node}, 1));
  state.counters[items] = size.rounds;
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
  state.counters[items] = 1024;
}
BENCHMARK(one_gaussian);

}  // namespace

Rows reference_rows() {
  return {{{"reference engine / naive loop, N=10, p=10, T=1000", {"reference/paper"}, "naive/paper", at_most(1.5)},
           {"reference engine / naive loop, N=100000, p=16, T=20", {"reference/large"}, "naive/large", at_most(1.5)}}};
}

}  // namespace sotto::bench
