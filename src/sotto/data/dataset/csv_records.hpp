// SPDX-License-Identifier: MIT
// The records of a CSV file: cells between separators, quoted as RFC 4180 has it, one record at a time.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "sotto/data/dataset/byte_source.hpp"

namespace sotto {

/// A cell may be quoted, and then hold separators, line ends and doubled quotes; line ends are LF or CRLF. A byte order
/// mark is passed over. Nothing else is forgiven: a NUL byte, a quote in an unquoted cell, text after a closing quote,
/// a quote that never closes, a lone CR and a record of more than 16 MiB are refused.
class CsvRecords {
 public:
  /// Cells beyond `most_cells` are counted and not kept.
  CsvRecords(ByteSource& bytes, DataFaults& faults, char separator, std::size_t most_cells);

  /// Goes to the next record; false at the end of the file.
  bool next();

  std::uint64_t line() const { return first_line_; }  ///< that the record begins on
  std::size_t size() const { return count_; }
  /// Blanks around a cell that is not quoted are not part of it.
  std::string_view cell(std::size_t k) const;
  /// Nothing between two line ends.
  bool is_blank() const { return count_ == 1 && cells_[0].end == 0 && !cells_[0].quoted; }

 private:
  enum class After { cell, record };
  struct Cell {
    std::size_t begin, end;
    bool quoted;
  };

  void pass_byte_order_mark();
  After read_cell();
  After read_quoted();
  After after_quote(int byte);
  After end_of(int byte);
  void keep(int byte);
  [[noreturn]] void refuse(std::uint64_t line, const char* rule);

  ByteSource& bytes_;
  DataFaults& faults_;
  char separator_;
  std::size_t most_cells_;
  std::string text_;
  std::vector<Cell> cells_;
  std::size_t count_ = 0, record_bytes_ = 0;
  std::uint64_t line_ = 1, first_line_ = 1;
};

}  // namespace sotto
