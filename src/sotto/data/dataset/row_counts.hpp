// SPDX-License-Identifier: MIT
// How often a declared rule had to mend a row. The counts depend on records: they are for the terminal of who holds
// the file, and for nothing else. There is no way to write them to a report, and there should be none.
#pragma once

#include <cstdint>

namespace sotto {

struct RowCounts {
  std::uint64_t rows = 0;
  std::uint64_t dropped_rows = 0;
  std::uint64_t clipped_rows = 0;       ///< to the norm B
  std::uint64_t clipped_cells = 0;      ///< into their range
  std::uint64_t substituted_cells = 0;  ///< missing ones
  std::uint64_t unknown_levels = 0;     ///< that count as none
};

}  // namespace sotto
