// SPDX-License-Identifier: MIT
// Prints ratios of medians of CPU time within one run: what holds on a busy machine.
#pragma once

#include <benchmark/benchmark.h>

#include <map>
#include <string>
#include <vector>

namespace sotto::bench {

/// `slower`'s median over `faster`'s, and the bar it should stay below (0: no bar).
struct Ratio {
  std::string title;
  std::string numerator;
  std::string denominator;
  double at_most;
};

class RatioTable final : public benchmark::ConsoleReporter {
 public:
  explicit RatioTable(std::vector<Ratio> ratios) : ConsoleReporter(OO_Tabular), ratios_(std::move(ratios)) {}
  void ReportRuns(const std::vector<Run>& runs) override;
  void Finalize() override;
  bool all_below_their_bars() const { return missed_ == 0; }

 private:
  std::vector<Ratio> ratios_;
  std::map<std::string, std::vector<double>> seconds_;
  int missed_ = 0;
};

}  // namespace sotto::bench
