// SPDX-License-Identifier: MIT
#include "sotto/data/dataset/number_table.hpp"

#include <algorithm>
#include <array>
#include <bit>

#include "sotto/files/npy_header.hpp"

namespace sotto {
namespace {

constexpr std::uint64_t most_table_numbers = std::uint64_t{1} << 48;
constexpr std::uint64_t rows_at_once = 256;  // where columns come first: so many seeks less

template <class Bits>
Bits big_endian(const char* bytes) {
  Bits bits = 0;
  for (std::size_t k = 0; k < sizeof bits; ++k)
    bits = static_cast<Bits>(static_cast<std::uint64_t>(bits) << 8 | static_cast<unsigned char>(bytes[k]));
  return bits;
}

template <class Number, class Bits>
double idx_number_at(const char* bytes) {
  return static_cast<double>(std::bit_cast<Number>(big_endian<Bits>(bytes)));
}

struct IdxNumber {
  unsigned char code;
  std::uint64_t bytes;
  double (*at)(const char*);
};

constexpr std::array idx_numbers{IdxNumber{0x08, 1, idx_number_at<std::uint8_t, std::uint8_t>},
                                 IdxNumber{0x09, 1, idx_number_at<std::int8_t, std::uint8_t>},
                                 IdxNumber{0x0B, 2, idx_number_at<std::int16_t, std::uint16_t>},
                                 IdxNumber{0x0C, 4, idx_number_at<std::int32_t, std::uint32_t>},
                                 IdxNumber{0x0D, 4, idx_number_at<float, std::uint32_t>},
                                 IdxNumber{0x0E, 8, idx_number_at<double, std::uint64_t>}};

std::string take(ByteSource& bytes, std::uint64_t count) {
  std::string taken(count, '\0');
  taken.resize(bytes.read(taken));
  return taken;
}

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

TableLayout read_npy_layout(ByteSource& bytes, DataFaults& faults) {
  const NpyHeader header = read_npy_header({.take = [&](std::uint64_t count) { return take(bytes, count); },
                                            .refuse = [&](const std::string& rule) { faults.refuse("", rule); }});
  TableLayout layout{.columns_first = header.columns_first && header.shape.size() > 1};
  const std::optional<NpyNumber> number = npy_number(header.type);
  if (!number) faults.refuse("the type of its numbers", npy_number_rule);
  layout.number_bytes = number->bytes;
  layout.at = number->at;
  set_shape(layout, header.shape, faults);
  return layout;
}

TableLayout read_idx_layout(ByteSource& bytes, DataFaults& faults) {
  const std::string magic = take(bytes, 4);
  if (magic.size() < 4 || magic[0] != 0 || magic[1] != 0)
    faults.refuse("", "is not an IDX file: it does not begin with two zero bytes, a type and a number of dimensions");
  TableLayout layout;
  for (const IdxNumber& number : idx_numbers)
    if (static_cast<char>(number.code) == magic[2]) layout.number_bytes = number.bytes, layout.at = number.at;
  if (layout.at == nullptr) faults.refuse("the type of its numbers", "must be one of IDX's: 8, 9, 11, 12, 13 or 14");
  std::vector<std::uint64_t> sizes(static_cast<unsigned char>(magic[3]));
  for (std::uint64_t& size : sizes) {
    const std::string word = take(bytes, 4);
    if (word.size() < 4) faults.refuse("", "is cut off: its header does not end");
    size = big_endian<std::uint32_t>(word.data());
  }
  set_shape(layout, sizes, faults);
  return layout;
}

}  // namespace sotto
