// SPDX-License-Identifier: MIT
// How the declared columns become coordinates: what a plan, a model and readers take from a schema. It knows no record.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "sotto/data/dataset/cell_words.hpp"
#include "sotto/data/dataset/schema.hpp"

namespace sotto {

/// coordinate = (value in the column's unit - offset) * factor.
struct AffineMap {
  double offset = 0;
  double factor = 1;
};

/// One declared column: where its cells go, and the rules that hold for it once defaults are filled in.
struct ColumnEncoding {
  Column column;
  std::uint32_t first_position = 0;    ///< among the file's columns, repeated ones counted
  std::uint32_t first_coordinate = 0;  ///< of a feature
  std::uint32_t coordinates = 0;       ///< of one of the repeated columns: 1 for a number, else one for each level
  CellWords levels = {};
  CellWords missing_words = {};
  MissingAction missing = MissingAction::refuse;
  double substitute = 0;  ///< a number, or the index of a level
  UnknownLevel unknown = UnknownLevel::refuse;

  AffineMap from_units() const;
  /// The coordinate of a finite number, which is moved into the range first.
  double encoded(double value) const;
  /// The coordinates' largest magnitude; only where a range is declared or the column is a category.
  double largest_coordinate() const;
};

/// What labels are once they are encoded.
enum class LabelKind { none, number, signs, classes };

class Encoding {
 public:
  /// Refuses a schema that breaks a rule, with all its faults.
  explicit Encoding(Schema schema);

  const Schema& schema() const { return schema_; }
  std::size_t dimension() const { return dimension_; }
  double row_norm() const { return row_norm_; }  ///< B
  const std::vector<ColumnEncoding>& columns() const { return columns_; }

  std::uint32_t positions() const { return static_cast<std::uint32_t>(column_of_.size()); }
  const ColumnEncoding& at(std::uint32_t position) const { return columns_[column_of_[position]]; }
  std::string name_at(std::uint32_t position) const;

  const ColumnEncoding* label() const { return with_role(ColumnRole::label); }
  const ColumnEncoding* node() const { return with_role(ColumnRole::node); }
  LabelKind label_kind() const;
  double label_of_level(std::uint32_t level) const;

 private:
  const ColumnEncoding* with_role(ColumnRole role) const;
  double norm_that_is_allowed() const;

  Schema schema_;
  std::vector<ColumnEncoding> columns_;
  std::vector<std::uint32_t> column_of_;  ///< by position
  std::size_t dimension_ = 0;
  double row_norm_ = 0;
};

std::size_t encoded_dimension(const Schema& schema);
double row_norm(const Schema& schema);

/// "age", "chest_pain=2", "(intercept)".
std::vector<std::string> coordinate_names(const Schema& schema);

/// For each coordinate, so that a model states coefficients in users' units. Of levels and the intercept: the identity.
std::vector<AffineMap> coordinate_maps(const Schema& schema);

}  // namespace sotto
