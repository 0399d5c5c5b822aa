// SPDX-License-Identifier: MIT
// Prints ratios of medians of CPU time within one run, and rates.
#include "ratio_table.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace sotto::bench {
namespace {

double median(std::vector<double> values) {
  std::sort(values.begin(), values.end());
  return values[values.size() / 2];
}

}  // namespace

void RatioTable::ReportRuns(const std::vector<Run>& runs) {
  ConsoleReporter::ReportRuns(runs);
  for (const Run& run : runs) {
    if (run.run_type != Run::RT_Iteration || run.error_occurred) continue;
    seconds_[run.run_name.str()].push_back(run.cpu_accumulated_time / static_cast<double>(run.iterations));
    if (const auto items = run.counters.find("items_per_second"); items != run.counters.end())
      per_second_[run.run_name.str()].push_back(items->second.value);
  }
}

void RatioTable::Finalize() {
  print_ratios();
  print_rates();
}

void RatioTable::print_ratios() {
  GetOutputStream() << fmt::format("\n{:<58}{:>8}{:>10}{:>14}\n", "ratio of medians of CPU time", "ratio", "bar",
                                   "repetitions");
  for (const Ratio& ratio : ratios_) {
    const auto above = seconds_.find(ratio.numerator), below = seconds_.find(ratio.denominator);
    if (above == seconds_.end() || below == seconds_.end()) continue;
    const double value = median(above->second) / median(below->second);
    if (ratio.at_most > 0 && !(value <= ratio.at_most)) ++missed_;
    GetOutputStream() << fmt::format("{:<58}{:>8.2f}{:>10}{:>14}\n", ratio.title, value,
                                     ratio.at_most > 0 ? fmt::format("<= {}", ratio.at_most) : "",
                                     above->second.size());
  }
}

void RatioTable::print_rates() {
  GetOutputStream() << fmt::format("\n{:<58}{:>8}{:>10}{:>14}\n", "million items per second of CPU time", "rate", "bar",
                                   "repetitions");
  for (const Rate& rate : rates_) {
    const auto measured = per_second_.find(rate.benchmark);
    if (measured == per_second_.end()) continue;
    const double value = median(measured->second);
    if (!(value >= rate.at_least)) ++missed_;
    GetOutputStream() << fmt::format("{:<58}{:>8.2f}{:>10}{:>14}\n", rate.title, value / 1e6,
                                     rate.at_least > 0 ? fmt::format(">= {}", rate.at_least / 1e6) : "",
                                     measured->second.size());
  }
}

}  // namespace sotto::bench
