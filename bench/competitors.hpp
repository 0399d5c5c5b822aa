// SPDX-License-Identifier: MIT
// What others offer for the same work, compiled for the instruction set it is compared on.
#pragma once

#include <span>
#include <string_view>

#include "sotto/simulation/blocks/kernel.hpp"

namespace sotto::bench {

/// `columns` numbers a node, row after row.
struct EigenMixture {
  std::uint32_t nodes;
  std::uint32_t columns;
  const int* starts;
  const int* column_of_entry;
  const double* weights;
  std::size_t entries;
};

struct Competitor {
  std::string_view instruction_set;
  /// std::normal_distribution on std::mt19937_64.
  void (*standard_normals)(std::span<double> out);
  /// Eigen: SparseMatrix<double, RowMajor> times a dense matrix of rows.
  void (*mix)(const EigenMixture& by, const double* y, double* next);
};

/// Of the kernel's instruction set.
const Competitor& competitor_for(const Kernel& kernel);

}  // namespace sotto::bench
