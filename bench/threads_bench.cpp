// SPDX-License-Identifier: MIT
// Blocks of trials on one thread and on two. By the wall clock it shows what a second core brings, if it is free; by
// CPU time it shows what sharing the work costs, on a busy machine too. An item is a block.
#include <benchmark/benchmark.h>

#include <fstream>

#include "paper_setting.hpp"
#include "rows.hpp"
#include "sotto/engine/worker_pool.hpp"
#include "sotto/montecarlo/trial_block.hpp"

namespace sotto::bench {
namespace {

constexpr std::uint64_t blocks = 16;

void blocks_on(benchmark::State& state, unsigned threads) {
  const Setting& s = setting(paper_size);
  const std::vector<double> minimiser(paper_size.dimension, 7.0);
  const std::vector<BlockTrial> trials(trials_in_block(paper_size.nodes, paper_size.dimension),
                                       BlockTrial{s.net.weights(), s.net.objectives(), minimiser});
  WorkerPool pool(threads);
  for (auto _ : state)
    pool.run({.tasks = blocks,
              .most_ahead = blocks,
              .work =
                  [&](std::uint64_t block, const std::atomic<bool>& unwanted) {
                    benchmark::DoNotOptimize(
                        run_block({.trials = trials,
                                   .domain = s.net.domain(),
                                   .plan = s.net.plan(),
                                   .stop = FixedRounds{0},
                                   .seed = 1,
                                   .first_trial = static_cast<std::uint32_t>(block * trials.size())},
                                  unwanted));
                  },
              .accept = [](std::uint64_t) { return true; }});
  state.counters[items] = static_cast<double>(blocks);
}
BENCHMARK_CAPTURE(blocks_on, one, 1)->MeasureProcessCPUTime()->UseRealTime()->Unit(benchmark::kMillisecond);
BENCHMARK_CAPTURE(blocks_on, two, 2)->MeasureProcessCPUTime()->UseRealTime()->Unit(benchmark::kMillisecond);

/// Two cores and nobody else at work, as far as one look can tell: the wall clock means something only then.
bool idle() {
  std::string before_running, running;
  std::ifstream load("/proc/loadavg");  // three averages, then those that run now / all
  for (int k = 0; k < 3; ++k) load >> before_running;
  return benchmark::CPUInfo::Get().num_cpus >= 2 && load >> running && running.starts_with("1/");
}

}  // namespace

Rows threads_rows() {
  const bool is_idle = idle();
  return {
      {{is_idle ? "1 thread / 2 threads, wall clock" : "1 thread / 2 threads, wall clock (not an idle machine: no bar)",
        {"blocks_on/one"},
        "blocks_on/two",
        is_idle ? at_least(1.8) : Bar{},
        Clock::wall},
       {"1 thread / 2 threads, CPU time of both (1: sharing costs nothing)", {"blocks_on/one"}, "blocks_on/two"}}};
}

}  // namespace sotto::bench
