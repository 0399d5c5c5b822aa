// SPDX-License-Identifier: MIT
// numpy on the same work, in a process of its own that is asked in turn with our benchmarks. It reports its own CPU
// time. An item is a round of one trial.
#include <benchmark/benchmark.h>
#include <fmt/format.h>

#include <filesystem>
#include <fstream>

#include "numpy_problem.hpp"
#include "paper_setting.hpp"
#include "rows.hpp"
#include "side_car.hpp"
#include "sotto/simulation/blocks/kernel.hpp"

namespace sotto::bench {
namespace {

/// Started when it is first asked.
SideCar& numpy() {
  static SideCar running = [] {
    const Setting& s = setting(paper_size);
    const std::string problem = SOTTO_BENCH_BUILD "/numpy_problem.json";
    std::ofstream(problem) << numpy_problem(s.net.network(), s.record_sums, records_per_node);
    return SideCar({"/usr/bin/python3", SOTTO_BENCH_SOURCE "/numpy_rounds.py", problem, "--serve"});
  }();
  return running;
}

void numpy(benchmark::State& state, const std::string& way) {
  try {
    for (auto _ : state) state.SetIterationTime(numpy().ask(way) * 1e-9);
  } catch (const std::exception& fault) {
    state.SkipWithError(fault.what());
  }
}
BENCHMARK_CAPTURE(numpy, batched, std::string("batched"))->UseManualTime()->Iterations(1);
BENCHMARK_CAPTURE(numpy, looped, std::string("looped"))->UseManualTime()->Iterations(1);

}  // namespace

Rows numpy_rows() {
  Rows rows;
  for (const Kernel& kernel : all_kernels()) {
    if (!kernel.runs_here()) continue;
    const std::string set(kernel.instruction_set), fused = "fused/" + set;
    const bool has_bars = set != "portable";
    rows.ratios.push_back({set + ": numpy, batched and in place / fused round",
                           {"numpy/batched"},
                           fused,
                           has_bars ? at_least(set == "avx512" ? 6.2 : 4.2) : Bar{}});
    rows.ratios.push_back(
        {set + ": numpy, a loop per trial / fused round", {"numpy/looped"}, fused, has_bars ? at_least(60) : Bar{}});
  }
  return rows;
}

}  // namespace sotto::bench
