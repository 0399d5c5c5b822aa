// SPDX-License-Identifier: MIT
// NPY and IDX: a table of rows, and the labels in a second file or in one of its columns.
#include "sotto/data/dataset/formats.hpp"
#include "sotto/data/dataset/number_table.hpp"

namespace sotto {
namespace {

class TableReader {
 public:
  TableReader(ByteSource& bytes, ByteSource* labels, const ReaderContext& to)
      : bytes_(bytes), labels_(labels), to_(to) {}

  void read() {
    const TableLayout layout = layout_in(bytes_);
    check_columns(layout);
    check_rows(layout);
    if (labels_ == nullptr) return read_rows(layout, nullptr);
    to_.faults.in_file(to_.source.labels_path);
    NumberTable labels(*labels_, layout_in(*labels_), to_.faults);
    check_labels(labels.layout(), layout.rows);
    to_.faults.in_file(to_.source.path);
    read_rows(layout, &labels);
  }

 private:
  TableLayout layout_in(ByteSource& bytes) {
    return format_of(to_.source) == FileFormat::npy ? read_npy_layout(bytes, to_.faults)
                                                    : read_idx_layout(bytes, to_.faults);
  }

  void check_columns(const TableLayout& layout) {
    const bool declared = to_.encoding.label() != nullptr;
    if (labels_ != nullptr && !declared)
      throw InvalidInput({"data.labels", printable_path(to_.source.labels_path), "no column is declared as the label"});
    const bool left_out = declared && labels_ == nullptr && to_.purpose == ReadFor::predicting &&
                          layout.columns + 1 == to_.encoding.positions();
    if (left_out) to_.rows.without(ColumnRole::label);
    positions_ = positions_in_order(to_.encoding, labels_ == nullptr && !left_out);
    if (layout.columns != positions_.size())
      to_.faults.refuse(std::to_string(layout.columns) + " numbers in a row",
                        std::to_string(positions_.size()) +
                            " columns are declared for this file, the label too unless it has a file of its own");
  }

  void check_rows(const TableLayout& layout) {
    const std::optional<std::uint64_t> declared = to_.source.declared_rows;
    if (declared && layout.rows != *declared)
      to_.faults.refuse("a file of " + std::to_string(layout.rows) + " rows",
                        std::to_string(*declared) + " rows are declared");
  }

  void check_labels(const TableLayout& labels, std::uint64_t rows) {
    if (labels.columns != 1)
      to_.faults.refuse(std::to_string(labels.columns) + " numbers in a row", "a label is one number");
    if (labels.rows != rows)
      to_.faults.refuse(std::to_string(labels.rows) + " labels",
                        "there must be one for each of the " + std::to_string(rows) + " rows");
  }

  void read_rows(const TableLayout& layout, NumberTable* labels) {
    NumberTable table(bytes_, layout, to_.faults);
    for (std::uint64_t row = 1; row <= layout.rows && !to_.faults.full(); ++row) {
      to_.rows.begin_row();
      const std::span<const double> numbers = table.next_row();
      to_.faults.at_row(row);
      for (std::size_t k = 0; k < numbers.size(); ++k) to_.rows.number({positions_[k], k + 1}, numbers[k]);
      if (labels != nullptr) read_label(*labels, row);
      to_.rows.end_row();
    }
    if (to_.faults.full()) return;
    table.end();
    if (labels != nullptr) labels->end();
  }

  void read_label(NumberTable& labels, std::uint64_t row) {
    to_.faults.in_file(to_.source.labels_path);
    const std::span<const double> label = labels.next_row();
    to_.faults.at_row(row);
    to_.rows.number({to_.encoding.label()->first_position, 0}, label[0]);
    to_.faults.in_file(to_.source.path);
  }

  ByteSource& bytes_;
  ByteSource* labels_;
  const ReaderContext& to_;
  std::vector<std::uint32_t> positions_;
};

}  // namespace

void read_tables(ByteSource& bytes, ByteSource* labels, const ReaderContext& to) {
  TableReader(bytes, labels, to).read();
}

}  // namespace sotto
