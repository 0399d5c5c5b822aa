// SPDX-License-Identifier: MIT
// Cells in, rows out: every format hands its cells to this one place, which applies the declared rules.
#pragma once

#include <optional>
#include <string_view>

#include "sotto/data/dataset/data_faults.hpp"
#include "sotto/data/dataset/data_source.hpp"
#include "sotto/data/dataset/dataset.hpp"
#include "sotto/data/dataset/encoding.hpp"
#include "sotto/data/dataset/row_store.hpp"

namespace sotto {

/// A cell's column among the declared ones (from 0), and in the file as people count (from 1).
struct FileCell {
  std::uint32_t position;
  std::uint64_t column;
};

class RowEncoder {
 public:
  /// Makes room for the declared rows, if they are declared. Encoding and faults must outlive it.
  RowEncoder(const Encoding& encoding, DataFaults& faults, const DataSource& source);

  /// The file has no label, or no node column: rows for a prediction need neither.
  void without(ColumnRole role) { (role == ColumnRole::label ? has_label_ : has_node_) = false; }

  /// At most so many entries follow, so that sparse rows need not move as they grow. A hint.
  void expect_entries(std::uint64_t entries);

  void begin_row();
  /// What is then not given is the number 0: of formats that leave zeros out.
  void begin_row_of_zeros();
  void text(const FileCell& cell, std::string_view text);
  void number(const FileCell& cell, double value);
  void end_row();

  /// Refuses, with every fault so far, another number of rows than was declared.
  Dataset finish();

 private:
  bool surplus() const { return declared_rows_ && data_.counts.rows >= *declared_rows_; }
  void fault(const FileCell& cell, const char* rule);
  void missing(const ColumnEncoding& column, const FileCell& cell);
  void unknown(const ColumnEncoding& column, const FileCell& cell);
  void put_number(const ColumnEncoding& column, const FileCell& cell, double value);
  void put_level(const ColumnEncoding& column, const FileCell& cell, std::uint32_t level);
  void drop_row();
  double label_of_dropped_row() const;

  const Encoding& encoding_;
  DataFaults& faults_;
  std::optional<std::uint64_t> declared_rows_;
  bool has_label_, has_node_;
  std::vector<std::pair<std::uint32_t, double>> zeros_;  ///< coordinates that are not 0 where the number is
  RowStore store_;
  Dataset data_;
  double label_ = 0;
  std::uint32_t group_ = 0;
  bool dropped_ = false;
};

}  // namespace sotto
