// SPDX-License-Identifier: MIT
// All that is declared about the columns of a data file. Public: it is written down before the file is opened, and
// every constant of a plan follows from it alone.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "sotto/input/closed_set.hpp"

namespace sotto {

enum class ColumnRole { feature, label, node, ignore };
constexpr Names<4> names_of(ColumnRole) {
  return {"feature", "label", "node", "ignore"};
}

enum class ColumnType { number, category };
constexpr Names<2> names_of(ColumnType) {
  return {"number", "category"};
}

/// How a number in its public range becomes a coordinate: onto [-1, 1], onto [0, 1], or as it is.
enum class Scaling { symmetric, unit, none };
constexpr Names<3> names_of(Scaling) {
  return {"symmetric", "unit", "none"};
}

enum class MissingAction { refuse, drop, substitute };
constexpr Names<3> names_of(MissingAction) {
  return {"refuse", "drop", "substitute"};
}

struct MissingRule {
  MissingAction action = MissingAction::refuse;
  std::string substitute = {};  ///< a number in the column's unit, or one of its levels
};

/// What becomes of a cell that holds none of the declared levels. `none`: it counts as no level, all zeros.
enum class UnknownLevel { refuse, drop, none };
constexpr Names<3> names_of(UnknownLevel) {
  return {"refuse", "drop", "none"};
}

struct PublicRange {
  double lowest;
  double highest;
};

/// What is declared of one column, and what becomes of cells that hold neither a number in its range nor a level.
struct Column {
  std::string name;
  ColumnRole role = ColumnRole::feature;
  ColumnType type = ColumnType::number;
  std::uint32_t repeat = 1;                 ///< so many columns alike, side by side: "x" is then x1, x2, ...
  std::optional<PublicRange> range = {};    ///< of a number; what lies outside is moved to the nearer end
  Scaling scaling = Scaling::symmetric;     ///< of a number, the label too (`none` for counts)
  std::vector<std::string> levels = {};     ///< of a category; "a|b" is one level that cells write as a or as b
  bool classes = false;                     ///< a label of two levels is 0 and 1, not -1 and +1
  std::optional<MissingRule> missing = {};  ///< else the schema's; of a node column: refuse
  std::optional<UnknownLevel> unknown = {};
  std::optional<std::vector<std::string>> missing_words = {};
};

struct Schema {
  std::vector<Column> columns;  ///< every column of the file, in its order where the file has no names
  bool intercept = true;        ///< a last coordinate that is 1 in every row that counts
  /// B, which no row exceeds. Not declared: the largest norm that ranges and levels allow, so that no row is clipped.
  std::optional<double> norm = {};
  MissingRule missing = {};
  UnknownLevel unknown = UnknownLevel::refuse;
  std::vector<std::string> missing_words = {"", "?", "NA", "NaN"};
  bool sparse = false;  ///< rows are kept as SparseRows
};

/// All faults of a declaration at once.
void check(const Schema& schema);

}  // namespace sotto
