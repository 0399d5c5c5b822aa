// SPDX-License-Identifier: MIT
// Boost.Math is slow to compile: this source alone includes it.
#include "sotto/audit/rates.hpp"

#include <algorithm>
#include <boost/math/special_functions/beta.hpp>
#include <boost/math/special_functions/erf.hpp>
#include <cmath>

namespace sotto {
namespace {

constexpr double safety = 1e-12;  // far above the error of the inverse, far below what a count can tell
constexpr double sqrt_two = 1.41421356237309504880;

}  // namespace

double rate_at_least(const Count& count, double confidence) {
  if (count.hits == 0) return 0;
  const auto hits = static_cast<double>(count.hits), misses = static_cast<double>(count.trials - count.hits);
  return boost::math::ibeta_inv(hits, misses + 1, 1 - confidence) * (1 - safety);
}

double rate_at_most(const Count& count, double confidence) {
  if (count.hits == count.trials) return 1;
  const auto hits = static_cast<double>(count.hits), misses = static_cast<double>(count.trials - count.hits);
  return std::min(1.0, boost::math::ibetac_inv(hits + 1, misses, 1 - confidence) * (1 + safety));
}

double normal_tail(double x) {
  return 0.5 * std::erfc(x / sqrt_two);
}

double normal_quantile_of_tail(double tail) {
  if (tail <= 0) return std::numeric_limits<double>::infinity();
  if (tail >= 1) return -std::numeric_limits<double>::infinity();
  return sqrt_two * boost::math::erfc_inv(2 * tail);
}

double binomial_tail(const Count& count, double rate) {
  if (count.hits == 0) return 1;
  if (count.hits > count.trials) return 0;
  return boost::math::ibeta(static_cast<double>(count.hits), static_cast<double>(count.trials - count.hits + 1), rate);
}

}  // namespace sotto
