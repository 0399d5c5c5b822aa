// SPDX-License-Identifier: MIT
// Prints ratios of medians of CPU time within one run, which hold on a busy machine, and rates, which need a quiet one.
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

/// Items a second of CPU time (the median), and the bar it should reach.
struct Rate {
  std::string title;
  std::string benchmark;
  double at_least;
};

class RatioTable final : public benchmark::ConsoleReporter {
 public:
  RatioTable(std::vector<Ratio> ratios, std::vector<Rate> rates)
      : ConsoleReporter(OO_Tabular), ratios_(std::move(ratios)), rates_(std::move(rates)) {}
  void ReportRuns(const std::vector<Run>& runs) override;
  void Finalize() override;
  bool all_keep_their_bars() const { return missed_ == 0; }

 private:
  void print_ratios();
  void print_rates();

  std::vector<Ratio> ratios_;
  std::vector<Rate> rates_;
  std::map<std::string, std::vector<double>> seconds_, per_second_;
  int missed_ = 0;
};

}  // namespace sotto::bench
