// SPDX-License-Identifier: MIT
// The benchmarks: ratios of medians, and rates, over interleaved repetitions in one process.

#include "ratio_table.hpp"

int main(int count, char** words) {
  std::vector<char*> arguments(words, words + count);
  char repetitions[] = "--benchmark_repetitions=9", interleaving[] = "--benchmark_enable_random_interleaving=true";
  arguments.insert(arguments.begin() + 1, {repetitions, interleaving});  // what the user gives comes later and wins
  auto size = static_cast<int>(arguments.size());
  benchmark::Initialize(&size, arguments.data());
  if (benchmark::ReportUnrecognizedArguments(size, arguments.data())) return 2;
  sotto::bench::RatioTable table(
      {{"reference engine / naive loop, N=10, p=10, T=1000", "reference/paper", "naive/paper", 1.5},
       {"reference engine / naive loop, N=100000, p=16, T=100", "reference/large/iterations:1",
        "naive/large/iterations:1", 1.5},
       {"N=10^6 / N=10^3 per node, ring, p=16", "ring_trial/large/iterations:1", "ring_trial/small/iterations:1", 1.3},
       {"the same, grid numbered at random", "grid_trial/large/iterations:1", "grid_trial/small/iterations:1", 1.6},
       {"the same, random 8-regular", "expander_trial/large/iterations:1", "expander_trial/small/iterations:1", 5},
       {"exact lattice noise / Box-Muller, 1024 numbers", "exact_noise", "one_gaussian", 0}},
      {{"exact lattice noise, sigma = 2^30, system bits", "exact_noise", 5e6},
       {"exact lattice noise, sigma = 2^30, seeded bits", "seeded_lattice_noise", 0}});
  benchmark::RunSpecifiedBenchmarks(&table);
  return table.all_keep_their_bars() ? 0 : 1;
}
