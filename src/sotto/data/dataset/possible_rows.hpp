// SPDX-License-Identifier: MIT
// The rows that a schema allows: what a record could be, known before any is read.
#pragma once

#include <span>
#include <vector>

#include "sotto/data/dataset/encoding.hpp"

namespace sotto {

class PossibleRows {
 public:
  explicit PossibleRows(const Encoding& encoding);

  std::size_t dimension() const { return lowest_.size(); }

  /// The row that comes of a wish: its numbers moved into their ranges, of levels the one that was wished for most,
  /// the intercept as it is, and the whole clipped as every row is. Any row that a file can hold comes of some wish.
  void write_row(std::span<const double> wish, std::span<double> row) const;

  /// Whether some rule drops rows: a dropped one is zero everywhere.
  bool may_be_dropped() const { return may_be_dropped_; }

  /// The labels that a model's slopes are steepest at: all levels, or the ends of a range. None: there is no label.
  const std::vector<double>& extreme_labels() const { return labels_; }

 private:
  struct Category {
    std::size_t first;
    std::size_t levels;
    bool may_be_none;
  };

  std::vector<double> lowest_, highest_;  ///< of each coordinate; those of levels are set apart
  std::vector<Category> categories_;
  double norm_;
  bool may_be_dropped_ = false;
  std::vector<double> labels_;
};

}  // namespace sotto
