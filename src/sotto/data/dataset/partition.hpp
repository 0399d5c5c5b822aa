// SPDX-License-Identifier: MIT
// One data set divided: among nodes, for simulations, and into rows to fit to and rows that are held out.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "sotto/data/dataset/dataset.hpp"
#include "sotto/input/closed_set.hpp"
#include "sotto/problem/labelled_rows.hpp"
#include "sotto/random/uniform.hpp"

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

// What the kinds of division share.

using RowIndices = std::vector<std::uint32_t>;

/// The field is a configuration's: data.partition, graph.nodes, ...
[[noreturn]] void refuse_partition(const char* field, const std::string& value, const char* rule);

RowIndices all_rows(std::size_t count);

/// Piece k of `pieces` that differ by at most one in size.
std::span<const std::uint32_t> piece(const RowIndices& rows, std::uint64_t k, std::uint64_t pieces);

bool leaves_nobody_out(const Partition& partition);

Partition divide_dirichlet(const PartitionSpec& spec, const RowsToDivide& rows, RandomSequence& random);
Partition divide_shards(const PartitionSpec& spec, const RowsToDivide& rows, RandomSequence& random);

/// ln G, since with a small shape G itself is often below every double; G from the Gamma distribution of this shape
/// (0.001 to 1e6) and scale 1. The same bits from every compiler.
double draw_log_gamma(RandomSequence& random, double shape);

/// Rows are held out by their place in the file alone: how many are left is public.
struct HeldOut {
  Dataset kept, held_out;  ///< without counts: those are of the whole file
};

/// Rows 0, every, 2 every, ... are held out.
HeldOut hold_out(const Dataset& all, std::uint32_t every);

/// How many of so many rows are left; all of them for every = 0.
std::uint64_t kept_rows(std::uint64_t rows, std::uint32_t every);

/// Where in the file the row lies that is the `kept`-th of those that are left.
std::uint32_t place_of_kept(std::uint32_t kept, std::uint32_t every);

/// The rows of one after those of the other; both are dense or both sparse.
void append(const Dataset& some, Dataset& to);

}  // namespace sotto
