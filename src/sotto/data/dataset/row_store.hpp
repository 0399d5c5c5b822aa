// SPDX-License-Identifier: MIT
// Rows of coordinates as they grow, dense or sparse, each clipped to the norm when it ends.
#pragma once

#include <cstdint>
#include <vector>

#include "sotto/problem/labelled_rows.hpp"

namespace sotto {

struct RowShape {
  std::size_t dimension;
  double norm;
  bool sparse;
};

class RowStore {
 public:
  explicit RowStore(const RowShape& shape);

  /// Memory for so many rows, or entries of sparse rows: what is not used then is never touched. May throw bad_alloc.
  void reserve_rows(std::uint64_t rows);
  void reserve_entries(std::uint64_t entries);

  void begin_row();
  /// A coordinate that is put again replaces what was there.
  void put(std::uint32_t coordinate, double value);
  /// The row is zero everywhere.
  void clear_row();
  /// Whether the row was longer than the norm.
  bool end_row();

  FeatureRows take() { return std::move(rows_); }

 private:
  struct Entry {
    std::uint32_t coordinate;
    double value;
  };

  bool end_sparse_row(SparseRows& rows);

  double norm_;
  FeatureRows rows_;
  std::vector<Entry> entries_;  ///< of the row at hand, if rows are sparse
};

}  // namespace sotto
