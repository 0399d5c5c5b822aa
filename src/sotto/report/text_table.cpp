// SPDX-License-Identifier: MIT
// A table for a terminal.
#include "sotto/report/text_table.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace sotto {

std::string TextTable::text() const {
  std::vector<std::size_t> width(rows_[0].size(), 0);
  for (const auto& row : rows_)
    for (std::size_t k = 0; k < row.size(); ++k) width[k] = std::max(width[k], row[k].size());
  std::string out;
  for (const auto& row : rows_) {
    std::string line = "  ";
    for (std::size_t k = 0; k < row.size(); ++k)
      line += k == 0 ? fmt::format("{:<{}}", row[k], width[k]) : fmt::format("  {:>{}}", row[k], width[k]);
    out += line.substr(0, line.find_last_not_of(' ') + 1) + "\n";
    if (&row == &rows_.front()) out += "  " + std::string(line.size() - 2, '-') + "\n";
  }
  return out;
}

}  // namespace sotto
