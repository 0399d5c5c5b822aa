// SPDX-License-Identifier: MIT
// A problem on records of declared columns: its loss and its public constants at every node. It opens no file.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <vector>

#include "sotto/agreement/terms.hpp"
#include "sotto/data/dataset/encoding.hpp"
#include "sotto/data/synthetic/drawn_problem.hpp"
#include "sotto/problem/linear_model.hpp"

namespace sotto {

class DeclaredProblem {
 public:
  /// `sizes`: how many records each node fits to. `terms` declare columns.
  DeclaredProblem(const Terms& terms, std::vector<std::uint64_t> sizes);

  const Encoding& encoding() const { return encoding_; }
  const std::optional<Loss>& loss() const { return loss_; }
  const std::vector<std::uint64_t>& sizes() const { return sizes_; }  ///< N_i
  std::uint64_t records_in_all() const;

  const PublicConstants& constants(NodeId node) const { return constants_[node]; }
  /// Bounds that hold at every node: steps are made from them.
  PublicConstants common_constants() const;
  /// What is declared of a node's share, where the problem is a linear model.
  LinearModelSetting setting_of(NodeId node) const;

  /// The objective of a node with these rows, which are as many as were declared.
  std::unique_ptr<Objective> objective(NodeId node, LabelledRows rows) const;
  /// The same problem on records that nobody has. It lives as long as this does.
  DrawnProblem drawn(const RecordAssumptions& assumed) const;

 private:
  ProblemSettings problem_;
  Encoding encoding_;
  std::optional<Loss> loss_;
  Domain domain_;
  std::vector<std::uint64_t> sizes_;
  std::vector<PublicConstants> constants_;
};

/// What the tables [node.N] declare of each node's records, less what is held out. Throws InvalidInput unless every
/// node has a table.
std::vector<std::uint64_t> declared_sizes(const DataSettings& data, NodeId nodes);

}  // namespace sotto
