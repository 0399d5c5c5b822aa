// SPDX-License-Identifier: MIT
// A problem whose records lie in files: its public constants, which need no file, and its objectives, which do.
#pragma once

#include <memory>
#include <mutex>
#include <optional>
#include <vector>

#include "sotto/dataset/dataset.hpp"
#include "sotto/dataset/encoding.hpp"
#include "sotto/experiment/configuration.hpp"
#include "sotto/experiment/drawn_files.hpp"
#include "sotto/experiment/problem_files.hpp"
#include "sotto/model/test_metrics.hpp"
#include "sotto/problem/linear_model.hpp"

namespace sotto {

class RealProblem {
 public:
  /// Opens no file, unless the sizes of nodes follow from records (a simulation's partition).
  RealProblem(const Configuration& configuration, const Domain& domain, NodeId nodes);

  const Encoding& encoding() const { return encoding_; }
  const std::optional<Loss>& loss() const { return loss_; }
  const std::vector<std::uint64_t>& sizes() const { return sizes_; }  ///< N_i
  std::uint64_t records_in_all() const;

  const PublicConstants& constants(NodeId node) const { return constants_[node]; }
  /// Bounds that hold at every node: steps are made from them.
  PublicConstants common_constants() const;

  /// The nodes' objectives in a trial. Files are read when they are first needed: any thread may ask.
  std::vector<std::unique_ptr<Objective>> objectives(std::uint32_t trial) const;
  /// Of one file for all: which of its rows each node has, by their places among those that are not held out.
  Partition division(std::uint32_t trial) const;
  /// Of one node alone, whose file lies elsewhere than the configuration says: no other file is opened.
  struct OwnFiles {
    std::string rows;
    std::string labels;
  };
  std::unique_ptr<Objective> objective_of_party(NodeId node, const OwnFiles& files, RowCounts& counts) const;
  /// Where records are drawn, of the declared number: the objective that real records would have.
  std::unique_ptr<Objective> drawn_objective_of_party(NodeId node) const;
  /// A node's rows in trial 0, and the objective of such rows: an audit replaces one of them.
  LabelledRows rows(NodeId node) const;
  std::unique_ptr<Objective> objective(NodeId node, LabelledRows rows) const;
  /// Of a linear model at a node: what is declared of its share.
  LinearModelSetting setting_of(NodeId node) const;
  /// What is measured on records that nobody fits to; nothing where there are none.
  std::vector<MetricKind> test_metrics() const;
  /// Of a point, in that order.
  std::vector<double> measured(std::span<const double> x) const;
  /// How many rows stand for all: fewer than declared where rows are drawn and too many.
  std::uint64_t simulated_records() const;
  /// Coordinates of all those drawn rows that may not be 0, each counted once for each margin.
  double simulated_numbers() const {
    return static_cast<double>(simulated_records()) * numbers_in_row(drawn_problem());
  }
  /// What rules had to mend: for the operator's terminal alone.
  std::vector<RowCounts> counts() const { return files().counts; }

 private:
  bool has_test() const { return loss_ && (!data_.test_path.empty() || data_.hold_out > 0 || data_.drawn); }
  bool each_has_its_own() const { return !data_.files.empty() || data_.drawn; }
  const ProblemFiles& files() const;
  DrawnProblem drawn_problem() const;
  std::vector<std::uint64_t> node_sizes() const;
  Partition partition(std::uint32_t trial, const RowsToDivide& rows) const;

  DataSettings data_;
  ProblemSettings problem_;
  Encoding encoding_;
  std::optional<Loss> loss_;
  Domain domain_;
  NodeId nodes_;
  std::uint64_t seed_;
  bool divided_anew_;  ///< in every trial
  mutable std::once_flag read_;
  mutable ProblemFiles files_;
  std::vector<std::uint64_t> sizes_;
  std::vector<PublicConstants> constants_;
};

}  // namespace sotto
