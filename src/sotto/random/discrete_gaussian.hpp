// SPDX-License-Identifier: MIT
// The discrete Gaussian on the integers, exactly: P(k) proportional to exp(-k^2/(2 sigma^2)), without floating point.
#pragma once

#include <cstdint>

#include "sotto/random/bernoulli.hpp"
#include "sotto/random/bit_source.hpp"

namespace sotto {

/// sigma^2 as a fraction of integers.
struct SigmaSquared {
  Uint128 numerator;
  Uint128 denominator;
};

/// The sampler of Canonne, Kamath and Steinke (2020) for an integer sigma, thinned by one more exact coin where sigma
/// is none. How long a draw takes depends on what is drawn.
class DiscreteGaussian {
 public:
  static constexpr std::uint64_t largest_sigma = std::uint64_t{1} << 40;
  static constexpr Uint128 largest_numerator = Uint128{1} << 125;

  /// 1 <= sigma <= 2^40, or InvalidInput.
  explicit DiscreteGaussian(std::uint64_t sigma);

  /// 1/4 <= sigma^2 <= 2^80 with a numerator of at most 2^125, or InvalidInput.
  explicit DiscreteGaussian(const SigmaSquared& sigma_squared);

  /// One number, independent of every other. Its magnitude is below 2^62.
  std::int64_t draw(BitSource& bits) const;

 private:
  std::int64_t draw_wide(BitSource& bits) const;
  bool stays(BitSource& bits, std::int64_t drawn) const;

  std::uint64_t sigma_;            // the smallest integer not below the true sigma
  Ratio<Uint128> narrower_{0, 1};  // (sigma_^2/sigma^2 - 1)/4: by how much the wide draw is too wide
};

}  // namespace sotto
