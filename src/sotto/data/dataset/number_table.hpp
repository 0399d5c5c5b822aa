// SPDX-License-Identifier: MIT
// The numbers of a binary file, row by row: NPY and IDX differ in what lies before them.
#pragma once

#include <span>

#include "sotto/data/dataset/byte_source.hpp"

namespace sotto {

struct TableLayout {
  std::uint64_t rows = 0;
  std::uint64_t columns = 1;  ///< of all dimensions after the first
  std::uint64_t number_bytes = 1;
  double (*at)(const char*) = nullptr;
  bool columns_first = false;  ///< NumPy's Fortran order
};

TableLayout read_npy_layout(ByteSource& bytes, DataFaults& faults);
TableLayout read_idx_layout(ByteSource& bytes, DataFaults& faults);

/// Sizes of all dimensions as rows and columns. Refuses what has none, or more numbers than 2^48.
void set_shape(TableLayout& layout, std::span<const std::uint64_t> sizes, DataFaults& faults);

/// Reads what a header claims, once its size was found to be what is wanted.
class NumberTable {
 public:
  /// Refuses a file with another number of bytes than its layout needs, as far as that is known before it is read.
  NumberTable(ByteSource& bytes, const TableLayout& layout, DataFaults& faults);

  const TableLayout& layout() const { return layout_; }
  /// The next row, in place until the call after it. Refuses a file that is cut off.
  std::span<const double> next_row();
  /// Refuses what follows the last row.
  void end();

 private:
  void read_by_rows();
  void read_by_columns();
  void read_exactly(std::span<char> out);

  ByteSource& bytes_;
  TableLayout layout_;
  DataFaults& faults_;
  std::uint64_t begin_, row_ = 0;
  std::uint64_t block_begin_ = 0, block_rows_ = 0;
  std::vector<char> raw_;
  std::vector<double> block_;  ///< some rows, one after another
};

}  // namespace sotto
