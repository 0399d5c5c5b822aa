// SPDX-License-Identifier: MIT
#include "sotto/data/dataset/row_encoder.hpp"

#include <algorithm>
#include <cmath>
#include <new>
#include <utility>

#include "sotto/data/dataset/cell_words.hpp"

namespace sotto {
namespace {

constexpr std::uint64_t most_numbers = std::uint64_t{1} << 36;  // half a terabyte of doubles
constexpr std::uint64_t most_entries = std::uint64_t{1} << 32;  // that room is made for at once

[[noreturn]] void refuse_rows(const Encoding& encoding, const DataSource& source, const char* rule) {
  const std::uint64_t rows = *source.declared_rows;
  throw InvalidInput(
      {source.records_field, std::to_string(rows) + " rows of " + std::to_string(encoding.dimension()), rule});
}

void check_room(const Encoding& encoding, const DataSource& source) {
  const std::uint64_t rows = *source.declared_rows;
  if (rows == 0) refuse_rows(encoding, source, "at least one row must be declared");
  const bool too_many = rows > UINT32_MAX || (!encoding.schema().sparse && rows * encoding.dimension() > most_numbers);
  if (too_many) refuse_rows(encoding, source, "are more than is supported");
}

}  // namespace

RowEncoder::RowEncoder(const Encoding& encoding, DataFaults& faults, const DataSource& source)
    : encoding_(encoding),
      faults_(faults),
      declared_rows_(source.declared_rows),
      has_label_(encoding.label() != nullptr),
      has_node_(encoding.node() != nullptr),
      store_({.dimension = encoding.dimension(), .norm = encoding.row_norm(), .sparse = encoding.schema().sparse}) {
  for (const ColumnEncoding& column : encoding.columns())
    if (column.coordinates == 1 && column.column.type == ColumnType::number && column.encoded(0) != 0)
      for (std::uint32_t k = 0; k < column.column.repeat; ++k)
        zeros_.emplace_back(column.first_coordinate + k, column.encoded(0));
  if (!declared_rows_) return;
  check_room(encoding_, source);
  try {
    store_.reserve_rows(*declared_rows_);
    if (has_label_) data_.rows.labels.reserve(*declared_rows_);
    if (has_node_) data_.groups.reserve(*declared_rows_);
  } catch (const std::bad_alloc&) {
    refuse_rows(encoding_, source, "do not fit into memory");
  }
}

void RowEncoder::expect_entries(std::uint64_t entries) {
  try {
    store_.reserve_entries(std::min(entries, most_entries));
  } catch (const std::bad_alloc&) {
    return;  // it was a bound from above: rows may fit all the same
  }
}

void RowEncoder::begin_row() {
  dropped_ = false;
  label_ = label_of_dropped_row();
  group_ = 0;
  if (!surplus()) store_.begin_row();
}

void RowEncoder::begin_row_of_zeros() {
  begin_row();
  if (surplus()) return;
  for (const auto& [coordinate, value] : zeros_) store_.put(coordinate, value);
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
    store_.put(column.first_coordinate + (cell.position - column.first_position), column.encoded(value));
}

void RowEncoder::put_level(const ColumnEncoding& column, const FileCell& cell, std::uint32_t level) {
  if (column.column.role == ColumnRole::label)
    label_ = encoding_.label_of_level(level);
  else if (column.column.role == ColumnRole::node)
    group_ = level;
  else
    store_.put(column.first_coordinate + (cell.position - column.first_position) * column.coordinates + level, 1);
}

/// A dropped row is zero everywhere, in the intercept too: its gradient is zero under every loss.
void RowEncoder::drop_row() {
  store_.clear_row();
  label_ = label_of_dropped_row();
  data_.dropped.push_back(static_cast<std::uint32_t>(data_.counts.rows));
  ++data_.counts.dropped_rows;
}

void RowEncoder::end_row() {
  if (!surplus()) {
    if (dropped_)
      drop_row();
    else if (encoding_.schema().intercept)
      store_.put(static_cast<std::uint32_t>(encoding_.dimension() - 1), 1);
    if (store_.end_row()) ++data_.counts.clipped_rows;
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
  data_.rows.features = store_.take();
  return std::move(data_);
}

}  // namespace sotto
