// SPDX-License-Identifier: MIT
#include "sotto/problem/quantised_sum.hpp"

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <limits>

#include "sotto/input/invalid_input.hpp"
#include "sotto/random/wide_integer.hpp"

namespace sotto {
namespace {

/// Exact: a million coordinates of 2^32 make 2^84.
Uint128 squared_norm(std::span<const std::int64_t> point) {
  Uint128 sum = 0;
  for (const std::int64_t v : point) sum += static_cast<Uint128>(v < 0 ? -v : v) * static_cast<Uint128>(v < 0 ? -v : v);
  return sum;
}

double largest_magnitude(std::span<const double> point) {
  double largest = 0;
  for (const double v : point) {
    if (!std::isfinite(v)) return std::numeric_limits<double>::infinity();
    largest = std::max(largest, std::abs(v));
  }
  return largest;
}

/// ||point|| / largest, between 1 and sqrt(p): entries are divided by the largest first, so that no square overflows or
/// vanishes.
double relative_norm(std::span<const double> point, double largest) {
  double sum = 0;
  for (const double v : point) sum += (v / largest) * (v / largest);
  return std::sqrt(sum);
}

}  // namespace

RecordClip RecordClip::to_norm(double norm) {
  if (!std::isfinite(norm) || !(norm > 0))
    throw InvalidInput({"sensitivity", show(norm), "a record's bound must be finite and > 0"});
  const int exponent = std::ilogb(norm);  // 2^exponent <= norm < 2^(exponent + 1)
  constexpr int far_out = 900;            // beyond, a unit or a product with it would not be a normal double
  if (exponent < -far_out || exponent > far_out)
    throw InvalidInput({"sensitivity", show(norm), "a record's bound must lie between 2^-900 and 2^900"},
                       FaultKind::numerical);
  const double unit = std::ldexp(1.0, exponent - 30);
  return {unit, static_cast<std::uint64_t>(norm / unit)};  // the division is exact, the conversion rounds down
}

void quantise(std::span<const double> gradient, const RecordClip& clip, std::span<std::int64_t> out) {
  std::fill(out.begin(), out.end(), 0);
  const double largest = largest_magnitude(gradient);
  if (!std::isfinite(largest) || largest == 0) return;
  const double bound = static_cast<double>(clip.bound()), norm = relative_norm(gradient, largest);
  const bool short_enough = largest / clip.unit() * norm <= bound;
  for (std::size_t k = 0; k < out.size(); ++k) {  // |entry| <= B (1 + ulps): far from the ends of 64 bits
    // A gradient that is too long goes by ratios of numbers near 1: a factor could be too small for a double.
    const double units = short_enough ? gradient[k] / clip.unit() : gradient[k] / largest * (bound / norm);
    out[k] = static_cast<std::int64_t>(std::clamp(units, -bound, bound));
  }
  const Uint128 limit = static_cast<Uint128>(clip.bound()) * clip.bound();
  while (squared_norm(out) > limit)  // doubles rounded the wrong way: a step toward zero mends it, exactly
    for (std::int64_t& v : out) v -= (v > 0) - (v < 0);
}

void QuantisedSum::clear() {
  added_ = 0;
  std::fill(sum_.begin(), sum_.end(), 0);
}

void QuantisedSum::add(std::span<const double> gradient) {
  if (added_++ == most_records) std::abort();
  quantise(gradient, clip_, term_);
  for (std::size_t k = 0; k < sum_.size(); ++k) sum_[k] += term_[k];
}

void QuantisedSum::add(const SparseSpan& gradient) {
  if (added_++ == most_records) std::abort();
  const std::span<std::int64_t> term = std::span(term_).first(gradient.values.size());
  quantise(gradient.values, clip_, term);
  for (std::size_t k = 0; k < term.size(); ++k) sum_[gradient.columns[k]] += term[k];
}

}  // namespace sotto
