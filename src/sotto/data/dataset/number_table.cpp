// SPDX-License-Identifier: MIT
#include "sotto/data/dataset/number_table.hpp"

#include <algorithm>

namespace sotto {
namespace {

constexpr std::uint64_t most_table_numbers = std::uint64_t{1} << 48;
constexpr std::uint64_t rows_at_once = 256;  // where columns come first: so many seeks less

}  // namespace

void set_shape(TableLayout& layout, std::span<const std::uint64_t> sizes, DataFaults& faults) {
  if (sizes.empty()) faults.refuse("", "must have at least one dimension: its rows");
  layout.rows = sizes[0];
  layout.columns = 1;
  for (std::size_t k = 1; k < sizes.size(); ++k) {
    if (sizes[k] > most_table_numbers / std::max<std::uint64_t>(1, layout.columns))
      faults.refuse("", "the header claims more numbers than are supported");
    layout.columns *= sizes[k];
  }
  if (layout.rows > most_table_numbers / std::max<std::uint64_t>(1, layout.columns))
    faults.refuse("", "the header claims more numbers than are supported");
}

NumberTable::NumberTable(ByteSource& bytes, const TableLayout& layout, DataFaults& faults)
    : bytes_(bytes), layout_(layout), faults_(faults), begin_(bytes.position()) {
  const std::optional<std::uint64_t> left = bytes_.left();
  const std::uint64_t wanted = layout_.rows * layout_.columns * layout_.number_bytes;
  if (left && *left != wanted)
    faults_.refuse(std::to_string(*left) + " bytes after the header", "its shape needs " + std::to_string(wanted));
  if (layout_.columns_first && !left)
    faults_.refuse("", "columns come first (Fortran order): such a file cannot be read from gzip");
}

std::span<const double> NumberTable::next_row() {
  if (row_ == block_begin_ + block_rows_) {
    block_begin_ = row_;
    block_rows_ = layout_.columns_first ? std::min(rows_at_once, layout_.rows - row_) : 1;
    block_.resize(block_rows_ * layout_.columns);
    layout_.columns_first ? read_by_columns() : read_by_rows();
  }
  return std::span<const double>(block_).subspan((row_++ - block_begin_) * layout_.columns, layout_.columns);
}

void NumberTable::read_by_rows() {
  raw_.resize(layout_.columns * layout_.number_bytes);
  read_exactly(raw_);
  for (std::size_t c = 0; c < block_.size(); ++c) block_[c] = layout_.at(raw_.data() + c * layout_.number_bytes);
}

void NumberTable::read_by_columns() {
  raw_.resize(block_rows_ * layout_.number_bytes);
  for (std::uint64_t c = 0; c < layout_.columns; ++c) {
    bytes_.go_to(begin_ + (c * layout_.rows + block_begin_) * layout_.number_bytes);
    read_exactly(raw_);
    for (std::uint64_t r = 0; r < block_rows_; ++r)
      block_[r * layout_.columns + c] = layout_.at(raw_.data() + r * layout_.number_bytes);
  }
}

void NumberTable::read_exactly(std::span<char> out) {
  if (bytes_.read(out) == out.size()) return;
  faults_.at_file();
  faults_.refuse("", "the file is cut off in row " + std::to_string(row_ + 1) + " of " + std::to_string(layout_.rows));
}

void NumberTable::end() {
  if (layout_.columns_first || bytes_.peek() == ByteSource::end) return;
  faults_.at_file();
  faults_.refuse("", "something follows the " + std::to_string(layout_.rows) + " rows that the header claims");
}

}  // namespace sotto
