// SPDX-License-Identifier: MIT
// The length of a vector, where squares overflow too.
#include "sotto/problem/euclidean_norm.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

namespace sotto {
namespace {

/// Entries are divided by the largest first.
double scaled_norm(std::span<const double> point) {
  double largest = 0, sum = 0;
  for (const double v : point) largest = std::max(largest, std::abs(v));
  if (largest == 0) return 0;
  for (const double v : point) sum += (v / largest) * (v / largest);
  return largest * std::sqrt(sum);
}

}  // namespace

double euclidean_norm(std::span<const double> point) {
  double sum = 0;
  for (const double v : point) sum += v * v;
  return std::isfinite(sum) ? std::sqrt(sum) : scaled_norm(point);
}

double euclidean_norm_from_above(std::span<const double> point) {
  // An operation errs by half an epsilon: two in a term, one an addition, two at the end.
  const double operations = static_cast<double>(point.size()) + 8;
  return scaled_norm(point) * (1 + operations * std::numeric_limits<double>::epsilon());
}

}  // namespace sotto
