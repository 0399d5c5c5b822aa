// SPDX-License-Identifier: MIT
// Prints ratios of medians of CPU time within one run.
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
  for (const Run& run : runs)
    if (run.run_type == Run::RT_Iteration && !run.error_occurred)
      seconds_[run.run_name.str()].push_back(run.cpu_accumulated_time / static_cast<double>(run.iterations));
}

void RatioTable::Finalize() {
  GetOutputStream() << fmt::format("\n{:<58}{:>8}{:>10}{:>14}\n", "ratio of medians of CPU time", "ratio", "bar",
                                   "repetitions");
  for (const Ratio& ratio : ratios_) {
    const auto above = seconds_.find(ratio.numerator), below = seconds_.find(ratio.denominator);
    if (above == seconds_.end() || below == seconds_.end()) continue;
    GetOutputStream() << fmt::format(
        "{:<58}{:>8.2f}{:>10}{:>14}\n", ratio.title, median(above->second) / median(below->second),
        ratio.at_most > 0 ? fmt::format("<= {}", ratio.at_most) : "", above->second.size());
  }
}

}  // namespace sotto::bench
