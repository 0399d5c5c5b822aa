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
#include "sotto/model/test_metrics.hpp"
#include "sotto/problem/linear_model.hpp"

namespace sotto {

/// What a linear model is judged by. Throws InvalidInput where kind and label do not go together; nothing for mean
/// estimation, which has no label.
std::optional<Loss> loss_of(const ProblemSettings& problem, const Encoding& encoding);

/// How many coordinates x has.
std::size_t model_dimension(const std::optional<Loss>& loss, const Encoding& encoding);

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
  /// A node's objective with its first row that is not all zeros as long as rows may be, in one direction or the
  /// opposite one: for audits. Refuses mean estimation, whose records can be drawn.
  std::unique_ptr<Objective> with_first_record_pulling(const Objective& objective, NodeId node, int direction) const;
  /// What is measured on records that nobody fits to; nothing where there are none.
  std::vector<MetricKind> test_metrics() const;
  /// Of a point, in that order.
  std::vector<double> measured(std::span<const double> x) const;
  /// How many rows stand for all: fewer than declared where rows are drawn and too many.
  std::uint64_t simulated_records() const;
  /// Coordinates of all those rows that may not be 0, each counted once for each margin.
  double simulated_numbers() const;
  /// What rules had to mend: for the operator's terminal alone.
  std::vector<RowCounts> counts() const { return files().counts; }

 private:
  struct Files {
    std::vector<Dataset> data;  ///< one for all nodes, or one for each; what is held out is not among them
    std::optional<Dataset> test = std::nullopt;
    std::vector<RowCounts> counts = {};
  };
  bool has_test() const { return loss_ && (!data_.test_path.empty() || data_.hold_out > 0 || data_.drawn); }
  bool each_has_its_own() const { return !data_.files.empty() || data_.drawn; }
  void read_all() const;
  void draw_all() const;
  std::uint32_t drawn_rows(NodeId node) const;
  double numbers_in_row() const;
  const Files& files() const;
  std::vector<std::uint64_t> node_sizes() const;
  Partition partition(std::uint32_t trial, const RowsToDivide& rows) const;
  LinearModelSetting setting_of(NodeId node) const;
  std::unique_ptr<Objective> objective(NodeId node, LabelledRows rows) const;

  DataSettings data_;
  ProblemSettings problem_;
  Encoding encoding_;
  std::optional<Loss> loss_;
  Domain domain_;
  NodeId nodes_;
  std::uint64_t seed_;
  bool divided_anew_;  ///< in every trial
  mutable std::once_flag read_;
  mutable Files files_;
  std::vector<std::uint64_t> sizes_;
  std::vector<PublicConstants> constants_;
};

}  // namespace sotto
