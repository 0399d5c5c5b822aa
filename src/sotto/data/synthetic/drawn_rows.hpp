// SPDX-License-Identifier: MIT
// Rows that nobody has: drawn from what is declared of the columns alone, so that a plan can be tried before any file
// is opened.
#pragma once

#include "sotto/data/dataset/dataset.hpp"
#include "sotto/data/dataset/encoding.hpp"

namespace sotto {

struct RowDraw {
  std::uint64_t seed;
  std::uint32_t set;  ///< another number: other rows
  std::uint32_t rows;
  double density = 1;  ///< of sparse rows: the share of columns that are not 0
};

/// Unlike each other and skewed, as files are: a column's numbers lie around a place of their own in their range ([-1,
/// 1] where none is declared) with a deviation of an eighth of it, half of their variance from one common cause; of
/// levels, and of the columns that a sparse row fills, some are far more frequent than others. Rows are then scaled and
/// clipped as a file's would be. Labels mean nothing yet.
Dataset draw_rows(const Encoding& declared, const RowDraw& draw);

}  // namespace sotto
