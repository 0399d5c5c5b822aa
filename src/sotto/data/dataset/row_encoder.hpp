// SPDX-License-Identifier: MIT
// Cells in, rows out: every format hands its cells to this one place, which applies the declared rules.
#pragma once

#include <cstdint>
#include <optional>
#include <string_view>
#include <vector>

#include "sotto/data/dataset/data_faults.hpp"
#include "sotto/data/dataset/data_source.hpp"
#include "sotto/data/dataset/dataset.hpp"
#include "sotto/data/dataset/encoding.hpp"
#include "sotto/problem/labelled_rows.hpp"

namespace sotto {

struct RowShape {
  std::size_t dimension;
  double norm;
  bool sparse;
};

/// Rows of coordinates as they grow, dense or sparse, each clipped to the norm when it ends.
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
