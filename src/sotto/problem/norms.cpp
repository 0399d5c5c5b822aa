// SPDX-License-Identifier: MIT
#include "sotto/problem/norms.hpp"

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

/// The unevaluated sum of two doubles: about 100 bits.
struct TwoPart {
  double high = 0;
  double low = 0;

  /// The square of an entry, exact, is added; `low` gathers what `high` had to round away.
  void add_square(double x) {
    const double square = x * x, rest = std::fma(x, x, -square);
    const double sum = high + square, added = sum - high;
    low += (high - (sum - added)) + (square - added) + rest;
    high = sum;
  }
};

TwoPart squared_norm(std::span<const double> row) {
  TwoPart sum;
  for (const double x : row) sum.add_square(x);
  return sum;
}

bool at_most_square(const TwoPart& sum, double norm) {
  const double square = norm * norm, rest = std::fma(norm, norm, -square);
  return (sum.high - square) + (sum.low - rest) <= 0;
}

double longest_entry(std::span<const double> row) {
  double largest = 0;
  for (const double x : row) largest = std::max(largest, std::abs(x));
  return largest;
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

bool keeps_norm(std::span<const double> row, double norm) {
  return at_most_square(squared_norm(row), norm);
}

double norm_from_above(std::span<const double> row) {
  const TwoPart sum = squared_norm(row);
  double norm = std::sqrt(sum.high + sum.low);
  while (!at_most_square(sum, norm)) norm = std::nextafter(norm, HUGE_VAL);
  for (double less = std::nextafter(norm, 0.0); less > 0 && at_most_square(sum, less); less = std::nextafter(norm, 0.0))
    norm = less;
  return norm;
}

bool clip_to_norm(std::span<double> row, double norm) {
  double squares = 0;
  for (const double x : row) squares += x * x;
  if (squares < norm * norm * 0.999999) return false;  // far more than rounding can add up to: most rows end here
  if (!std::all_of(row.begin(), row.end(), [](double x) { return std::isfinite(x); })) {
    std::fill(row.begin(), row.end(), 0.0);
    return true;
  }
  const double largest = longest_entry(row);
  const bool far_longer = largest > norm;
  // First no entry is longer than the norm: squares then stay within the range of doubles. Entry by entry, because
  // norm / largest may be too small for a double.
  if (far_longer)
    for (double& x : row) x = x / largest * norm;
  if (keeps_norm(row, norm)) return far_longer;
  const TwoPart sum = squared_norm(row);
  double factor = norm / std::sqrt(sum.high + sum.low);
  const auto kept = [&] {
    TwoPart clipped;
    for (const double x : row) clipped.add_square(x * factor);
    return at_most_square(clipped, norm);
  };
  while (!kept()) factor = std::nextafter(factor, 0.0);
  for (double& x : row) x *= factor;
  return true;
}

}  // namespace sotto
