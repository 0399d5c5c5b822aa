// SPDX-License-Identifier: MIT
// One data set divided among nodes, for simulations: which rows each node holds.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "sotto/input/closed_set.hpp"
#include "sotto/problem/labelled_rows.hpp"

namespace sotto {

enum class PartitionKind {
  iid,        ///< shuffled, sizes that differ by at most one
  by_column,  ///< the node column says which
  dirichlet,  ///< for each label its own random shares of the nodes
  shards      ///< sorted by label, cut into equal shards, some shards for each node
};
constexpr Names<4> names_of(PartitionKind) {
  return {"iid", "by-column", "dirichlet", "shards"};
}

struct PartitionSpec {
  PartitionKind kind = PartitionKind::iid;
  std::uint32_t nodes = 1;
  std::uint64_t seed = 0;
  std::uint32_t trial = 0;
  double concentration = 0.5;         ///< of `dirichlet`: small means that nodes hold few labels
  std::uint32_t shards_per_node = 2;  ///< of `shards`
};

/// What a division may depend on.
struct RowsToDivide {
  std::size_t count;
  std::span<const double> labels = {};         ///< for `dirichlet` and `shards`
  std::span<const std::uint32_t> groups = {};  ///< for `by_column`: a node for each row
};

/// For each node its rows; they rise.
using Partition = std::vector<std::vector<std::uint32_t>>;

/// Every row goes to exactly one node, and every node gets at least one; refused where that cannot be. The sizes of
/// by_column and dirichlet follow from records: they are no public constants. A function of seed and trial.
Partition divide(const PartitionSpec& spec, const RowsToDivide& rows);

/// How many rows each node holds.
std::vector<std::size_t> sizes_of(const Partition& partition);

/// These rows in this order, dense or sparse as they were.
LabelledRows rows_of(const LabelledRows& all, std::span<const std::uint32_t> chosen);

}  // namespace sotto
