// SPDX-License-Identifier: MIT
// The private rows of one node as numbers: features, dense or sparse from reading to gradient, and a label for each.
#pragma once

#include <cstdint>
#include <variant>
#include <vector>

#include "sotto/problem/records.hpp"

namespace sotto {

/// Compressed rows: what is not listed is 0. Columns rise within a row.
struct SparseRows {
  std::size_t dimension = 0;
  std::vector<std::uint64_t> begins = {0};  ///< of row k in `columns` and `values`; one entry more than rows
  std::vector<std::uint32_t> columns = {};
  std::vector<double> values = {};
  std::size_t count() const { return begins.size() - 1; }
};

/// Dense rows are Records.
using FeatureRows = std::variant<Records, SparseRows>;

struct LabelledRows {
  FeatureRows features;
  std::vector<double> labels = {};  ///< one a row; empty where the problem has none
};

}  // namespace sotto
