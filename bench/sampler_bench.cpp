// SPDX-License-Identifier: MIT
// The exact sampler: numbers per second on one core, from the operating system's bits and from seeded ones.
#include <benchmark/benchmark.h>

#include <vector>

#include "rows.hpp"
#include "sotto/entropy/exact_noise.hpp"
#include "sotto/privacy/seeded_lattice_noise.hpp"

namespace sotto::bench {
namespace {

constexpr std::uint64_t sigma = 1 << 30;  // what a plan gives a round

void draw_1024(benchmark::State& state, LatticeNoise& noise) {
  std::vector<std::int64_t> sample(1024);
  Round round = 0;
  for (auto _ : state) {
    noise.draw({.node = 0, .round = ++round}, sigma, sample);
    benchmark::DoNotOptimize(sample.data());
  }
  state.counters[items] = 1024;
}

void exact_noise(benchmark::State& state) {
  ExactNoise noise;
  draw_1024(state, noise);
}
BENCHMARK(exact_noise);

void seeded_lattice_noise(benchmark::State& state) {
  SeededLatticeNoise noise({.seed = 1, .trial = 0});
  draw_1024(state, noise);
}
BENCHMARK(seeded_lattice_noise);

}  // namespace

Rows sampler_rows() {
  return {{{"exact lattice noise / Box-Muller, a number", {"exact_noise"}, "one_gaussian"}},
          {{"exact lattice noise, sigma = 2^30, system bits", "exact_noise", at_least(5e6)},
           {"exact lattice noise, sigma = 2^30, seeded bits", "seeded_lattice_noise"}}};
}

}  // namespace sotto::bench
