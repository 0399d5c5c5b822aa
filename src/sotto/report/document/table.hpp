// SPDX-License-Identifier: MIT
// A table that people read, on a terminal or on a page.
#pragma once

#include <string>
#include <utility>
#include <vector>

namespace sotto {

struct ReportTable {
  std::string title = {};
  std::vector<std::string> columns;
  std::vector<std::vector<std::string>> rows = {};
  std::string note = {};

  void add(std::vector<std::string> row) { rows.push_back(std::move(row)); }

  /// For a terminal: columns as wide as their widest cell, the first to the left, the others to the right, and a rule
  /// under their names. Title and note are left to the caller.
  std::string text() const;
};

}  // namespace sotto
