// SPDX-License-Identifier: MIT
#include "sotto/report/document/table.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace sotto {

std::string ReportTable::text() const {
  std::vector<std::size_t> width(columns.size(), 0);
  const auto widen = [&](const std::vector<std::string>& row) {
    for (std::size_t k = 0; k < row.size(); ++k) width[k] = std::max(width[k], row[k].size());
  };
  widen(columns);
  for (const auto& row : rows) widen(row);
  std::size_t whole = 0;
  const auto line_of = [&](const std::vector<std::string>& row) {
    std::string line = "  ";
    for (std::size_t k = 0; k < row.size(); ++k)
      line += k == 0 ? fmt::format("{:<{}}", row[k], width[k]) : fmt::format("  {:>{}}", row[k], width[k]);
    whole = line.size() - 2;
    return line.substr(0, line.find_last_not_of(' ') + 1) + "\n";
  };
  std::string out = line_of(columns);
  out += "  " + std::string(whole, '-') + "\n";
  for (const auto& row : rows) out += line_of(row);
  return out;
}

}  // namespace sotto
