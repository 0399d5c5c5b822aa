// SPDX-License-Identifier: MIT
// The private records of one node: rows of equal length.
#pragma once

#include <cstddef>
#include <span>
#include <vector>

namespace sotto {

struct Records {
  std::size_t dimension = 0;
  std::vector<double> values = {};  ///< row after row

  std::size_t count() const { return dimension == 0 ? 0 : values.size() / dimension; }
  std::span<const double> row(std::size_t k) const { return std::span(values).subspan(k * dimension, dimension); }
  std::span<double> row(std::size_t k) { return std::span(values).subspan(k * dimension, dimension); }
};

}  // namespace sotto
