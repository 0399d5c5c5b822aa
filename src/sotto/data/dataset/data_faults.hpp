// SPDX-License-Identifier: MIT
// Faults of a data file, with their place. They never show what a cell holds: that would be a message about a record.
#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <utility>
#include <vector>

#include "sotto/input/invalid_input.hpp"
#include "sotto/input/printable.hpp"

namespace sotto {

/// A cell as people find it: the file's column, from 1 (0: it needs no number), and the name that was declared for it.
struct CellPlace {
  std::uint64_t column;
  std::string name;
};

class DataFaults {
 public:
  DataFaults(std::string field, std::string path) : field_(std::move(field)), path_(std::move(path)) {}

  bool full() const { return faults_.size() >= Faults::most_shown; }
  bool empty() const { return faults_.empty(); }
  const std::string& path() const { return path_; }

  /// Rows are found by their line in a text file, by their number (from 1) in a binary one.
  void at_line(std::uint64_t line) { place_ = printable(path_) + ":" + std::to_string(line); }
  void at_row(std::uint64_t row) { place_ = printable(path_) + ": row " + std::to_string(row); }
  void at_file() { place_ = printable(path_); }
  /// Rows and labels of one data set may lie in two files.
  void in_file(const std::string& path) {
    path_ = path;
    at_file();
  }

  /// The same fault of other rows is counted, and said once: a column that was declared wrongly is one mistake.
  void add(std::string what, std::string rule) {
    const auto known = faults_at_.find({what, rule});
    if (known != faults_at_.end()) {
      ++more_places_[known->second];
      return;
    }
    if (full()) return;
    faults_at_.emplace(std::pair(what, rule), faults_.size());
    faults_.push_back({field_, std::move(what), std::move(rule), place_});
    more_places_.push_back(0);
  }
  void add(const CellPlace& cell, std::string rule) {
    if (cell.column == 0) return add(printable(cell.name), std::move(rule));
    add("column " + std::to_string(cell.column) + (cell.name.empty() ? "" : " (" + printable(cell.name) + ")"),
        std::move(rule));
  }
  /// Nothing after this can be understood.
  [[noreturn]] void refuse(std::string what, std::string rule) {
    add(std::move(what), std::move(rule));
    throw_all();
  }
  void throw_if_any() const {
    if (!faults_.empty()) throw_all();
  }

 private:
  [[noreturn]] void throw_all() const {
    std::vector<Fault> all = faults_;
    for (std::size_t k = 0; k < all.size(); ++k)
      if (more_places_[k] > 0)
        all[k].place += ", and " + std::to_string(more_places_[k]) + " more place" + (more_places_[k] == 1 ? "" : "s");
    throw InvalidInput(std::move(all), FaultKind::data);
  }

  std::string field_, path_;
  std::string place_ = printable(path_);
  std::vector<Fault> faults_;
  std::map<std::pair<std::string, std::string>, std::size_t> faults_at_;  // by what and rule
  std::vector<std::uint64_t> more_places_;                                // beside the first
};

}  // namespace sotto
