// SPDX-License-Identifier: MIT
#include "sotto/data/dataset/encoding.hpp"

#include <algorithm>
#include <cmath>
#include <utility>

#include "sotto/problem/norms.hpp"

namespace sotto {
namespace {

void fill_words(const Schema& schema, ColumnEncoding& encoding) {
  for (const std::string& word : encoding.column.missing_words.value_or(schema.missing_words))
    encoding.missing_words.add(word, 0);
  for (std::uint32_t level = 0; level < encoding.column.levels.size(); ++level)
    for (const std::string_view spelling : spellings(encoding.column.levels[level]))
      encoding.levels.add(spelling, level);
}

void fill_rules(const Schema& schema, ColumnEncoding& encoding) {
  const Column& column = encoding.column;
  const bool is_node = column.role == ColumnRole::node, is_label = column.role == ColumnRole::label;
  const MissingRule missing = column.missing.value_or(is_node ? MissingRule{} : schema.missing);
  encoding.missing = missing.action;
  if (missing.action == MissingAction::substitute)
    encoding.substitute = column.type == ColumnType::category ? encoding.levels.find(missing.substitute).value_or(0)
                                                              : number_in(missing.substitute).value_or(0);
  const bool has_none = !is_node && !is_label;  // a default of `none` is meant for features
  const UnknownLevel unless_declared =
      is_node || (schema.unknown == UnknownLevel::none && !has_none) ? UnknownLevel::refuse : schema.unknown;
  encoding.unknown = column.unknown.value_or(unless_declared);
}

}  // namespace

AffineMap ColumnEncoding::from_units() const {
  if (column.type != ColumnType::number || !column.range || column.scaling == Scaling::none) return {};
  const auto [lowest, highest] = *column.range;
  if (column.scaling == Scaling::unit) return {.offset = lowest, .factor = 1 / (highest - lowest)};
  return {.offset = lowest + (highest - lowest) / 2, .factor = 2 / (highest - lowest)};
}

double ColumnEncoding::encoded(double value) const {
  if (!column.range) return value;
  const auto [lowest, highest] = *column.range;
  value = std::clamp(value, lowest, highest);
  if (column.scaling == Scaling::none) return value;
  const double width = highest - lowest;
  if (column.scaling == Scaling::unit) return std::clamp((value - lowest) / width, 0.0, 1.0);
  return std::clamp(((value - lowest) - (highest - value)) / width, -1.0, 1.0);  // -1 and 1 exactly at the ends
}

double ColumnEncoding::largest_coordinate() const {
  if (column.type == ColumnType::category || column.scaling != Scaling::none) return 1;
  return std::max(std::abs(column.range->lowest), std::abs(column.range->highest));
}

Encoding::Encoding(Schema schema) : schema_(std::move(schema)) {
  check(schema_);
  for (const Column& column : schema_.columns) {
    ColumnEncoding encoding{.column = column};
    encoding.first_position = positions();
    encoding.first_coordinate = static_cast<std::uint32_t>(dimension_);
    fill_words(schema_, encoding);
    fill_rules(schema_, encoding);
    if (column.role == ColumnRole::feature)
      encoding.coordinates = column.type == ColumnType::number ? 1 : static_cast<std::uint32_t>(column.levels.size());
    dimension_ += std::size_t{encoding.coordinates} * column.repeat;
    column_of_.insert(column_of_.end(), column.repeat, static_cast<std::uint32_t>(columns_.size()));
    columns_.push_back(std::move(encoding));
  }
  if (schema_.intercept) ++dimension_;
  row_norm_ = schema_.norm ? *schema_.norm : norm_that_is_allowed();
}

double Encoding::norm_that_is_allowed() const {
  std::vector<double> largest(schema_.intercept ? 1 : 0, 1.0);
  for (const ColumnEncoding& encoding : columns_)
    if (encoding.column.role == ColumnRole::feature)  // one of a category's coordinates at most is 1
      largest.insert(largest.end(), encoding.column.repeat, encoding.largest_coordinate());
  return norm_from_above(largest);
}

std::string Encoding::name_at(std::uint32_t position) const {
  const ColumnEncoding& encoding = at(position);
  if (encoding.column.repeat == 1) return encoding.column.name;
  return encoding.column.name + std::to_string(position - encoding.first_position + 1);
}

const ColumnEncoding* Encoding::with_role(ColumnRole role) const {
  for (const ColumnEncoding& encoding : columns_)
    if (encoding.column.role == role) return &encoding;
  return nullptr;
}

LabelKind Encoding::label_kind() const {
  const ColumnEncoding* found = label();
  if (found == nullptr) return LabelKind::none;
  if (found->column.type == ColumnType::number) return LabelKind::number;
  return found->column.levels.size() == 2 && !found->column.classes ? LabelKind::signs : LabelKind::classes;
}

double Encoding::label_of_level(std::uint32_t level) const {
  if (label_kind() == LabelKind::signs) return level == 0 ? -1 : 1;
  return level;
}

std::size_t encoded_dimension(const Schema& schema) {
  return Encoding(schema).dimension();
}

double row_norm(const Schema& schema) {
  return Encoding(schema).row_norm();
}

std::vector<std::string> coordinate_names(const Schema& schema) {
  const Encoding encoding(schema);
  std::vector<std::string> names;
  names.reserve(encoding.dimension());
  for (std::uint32_t position = 0; position < encoding.positions(); ++position) {
    const Column& column = encoding.at(position).column;
    if (column.role != ColumnRole::feature) continue;
    const std::string name = encoding.name_at(position);
    if (column.type == ColumnType::number) names.push_back(name);
    for (const std::string& level : column.levels) names.emplace_back(name).append("=").append(level);
  }
  if (schema.intercept) names.emplace_back("(intercept)");
  return names;
}

std::vector<AffineMap> coordinate_maps(const Schema& schema) {
  const Encoding encoding(schema);
  std::vector<AffineMap> maps;
  maps.reserve(encoding.dimension());
  for (const ColumnEncoding& column : encoding.columns())
    maps.insert(maps.end(), std::size_t{column.coordinates} * column.column.repeat, column.from_units());
  if (schema.intercept) maps.emplace_back();
  return maps;
}

}  // namespace sotto
