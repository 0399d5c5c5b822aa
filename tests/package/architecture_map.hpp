// SPDX-License-Identifier: MIT
// The map of ARCHITECTURE.md, row by row.
#pragma once

#include <gtest/gtest.h>

#include <algorithm>
#include <fstream>
#include <set>
#include <string>
#include <vector>

namespace sotto::test {

using Words = std::vector<std::string>;

/// A row of the map: "| `graph/` | graph | files, random | what it holds | other libraries |".
struct Row {
  std::string folder, target;
  Words uses;
  std::string holds, others;

  std::string line() const {
    std::string list;
    for (const std::string& one : uses) list += (list.empty() ? "" : ", ") + one;
    return "| `" + folder + "/` | " + target + " | " + (list.empty() ? "none" : list) + " | " + holds + " | " +
           (others.empty() ? "none" : others) + " |";
  }
  bool links_as(const Row& other) const {
    return folder == other.folder &&
           std::set(uses.begin(), uses.end()) == std::set(other.uses.begin(), other.uses.end());
  }
};

inline Words split(const std::string& text, const std::string& separator) {
  Words parts;
  for (std::size_t from = 0; from <= text.size();) {
    const std::size_t end = std::min(text.find(separator, from), text.size());
    parts.push_back(text.substr(from, end - from));
    from = end + separator.size();
  }
  return parts;
}

inline Words lines_of(const std::string& path) {
  std::ifstream file(path);
  EXPECT_TRUE(file) << path;
  Words lines;
  for (std::string line; std::getline(file, line);) lines.push_back(line);
  return lines;
}

inline std::vector<Row> rows_of_map() {
  std::vector<Row> rows;
  for (const std::string& line : lines_of(SOTTO_SOURCE_DIR "/ARCHITECTURE.md")) {
    const Words cells = split(line, " | ");
    if (cells.size() != 5 || !cells[0].starts_with("| `") || !cells[0].ends_with("/`")) continue;
    rows.push_back({.folder = cells[0].substr(3, cells[0].size() - 5),
                    .target = cells[1],
                    .uses = cells[2] == "none" ? Words{} : split(cells[2], ", "),
                    .holds = cells[3],
                    .others = cells[4].substr(0, cells[4].rfind(" |"))});
  }
  return rows;
}

}  // namespace sotto::test
