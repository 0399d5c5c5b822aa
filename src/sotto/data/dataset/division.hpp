// SPDX-License-Identifier: MIT
// What all ways to divide rows are made of.
#pragma once

#include <string>

#include "sotto/data/dataset/partition.hpp"
#include "sotto/random/uniform.hpp"

namespace sotto {

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

}  // namespace sotto
