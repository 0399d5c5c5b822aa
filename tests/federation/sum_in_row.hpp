// SPDX-License-Identifier: MIT
// The sum that a row of masked sums was made from, as plain numbers: it stands after the digests.
#pragma once

#include <cstring>
#include <string>
#include <vector>

namespace sotto::test {

/// `inputs`: of the row, and long enough.
inline std::vector<double> sum_in_row(const std::string& inputs, std::size_t dimension) {
  std::vector<double> sum(dimension);
  const std::size_t size = dimension * sizeof(double);
  std::memcpy(sum.data(), inputs.data() + inputs.size() - size, size);
  return sum;
}

}  // namespace sotto::test
