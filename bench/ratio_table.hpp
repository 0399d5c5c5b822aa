// SPDX-License-Identifier: MIT
// Prints ratios of medians of CPU time within one run, which hold on a busy machine, and rates, which need a quiet one.
#pragma once

#include <benchmark/benchmark.h>

#include <map>
#include <optional>

#include "rows.hpp"

namespace sotto::bench {

/// A row with its figure.
struct Measured {
  std::string title;
  double value;
  double of_fastest;  ///< the same figure from the fastest repetitions: nearer to a quiet machine
  Bar bar;
  std::size_t repetitions;
  bool by_fastest = false;  ///< the bar is for the fastest: by the wall clock, whoever else runs only ever adds
  std::map<std::string, double> medians = {};  ///< of each benchmark in it: seconds for an item, or items a second

  bool keeps_its_bar() const { return bar.holds(by_fastest ? of_fastest : value); }
};

class RatioTable final : public benchmark::ConsoleReporter {
 public:
  explicit RatioTable(Rows rows) : ConsoleReporter(OO_Tabular), rows_(std::move(rows)) {}
  void ReportRuns(const std::vector<Run>& runs) override;
  void Finalize() override;
  /// And no benchmark failed.
  bool all_keep_their_bars() const;
  /// Of the rows whose benchmarks ran.
  const std::vector<Measured>& ratios() const { return ratios_; }
  const std::vector<Measured>& rates() const { return per_second_; }
  const std::vector<Measured>& figures() const { return figures_; }

 private:
  struct Times {
    std::vector<double> cpu, wall;
  };
  std::optional<Measured> measure(const Ratio& ratio) const;
  std::optional<Measured> measure(const Rate& rate) const;
  std::optional<Measured> measure(const Figure& figure) const;
  void print(const std::string& title, const std::vector<Measured>& rows, double unit);

  Rows rows_;
  std::map<std::string, Times> seconds_;  ///< of one item, by benchmark
  std::map<std::string, std::vector<double>>
      counters_;  ///< by benchmark and counter: "ring_trial/large bytes_per_node"
  std::vector<Measured> ratios_, per_second_, figures_;
  std::vector<std::string> failed_;
};

}  // namespace sotto::bench
