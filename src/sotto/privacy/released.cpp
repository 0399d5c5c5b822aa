// SPDX-License-Identifier: MIT
// What the adversary may see.
#include "sotto/privacy/released.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <limits>

#include "sotto/arithmetic/multiply_add.hpp"

namespace sotto {
namespace {

/// A broken objective or a broken plan is a bug. Which number broke it may depend on a record, so it is not told.
[[noreturn]] void send_nothing() {
  std::fputs("sotto: a value to be released is not finite or carries no noise; nothing was sent\n", stderr);
  std::abort();
}

}  // namespace

void Released::become_noisy(std::span<const double> x, NoiseScale scale, NoiseSource& noise, NodeRound at) {
  const double M = scale.standard_deviation();
  if (!std::isfinite(M) || !(M > 0) || x.size() != values_.size()) send_nothing();
  std::fill(values_.begin(), values_.end(), 0.0);
  try {
    noise.add_to(at, M, values_);  // a source never sees an estimate
  } catch (...) {                  // noise that was heard alone could be subtracted from a later message
    std::fill(values_.begin(), values_.end(), 0.0);
    throw;
  }
  for (std::size_t k = 0; k < values_.size(); ++k) values_[k] = x[k] + values_[k];
  if (!is_finite()) send_nothing();
}

void Released::become_noisy(std::span<const std::int64_t> x, DrawnNoise& noise) {
  if (!noise.scale_ || x.size() != values_.size() || noise.steps_.size() != values_.size()) send_nothing();
  const double grid = noise.scale_->grid();
  if (noise.scale_->sigma() == 0 || !std::isnormal(grid)) send_nothing();
  noise.scale_.reset();
  constexpr std::int64_t last = (std::int64_t{1} << 53) - 1;  // up to here a double holds every integer
  for (std::size_t k = 0; k < values_.size(); ++k) {
    std::int64_t sum = 0;
    if (__builtin_add_overflow(x[k], noise.steps_[k], &sum)) sum = noise.steps_[k] > 0 ? last : -last;
    values_[k] = static_cast<double>(std::clamp(sum, -last, last)) * grid;  // exact: grid is a power of two
  }
  std::fill(noise.steps_.begin(), noise.steps_.end(), 0);
}

bool Released::is_finite() const {
  // One pass without a branch: compilers vectorise it.
  bool finite = true;
  for (const double v : values_) finite &= std::abs(v) <= std::numeric_limits<double>::max();
  return finite;
}

void Released::become_mixture(std::span<const double> weights, std::span<const Released* const> terms) {
  const double first = weights[0];
  const std::span<const double> y = terms[0]->values_;
  for (std::size_t k = 0; k < values_.size(); ++k) values_[k] = first * y[k];
  std::array<const double*, 64> some;  // a few neighbours at a time, so that nothing is allocated
  for (std::size_t j = 1, count = 0; j < terms.size(); j += count) {
    count = std::min(some.size(), terms.size() - j);
    for (std::size_t k = 0; k < count; ++k) some[k] = terms[j + k]->values_.data();
    add_weighted(weights.subspan(j, count), std::span(some).first(count), values_);
  }
}

void Released::extrapolate_from(const Released& earlier, double factor) {
  extrapolate(factor, earlier.values_, values_);
}

}  // namespace sotto
