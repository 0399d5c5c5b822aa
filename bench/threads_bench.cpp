// SPDX-License-Identifier: MIT
// Blocks of trials on one thread and on two. By the wall clock it shows what a second core brings, while it is free; by
// CPU time it shows what sharing the work costs, on a busy machine too. An item is a block.
#include <benchmark/benchmark.h>

#include "paper_setting.hpp"
#include "rows.hpp"
#include "sotto/simulation/blocks/trial_block.hpp"
#include "sotto/workers/worker_pool.hpp"

namespace sotto::bench {
namespace {

constexpr std::uint32_t blocks = 16;

void blocks_on(benchmark::State& state, unsigned threads) {
  const Setting& s = setting(paper_size);
  const std::vector<double> minimiser(paper_size.dimension, 7.0);
  const std::uint32_t in_block = trials_in_block(paper_size.nodes, paper_size.dimension);
  std::vector<Trial> trials;
  for (std::uint32_t k = 0; k < blocks * in_block; ++k)
    trials.push_back(
        {.network = s.net.network(), .stop = FixedRounds{0}, .noise = {.seed = 1, .trial = k}, .minimiser = minimiser});
  const auto run = [&](std::size_t block) {
    benchmark::DoNotOptimize(run_block(std::span(trials).subspan(block * in_block, in_block), test::never));
  };
  WorkerPool pool(threads);
  for (auto _ : state) pool.share(blocks, run);
  state.counters[items] = static_cast<double>(blocks);
}
BENCHMARK_CAPTURE(blocks_on, one, 1)->MeasureProcessCPUTime()->UseRealTime()->Unit(benchmark::kMillisecond);
BENCHMARK_CAPTURE(blocks_on, two, 2)->MeasureProcessCPUTime()->UseRealTime()->Unit(benchmark::kMillisecond);

}  // namespace

Rows threads_rows() {
  const bool two_cores = benchmark::CPUInfo::Get().num_cpus >= 2;
  return {{{"1 thread / 2 threads, wall clock (bar: for the fastest)",
            {"blocks_on/one"},
            "blocks_on/two",
            two_cores ? at_least(1.8) : Bar{},
            Clock::wall},
           {"1 thread / 2 threads, CPU time of both (1: sharing costs nothing)", {"blocks_on/one"}, "blocks_on/two"}}};
}

}  // namespace sotto::bench
