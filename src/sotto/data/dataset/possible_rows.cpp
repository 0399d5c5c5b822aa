// SPDX-License-Identifier: MIT
#include "sotto/data/dataset/possible_rows.hpp"

#include <algorithm>

#include "sotto/problem/norms.hpp"

namespace sotto {
namespace {

std::vector<double> labels_of(const Encoding& encoding) {
  const ColumnEncoding* label = encoding.label();
  std::vector<double> labels;
  if (label == nullptr) return labels;
  if (encoding.label_kind() == LabelKind::number)
    for (const double end : {label->column.range->lowest, label->column.range->highest})
      labels.push_back(label->encoded(end));
  else
    for (std::uint32_t level = 0; level < label->column.levels.size(); ++level)
      labels.push_back(encoding.label_of_level(level));
  return labels;
}

}  // namespace

PossibleRows::PossibleRows(const Encoding& encoding)
    : lowest_(encoding.dimension(), 0.0),
      highest_(encoding.dimension(), 0.0),
      norm_(encoding.row_norm()),
      labels_(labels_of(encoding)) {
  for (const ColumnEncoding& column : encoding.columns()) {
    may_be_dropped_ |= column.missing == MissingAction::drop || column.unknown == UnknownLevel::drop;
    if (column.column.role != ColumnRole::feature) continue;
    for (std::uint32_t copy = 0; copy < column.column.repeat; ++copy) {
      const std::size_t first = column.first_coordinate + std::size_t{copy} * column.coordinates;
      if (column.column.type == ColumnType::category) {
        categories_.push_back({first, column.coordinates, column.unknown == UnknownLevel::none});
      } else {  // without a range, no further than a whole row may go
        lowest_[first] = column.column.range ? column.encoded(column.column.range->lowest) : -norm_;
        highest_[first] = column.column.range ? column.encoded(column.column.range->highest) : norm_;
      }
    }
  }
  if (encoding.schema().intercept) lowest_.back() = highest_.back() = 1;
}

void PossibleRows::write_row(std::span<const double> wish, std::span<double> row) const {
  for (std::size_t k = 0; k < row.size(); ++k) row[k] = std::clamp(wish[k], lowest_[k], highest_[k]);
  for (const Category& category : categories_) {
    const auto begin = wish.begin() + static_cast<std::ptrdiff_t>(category.first);
    const auto most = std::max_element(begin, begin + static_cast<std::ptrdiff_t>(category.levels));
    if (*most > 0.5 || !category.may_be_none) row[static_cast<std::size_t>(most - wish.begin())] = 1;
  }
  clip_to_norm(row, norm_);
}

}  // namespace sotto
