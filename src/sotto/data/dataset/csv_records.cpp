// SPDX-License-Identifier: MIT
#include "sotto/data/dataset/csv_records.hpp"

#include "sotto/data/dataset/cell_words.hpp"

namespace sotto {
namespace {

constexpr std::size_t longest_record = std::size_t{1} << 24;

}  // namespace

CsvRecords::CsvRecords(ByteSource& bytes, DataFaults& faults, char separator, std::size_t most_cells)
    : bytes_(bytes), faults_(faults), separator_(separator), most_cells_(most_cells) {
  pass_byte_order_mark();
}

void CsvRecords::pass_byte_order_mark() {
  constexpr const char* other_encoding = "must be UTF-8: this is UTF-16, or not text";
  const int first = bytes_.peek();
  if (first == 0xFE || first == 0xFF) refuse(1, other_encoding);
  if (first != 0xEF) return;
  bytes_.next();
  if (bytes_.next() != 0xBB || bytes_.next() != 0xBF) refuse(1, "must be UTF-8: it begins with half a byte order mark");
}

bool CsvRecords::next() {
  text_.clear();
  cells_.clear();
  count_ = record_bytes_ = 0;
  first_line_ = line_;
  if (bytes_.peek() == ByteSource::end) return false;
  while (read_cell() == After::cell) {
  }
  return true;
}

std::string_view CsvRecords::cell(std::size_t k) const {
  const std::string_view record = text_, text = record.substr(cells_[k].begin, cells_[k].end - cells_[k].begin);
  return cells_[k].quoted ? text : without_blanks(text);
}

CsvRecords::After CsvRecords::read_cell() {
  ++count_;
  const bool quoted = bytes_.peek() == '"';
  if (count_ <= most_cells_) cells_.push_back({text_.size(), text_.size(), quoted});
  if (quoted) return read_quoted();
  for (;;) {
    const int byte = bytes_.next();
    if (byte == separator_ || byte == '\n' || byte == '\r' || byte == ByteSource::end) return end_of(byte);
    if (byte == '"') refuse(line_, "a quote stands inside a cell that does not begin with one");
    keep(byte);
  }
}

CsvRecords::After CsvRecords::read_quoted() {
  const std::uint64_t opened = line_;
  bytes_.next();
  for (;;) {
    const int byte = bytes_.next();
    if (byte == ByteSource::end) refuse(opened, "a quote opens here and never closes");
    if (byte == '"' && bytes_.peek() != '"') return after_quote(bytes_.next());
    if (byte == '"') bytes_.next();
    if (byte == '\n') ++line_;
    keep(byte);
  }
}

CsvRecords::After CsvRecords::after_quote(int byte) {
  if (byte != separator_ && byte != '\n' && byte != '\r' && byte != ByteSource::end)
    refuse(line_, "text follows a closing quote; a quote in a quoted cell is written twice");
  return end_of(byte);
}

CsvRecords::After CsvRecords::end_of(int byte) {
  if (count_ <= most_cells_) cells_.back().end = text_.size();
  if (byte == separator_) return After::cell;
  if (byte == '\r' && bytes_.next() != '\n')
    refuse(line_, "a carriage return is not followed by a line feed; lines end with LF or CRLF");
  ++line_;
  return After::record;
}

void CsvRecords::keep(int byte) {
  if (byte == '\0') refuse(line_, "holds a NUL byte: this is not text");
  if (++record_bytes_ > longest_record) refuse(line_, "a row is longer than 16 MiB");
  if (count_ <= most_cells_) text_.push_back(static_cast<char>(byte));
}

void CsvRecords::refuse(std::uint64_t line, const char* rule) {
  faults_.at_line(line);
  faults_.refuse(count_ == 0 ? "" : "column " + std::to_string(count_), rule);
}

}  // namespace sotto
