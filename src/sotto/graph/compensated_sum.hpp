// SPDX-License-Identifier: MIT
// A sum in index order that keeps what each addition rounds away (Neumaier), so that long rows sum to 1 as
// well.
#pragma once

#include <cmath>
#include <span>

namespace sotto {

inline double compensated_sum(std::span<const double> terms, double start = 0.0) {
  double sum = start, lost = 0.0;
  for (double term : terms) {
    const double next = sum + term;
    lost += std::abs(sum) >= std::abs(term) ? (sum - next) + term : (term - next) + sum;
    sum = next;
  }
  return sum + lost;
}

}  // namespace sotto
