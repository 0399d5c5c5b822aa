// SPDX-License-Identifier: MIT
// A table for a terminal: columns as wide as their widest cell, numbers on the right.
#pragma once

#include <string>
#include <vector>

namespace sotto {

class TextTable {
 public:
  explicit TextTable(std::vector<std::string> header) : rows_{std::move(header)} {}
  void add(std::vector<std::string> row) { rows_.push_back(std::move(row)); }

  /// First column to the left, the others to the right; a rule under the header.
  std::string text() const;

 private:
  std::vector<std::vector<std::string>> rows_;
};

}  // namespace sotto
