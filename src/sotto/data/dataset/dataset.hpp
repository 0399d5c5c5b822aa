// SPDX-License-Identifier: MIT
// The rows of one data file, encoded. All of it is private.
#pragma once

#include <cstdint>
#include <vector>

#include "sotto/problem/labelled_rows.hpp"

namespace sotto {

/// How often a declared rule had to mend a row. The counts depend on records: they are for the terminal of whoever
/// holds the file, and for nothing else. There is no way to write them to a report, and there should be none.
struct RowCounts {
  std::uint64_t rows = 0;
  std::uint64_t dropped_rows = 0;
  std::uint64_t clipped_rows = 0;       ///< to the norm B
  std::uint64_t clipped_cells = 0;      ///< into their range
  std::uint64_t substituted_cells = 0;  ///< missing ones
  std::uint64_t unknown_levels = 0;     ///< that count as none
};

struct Dataset {
  LabelledRows rows;
  std::vector<std::uint32_t> groups = {};   ///< of each row the level of the node column; empty where there is none
  std::vector<std::uint32_t> dropped = {};  ///< rows that a rule made zeros; they rise
  RowCounts counts = {};
};

}  // namespace sotto
