// SPDX-License-Identifier: MIT
// Lanczos as a recurrence of three terms: rounding spoils the vectors, but not the ends of the spectrum.
#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>

#include "sotto/graph/spectrum.hpp"
#include "sotto/random/elementary.hpp"
#include "sotto/random/gaussian.hpp"

namespace sotto {
namespace {

constexpr double start_is_bad = 1e-9;  ///< the chance that the random vector misses the largest eigenvalue

/// Diagonal and off-diagonal of the matrix that the map becomes on the vectors seen so far.
struct Tridiagonal {
  std::vector<double> diagonal;
  std::vector<double> beside;  ///< beside[k] joins k and k + 1
};

double inner(const std::vector<double>& a, const std::vector<double>& b) {
  double sum = 0.0;
  for (std::size_t i = 0; i < a.size(); ++i) sum += a[i] * b[i];
  return sum;
}

void take_off_mean(std::vector<double>& x) {
  const double mean = std::accumulate(x.begin(), x.end(), 0.0) / static_cast<double>(x.size());
  for (double& value : x) value -= mean;
}

Tridiagonal lanczos_steps(const SymmetricMap& map, int steps) {
  std::vector<double> here(map.size), before(map.size, 0.0), next(map.size);
  fill_gaussian(1, {.stream = Stream::graph, .node = 2}, here);
  take_off_mean(here);
  Tridiagonal found;
  double length = std::sqrt(inner(here, here)), coupling = 0.0;
  for (int step = 0; step < steps && length > 0.0; ++step) {
    for (double& value : here) value /= length;
    map.apply(here, next);
    const double along = inner(here, next);
    for (std::size_t i = 0; i < next.size(); ++i) next[i] -= along * here[i] + coupling * before[i];
    take_off_mean(next);  // rounding brings some back, and its eigenvalue 0 with it
    found.diagonal.push_back(along);
    coupling = length = std::sqrt(inner(next, next));
    if (length <= 1e-12 * std::abs(found.diagonal[0])) break;  // nothing new is left
    found.beside.push_back(length);
    before.swap(here);
    here.swap(next);
  }
  return found;
}

/// How many eigenvalues are smaller than x: as many as there are negative pivots (Sylvester).
std::size_t count_below(const Tridiagonal& matrix, double x) {
  std::size_t count = 0;
  double pivot = 1.0;
  for (std::size_t k = 0; k < matrix.diagonal.size(); ++k) {
    const double beside = k == 0 ? 0.0 : matrix.beside[k - 1];
    pivot = matrix.diagonal[k] - x - beside * beside / pivot;
    if (pivot == 0.0) pivot = -std::numeric_limits<double>::min();
    count += pivot < 0.0;
  }
  return count;
}

/// The smallest x with at least `rank` eigenvalues below it, by bisection between bounds of Gershgorin.
double eigenvalue_of_rank(const Tridiagonal& matrix, std::size_t rank) {
  double low = matrix.diagonal[0], high = low;
  for (std::size_t k = 0; k < matrix.diagonal.size(); ++k) {
    const double reach = (k > 0 ? matrix.beside[k - 1] : 0.0) + (k < matrix.beside.size() ? matrix.beside[k] : 0.0);
    low = std::min(low, matrix.diagonal[k] - reach);
    high = std::max(high, matrix.diagonal[k] + reach);
  }
  for (int halvings = 0; halvings < 60; ++halvings) {
    const double middle = 0.5 * (low + high);
    (count_below(matrix, middle) >= rank ? high : low) = middle;
  }
  return high;
}

}  // namespace

SpectrumEnds spectrum_ends(const SymmetricMap& map, int steps) {
  const Tridiagonal matrix = lanczos_steps(map, steps);
  if (matrix.diagonal.empty()) return {0.0, 0.0, 0.0};
  const double largest = eigenvalue_of_rank(matrix, matrix.diagonal.size());
  const double root =
      portable_log(1.648 * std::sqrt(static_cast<double>(map.size)) / start_is_bad) / (2.0 * steps - 1.0);
  const double missing = root * root;
  const double bound = missing < 1.0 ? largest / (1.0 - missing) : std::numeric_limits<double>::infinity();
  return {eigenvalue_of_rank(matrix, 1), largest, bound};
}

}  // namespace sotto
