// SPDX-License-Identifier: MIT
// The rows of one data file, encoded. All of it is private.
#pragma once

#include <cstdint>
#include <vector>

#include "sotto/data/dataset/row_counts.hpp"
#include "sotto/problem/labelled_rows.hpp"

namespace sotto {

struct Dataset {
  LabelledRows rows;
  std::vector<std::uint32_t> groups = {};   ///< of each row the level of the node column; empty where there is none
  std::vector<std::uint32_t> dropped = {};  ///< rows that a rule made zeros; they rise
  RowCounts counts = {};
};

}  // namespace sotto
