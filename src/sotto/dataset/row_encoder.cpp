// SPDX-License-Identifier: MIT
// Cells in, rows out.
#include "sotto/dataset/row_encoder.hpp"

#include <algorithm>
#include <cmath>
#include <new>
#include <stdexcept>

#include "sotto/dataset/cell_number.hpp"
#include "sotto/problem/row_clipping.hpp"

namespace sotto {
namespace {

constexpr std::uint64_t most_numbers = std::uint64_t{1} << 36;  // half a terabyte of doubles

void make_room(Dataset& data, const Encoding& encoding, std::uint64_t rows) {
  const std::uint64_t numbers = rows * encoding.dimension();
  const bool dense = !encoding.schema().sparse;
  const auto refuse = [&](const char* rule) {
    throw InvalidInput({"data.rows", std::to_string(rows) + " rows of " + std::to_string(encoding.dimension()), rule});
  };
  if (rows == 0) refuse("at least one row must be declared");
  if (rows > UINT32_MAX || (dense && numbers > most_numbers)) refuse("are more than is supported");
  try {
    if (dense) std::get<Records>(data.rows.features).values.reserve(numbers);
    if (encoding.label() != nullptr) data.rows.labels.reserve(rows);
    if (encoding.node() != nullptr) data.groups.reserve(rows);
  } catch (const std::bad_alloc&) {
    refuse("do not fit into memory");
  }
}

}  // namespace

RowEncoder::RowEncoder(const Encoding& encoding, DataFaults& faults, std::optional<std::uint64_t> declared_rows)
    : encoding_(encoding),
      faults_(faults),
      declared_rows_(declared_rows),
      has_label_(encoding.label() != nullptr),
      has_node_(encoding.node() != nullptr) {
  if (encoding.schema().sparse)
    data_.rows.features = SparseRows{.dimension = encoding.dimension()};
  else
    data_.rows.features = Records{.dimension = encoding.dimension()};
  if (declared_rows_) make_room(data_, encoding_, *declared_rows_);
  for (const ColumnEncoding& column : encoding.columns())
    if (column.coordinates == 1 && column.column.type == ColumnType::number && column.encoded(0) != 0)
      for (std::uint32_t k = 0; k < column.column.repeat; ++k)
        zeros_.push_back({column.first_coordinate + k, column.encoded(0)});
}

void RowEncoder::begin_row() {
  dropped_ = false;
  label_ = label_of_dropped_row();
  group_ = 0;
  entries_.clear();
  if (surplus()) return;
  if (auto* const dense = std::get_if<Records>(&data_.rows.features))
    dense->values.resize(dense->values.size() + dense->dimension);
}

void RowEncoder::begin_row_of_zeros() {
  begin_row();
  if (surplus()) return;
  for (const Entry& entry : zeros_) put(entry.coordinate, entry.value);
}

void RowEncoder::text(const FileCell& cell, std::string_view text) {
  const ColumnEncoding& column = encoding_.at(cell.position);
  if (surplus() || column.column.role == ColumnRole::ignore) return;
  if (column.missing_words.find(text)) return missing(column, cell);
  if (const std::optional<std::uint32_t> level = column.levels.find(text)) return put_level(column, cell, *level);
  const std::optional<double> value = number_in(text);
  if (value && !std::isfinite(*value)) return missing(column, cell);
  if (column.column.type == ColumnType::category) return unknown(column, cell);
  if (!value) return fault(cell, "must be a number, or a word that is declared for missing values");
  put_number(column, cell, *value);
}

void RowEncoder::number(const FileCell& cell, double value) {
  const ColumnEncoding& column = encoding_.at(cell.position);
  if (surplus() || column.column.role == ColumnRole::ignore) return;
  if (!std::isfinite(value) || column.missing_words.find(value)) return missing(column, cell);
  if (column.column.type == ColumnType::number) return put_number(column, cell, value);
  const std::optional<std::uint32_t> level = column.levels.find(value);
  level ? put_level(column, cell, *level) : unknown(column, cell);
}

void RowEncoder::fault(const FileCell& cell, const char* rule) {
  if (!faults_.full()) faults_.add(CellPlace{cell.column, encoding_.name_at(cell.position)}, rule);
}

void RowEncoder::missing(const ColumnEncoding& column, const FileCell& cell) {
  if (column.missing == MissingAction::refuse)
    return fault(cell, "is missing, and the rule for missing values is to refuse them");
  if (column.missing == MissingAction::drop) {
    dropped_ = true;
    return;
  }
  ++data_.counts.substituted_cells;
  if (column.column.type == ColumnType::number) return put_number(column, cell, column.substitute);
  put_level(column, cell, static_cast<std::uint32_t>(column.substitute));
}

void RowEncoder::unknown(const ColumnEncoding& column, const FileCell& cell) {
  if (column.unknown == UnknownLevel::refuse)
    return fault(cell, "is none of the declared levels, and the rule for unknown levels is to refuse them");
  if (column.unknown == UnknownLevel::drop)
    dropped_ = true;
  else
    ++data_.counts.unknown_levels;
}

void RowEncoder::put_number(const ColumnEncoding& column, const FileCell& cell, double value) {
  const std::optional<PublicRange>& range = column.column.range;
  if (range && (value < range->lowest || value > range->highest)) ++data_.counts.clipped_cells;
  if (column.column.role == ColumnRole::label)
    label_ = column.encoded(value);
  else
    put(column.first_coordinate + (cell.position - column.first_position), column.encoded(value));
}

void RowEncoder::put_level(const ColumnEncoding& column, const FileCell& cell, std::uint32_t level) {
  if (column.column.role == ColumnRole::label)
    label_ = encoding_.label_of_level(level);
  else if (column.column.role == ColumnRole::node)
    group_ = level;
  else
    put(column.first_coordinate + (cell.position - column.first_position) * column.coordinates + level, 1);
}

void RowEncoder::put(std::uint32_t coordinate, double value) {
  if (auto* const dense = std::get_if<Records>(&data_.rows.features))
    dense->row(dense->count() - 1)[coordinate] = value;
  else
    entries_.push_back({coordinate, value});
}

/// A dropped row is zero everywhere, in the intercept too: its gradient is zero under every loss.
void RowEncoder::clear_row() {
  dropped_ = true;
  label_ = label_of_dropped_row();
  entries_.clear();
  if (auto* const dense = std::get_if<Records>(&data_.rows.features)) {
    const auto row = dense->row(dense->count() - 1);
    std::fill(row.begin(), row.end(), 0.0);
  }
  data_.dropped.push_back(static_cast<std::uint32_t>(data_.counts.rows));
  ++data_.counts.dropped_rows;
}

void RowEncoder::end_features() {
  if (encoding_.schema().intercept && !dropped_) put(static_cast<std::uint32_t>(encoding_.dimension() - 1), 1);
  if (auto* const sparse = std::get_if<SparseRows>(&data_.rows.features)) return end_sparse_row(*sparse);
  auto& dense = std::get<Records>(data_.rows.features);
  if (clip_to_norm(dense.row(dense.count() - 1), encoding_.row_norm())) ++data_.counts.clipped_rows;
}

void RowEncoder::end_sparse_row(SparseRows& rows) {
  const auto before = [](const Entry& a, const Entry& b) { return a.coordinate < b.coordinate; };
  if (!std::is_sorted(entries_.begin(), entries_.end(), before))
    std::stable_sort(entries_.begin(), entries_.end(), before);
  for (std::size_t k = 0; k < entries_.size(); ++k) {
    const bool given_again = k + 1 < entries_.size() && entries_[k + 1].coordinate == entries_[k].coordinate;
    if (given_again || entries_[k].value == 0) continue;
    rows.columns.push_back(entries_[k].coordinate);
    rows.values.push_back(entries_[k].value);
  }
  if (clip_to_norm(std::span(rows.values).subspan(rows.begins.back()), encoding_.row_norm()))
    ++data_.counts.clipped_rows;
  rows.begins.push_back(rows.values.size());
}

void RowEncoder::end_row() {
  if (!surplus()) {
    if (dropped_) clear_row();
    end_features();
    if (has_label_) data_.rows.labels.push_back(label_);
    if (has_node_) data_.groups.push_back(group_);
  }
  ++data_.counts.rows;
}

double RowEncoder::label_of_dropped_row() const {
  switch (encoding_.label_kind()) {
    case LabelKind::signs:
      return -1;
    case LabelKind::number:
      return encoding_.label()->column.scaling == Scaling::none ? encoding_.label()->encoded(0) : 0;
    default:
      return 0;
  }
}

Dataset RowEncoder::finish() {
  const std::uint64_t rows = data_.counts.rows;
  faults_.at_file();
  if (declared_rows_ && rows != *declared_rows_ && !faults_.full())
    faults_.add("a file of " + std::to_string(rows) + " rows", std::to_string(*declared_rows_) + " rows are declared");
  if (!declared_rows_ && rows == 0) faults_.add("", "the file holds no rows");
  faults_.throw_if_any();
  return std::move(data_);
}

}  // namespace sotto
