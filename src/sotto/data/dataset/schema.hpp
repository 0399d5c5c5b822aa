// SPDX-License-Identifier: MIT
// All that is declared about the columns of a data file. Public: it is written down before the file is opened, and
// every constant of a plan follows from it alone.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "sotto/data/dataset/column.hpp"

namespace sotto {

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
