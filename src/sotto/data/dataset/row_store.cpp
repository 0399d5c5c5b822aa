// SPDX-License-Identifier: MIT
// Rows of coordinates as they grow.
#include <algorithm>
#include <cmath>

#include "sotto/data/dataset/row_encoder.hpp"
#include "sotto/problem/norms.hpp"

namespace sotto {

namespace {

/// Arithmetic on the smallest doubles takes far longer than on others, which tells a row by the time of a gradient:
/// what lies below this counts as 0. Its square is an ordinary number still, and no measurement is that small.
constexpr double negligible = 0x1p-500;

void drop_negligible(std::span<double> row) {
  for (double& value : row)
    if (std::abs(value) < negligible) value = 0;
}

}  // namespace

RowStore::RowStore(const RowShape& shape) : norm_(shape.norm) {
  if (shape.sparse)
    rows_ = SparseRows{.dimension = shape.dimension};
  else
    rows_ = Records{.dimension = shape.dimension};
}

void RowStore::reserve_rows(std::uint64_t rows) {
  if (auto* const dense = std::get_if<Records>(&rows_)) dense->values.reserve(rows * dense->dimension);
}

void RowStore::reserve_entries(std::uint64_t entries) {
  auto* const sparse = std::get_if<SparseRows>(&rows_);
  if (sparse == nullptr) return;
  sparse->columns.reserve(entries);
  sparse->values.reserve(entries);
}

void RowStore::begin_row() {
  entries_.clear();
  if (auto* const dense = std::get_if<Records>(&rows_)) dense->values.resize(dense->values.size() + dense->dimension);
}

void RowStore::put(std::uint32_t coordinate, double value) {
  if (auto* const dense = std::get_if<Records>(&rows_))
    dense->row(dense->count() - 1)[coordinate] = value;
  else
    entries_.push_back({coordinate, value});
}

void RowStore::clear_row() {
  entries_.clear();
  if (auto* const dense = std::get_if<Records>(&rows_)) {
    const auto row = dense->row(dense->count() - 1);
    std::fill(row.begin(), row.end(), 0.0);
  }
}

bool RowStore::end_row() {
  if (auto* const sparse = std::get_if<SparseRows>(&rows_)) return end_sparse_row(*sparse);
  auto& dense = std::get<Records>(rows_);
  const std::span<double> row = dense.row(dense.count() - 1);
  const bool clipped = clip_to_norm(row, norm_);
  drop_negligible(row);
  return clipped;
}

bool RowStore::end_sparse_row(SparseRows& rows) {
  const auto before = [](const Entry& a, const Entry& b) { return a.coordinate < b.coordinate; };
  if (!std::is_sorted(entries_.begin(), entries_.end(), before))
    std::stable_sort(entries_.begin(), entries_.end(), before);
  for (std::size_t k = 0; k < entries_.size(); ++k) {
    const bool put_again = k + 1 < entries_.size() && entries_[k + 1].coordinate == entries_[k].coordinate;
    if (put_again || std::abs(entries_[k].value) < negligible) continue;
    rows.columns.push_back(entries_[k].coordinate);
    rows.values.push_back(entries_[k].value);
  }
  const std::span<double> row = std::span(rows.values).subspan(rows.begins.back());
  const bool clipped = clip_to_norm(row, norm_);
  drop_negligible(row);
  rows.begins.push_back(rows.values.size());
  return clipped;
}

}  // namespace sotto
