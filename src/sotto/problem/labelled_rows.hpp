// SPDX-License-Identifier: MIT
// The private rows of one node as numbers: features, dense or sparse from reading to gradient, and a label for each.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <variant>
#include <vector>

namespace sotto {

/// Dense rows of equal length.
struct Records {
  std::size_t dimension = 0;
  std::vector<double> values = {};  ///< row after row

  std::size_t count() const { return dimension == 0 ? 0 : values.size() / dimension; }
  std::span<const double> row(std::size_t k) const { return std::span(values).subspan(k * dimension, dimension); }
  std::span<double> row(std::size_t k) { return std::span(values).subspan(k * dimension, dimension); }
};

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
