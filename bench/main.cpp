// SPDX-License-Identifier: MIT
// The benchmarks: ratios of medians, and rates, over interleaved repetitions in one process; as a table and as JSON.
#include <fmt/format.h>

#include <fstream>
#include <nlohmann/json.hpp>

#include "ratio_table.hpp"
#include "sotto/simulation/blocks/kernel.hpp"

namespace sotto::bench {
namespace {

Rows all_rows() {
  Rows all;
  for (Rows (*rows)() : {reference_rows, montecarlo_rows, numpy_rows, mixing_rows, threads_rows, large_network_rows,
                         census_rows, sampler_rows}) {
    const Rows more = rows();
    all.ratios.insert(all.ratios.end(), more.ratios.begin(), more.ratios.end());
    all.rates.insert(all.rates.end(), more.rates.begin(), more.rates.end());
    all.figures.insert(all.figures.end(), more.figures.begin(), more.figures.end());
  }
  return all;
}

nlohmann::ordered_json json_of(const std::vector<Measured>& rows) {
  auto list = nlohmann::ordered_json::array();
  for (const Measured& row : rows) {
    nlohmann::ordered_json entry{{"title", row.title}, {"value", row.value}, {"of_fastest", row.of_fastest}};
    if (row.bar.kind != Bar::Kind::none) {
      entry[row.bar.kind == Bar::Kind::at_most ? "at_most" : "at_least"] = row.bar.value;
      entry["kept"] = row.keeps_its_bar();
    }
    entry["medians"] = row.medians;
    entry["repetitions"] = row.repetitions;
    list.push_back(entry);
  }
  return list;
}

bool write_json(const RatioTable& table) {
  std::ofstream file(SOTTO_BENCH_RESULT);
  file << nlohmann::ordered_json{{"compiler", __VERSION__},
                                 {"instruction_set", fastest_kernel().instruction_set},
                                 {"cores", benchmark::CPUInfo::Get().num_cpus},
                                 {"load_average_before", benchmark::CPUInfo::Get().load_avg},
                                 {"ratios", json_of(table.ratios())},
                                 {"per_second", json_of(table.rates())},
                                 {"figures", json_of(table.figures())}}
              .dump(2)
       << '\n';
  file.close();
  fmt::print(stderr, "{} {}\n", file ? "written:" : "cannot be written:", SOTTO_BENCH_RESULT);
  return bool{file};
}

int run(std::vector<char*> arguments) {
  char repetitions[] = "--benchmark_repetitions=9", interleaving[] = "--benchmark_enable_random_interleaving=true",
       duration[] = "--benchmark_min_time=0.1";
  arguments.insert(arguments.begin() + 1, {repetitions, interleaving, duration});  // what the user gives wins
  auto size = static_cast<int>(arguments.size());
  benchmark::Initialize(&size, arguments.data());
  if (benchmark::ReportUnrecognizedArguments(size, arguments.data())) return 2;
  RatioTable table(all_rows());
  benchmark::RunSpecifiedBenchmarks(&table);
  return write_json(table) && table.all_keep_their_bars() ? 0 : 1;
}

}  // namespace
}  // namespace sotto::bench

int main(int count, char** words) {
  return sotto::bench::run({words, words + count});
}
