// SPDX-License-Identifier: MIT
// The observations of a figure as rows of its data, and which of them have a place on its axes. Seen by sources of this
// folder alone.
#pragma once

#include "sotto/report/figure.hpp"
#include "sotto/report/json_values.hpp"

namespace sotto {

class FigureRows {
 public:
  /// InvalidInput when x is not a number on an axis of numbers.
  explicit FigureRows(const Figure& figure);

  /// Every observation. A number that is not known, or not finite, has no key: null could be read as zero.
  const std::vector<Json>& all() const { return rows_; }
  /// Those that a panel draws.
  std::vector<Json> drawn(const std::string& metric) const;
  /// How many a panel would draw if they had a place: a log axis has none for zero.
  std::size_t without_place() const;

 private:
  bool is_wanted(const Json& row, const std::string& metric) const;
  bool has_place(const Json& row) const;

  const Figure& figure_;
  std::vector<Json> rows_;
};

/// All numbers under these keys.
std::vector<double> numbers_of(const std::vector<Json>& rows, std::initializer_list<const char*> keys);

}  // namespace sotto
