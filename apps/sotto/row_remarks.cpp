// SPDX-License-Identifier: MIT
#include "row_remarks.hpp"

#include <fmt/format.h>

#include "terminal.hpp"

namespace sotto::app {

void remark_on(const RowCounts& counts, const RowRules& rules) {
  const auto say = [](std::uint64_t count, const std::string& what) {
    if (count > 0) remark("note", fmt::format("{} {}", count, what));
  };
  say(counts.dropped_rows, fmt::format("rows are dropped by {} rules and {}", rules.whose, rules.dropped));
  say(counts.clipped_rows, fmt::format("rows are longer than {} row_norm and were scaled down to it", rules.whose));
  say(counts.clipped_cells, "values lie outside their range and were moved to its end");
  say(counts.substituted_cells, "missing values were substituted");
  say(counts.unknown_levels, "values are none of their levels and count as none");
}

}  // namespace sotto::app
