// SPDX-License-Identifier: MIT
// A problem on records that lie in files, or that are drawn in their place: its objectives in a trial, and what is
// measured on a test. Its public constants are DeclaredProblem's.
#pragma once

#include <memory>
#include <optional>
#include <span>
#include <vector>

#include "sotto/agreement/agreement.hpp"
#include "sotto/data/model/test_metrics.hpp"
#include "sotto/simulation/comparison/configuration.hpp"
#include "sotto/simulation/comparison/problem_files.hpp"

namespace sotto {

class RealProblem {
 public:
  /// Opens no file yet. `drawn`: rows are drawn so, and no file is opened at all.
  RealProblem(const Agreement& agreement, const RunSettings& run, std::shared_ptr<const LateFiles> files,
              std::optional<RecordAssumptions> drawn);

  /// The nodes' objectives in a trial.
  std::vector<std::unique_ptr<Objective>> objectives(std::uint32_t trial) const;
  /// A node's rows in trial 0, and the objective of such rows: an audit replaces one of them.
  LabelledRows rows(NodeId node) const;
  std::unique_ptr<Objective> objective(NodeId node, LabelledRows rows) const;
  /// What is measured on records that nobody fits to; nothing where there are none.
  std::vector<MetricKind> test_metrics() const;
  /// The metrics of a point, in that order, and how well its probabilities are calibrated.
  TestMeasures measured(std::span<const double> x) const;
  /// Those of the best answer that looks at no feature.
  std::vector<double> measured_constant() const;
  /// How many rows stand for all: fewer than declared where rows are drawn and too many.
  std::uint64_t simulated_records() const;
  /// Coordinates of all those drawn rows that may not be 0, each counted once for each margin.
  double simulated_numbers() const;
  /// What rules had to mend: for the operator's terminal alone.
  std::vector<RowCounts> counts() const { return files_->get().counts; }

 private:
  bool has_test() const { return declared_->loss() && (!data_.test_path.empty() || data_.hold_out > 0 || drawn_); }
  TestRows test_rows() const;
  bool each_has_its_own() const { return !data_.files.empty() || drawn_; }
  Partition division(std::uint32_t trial) const;

  std::shared_ptr<const DeclaredProblem> declared_;
  DataSettings data_;
  Domain domain_;
  std::uint64_t seed_;
  bool divided_anew_;  ///< in every trial
  std::shared_ptr<const LateFiles> files_;
  std::optional<RecordAssumptions> drawn_;
};

/// How many rows each node has. Opens no file, unless that follows from records (a simulation's partition).
std::vector<std::uint64_t> simulated_sizes(const DataSettings& data, NodeId nodes, std::uint64_t seed,
                                           const LateFiles& files);

}  // namespace sotto
