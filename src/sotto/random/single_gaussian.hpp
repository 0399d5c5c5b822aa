// SPDX-License-Identifier: MIT
// Standard normals in single precision, four from one Philox block: half the work, for simulations that do not look at
// tails (they end at 5.8 sigma). Never for audits, and never in a node.
#pragma once

#include <cmath>
#include <span>

#include "sotto/random/box_muller.hpp"
#include "sotto/random/key.hpp"

namespace sotto {

inline std::uint32_t as_bits(float value) {
  return std::bit_cast<std::uint32_t>(value);
}
inline float as_real(std::uint32_t bits) {
  return std::bit_cast<float>(bits);
}
inline float choose(std::uint32_t nonzero, float then, float otherwise) {
  return nonzero != 0 ? then : otherwise;
}
inline float square_root(float value) {
  return std::sqrt(value);
}

/// c0 + c1 q + c2 q^2.
struct Quadratic {
  float c0, c1, c2;
  template <class Real>
  [[gnu::always_inline]] Real operator()(const Real& q) const {
    return (q * c2 + c1) * q + c0;
  }
};

/// Box-Muller as gaussian_pair has it, from two words of 32 bits: u = (2 a + 1) 2^-24 and v = b 2^-23, a and b of 23
/// bits.
template <class Bits>
[[gnu::always_inline]] inline auto single_gaussian_pair(const Bits& word0, const Bits& word1) {
  constexpr std::uint32_t one_bits = 0x3F800000, eighth = 1u << 20, sign = 1u << 31;
  const auto u = as_real(word0 >> 9 | one_bits) - 0x1.fffffep-1f;

  constexpr std::uint32_t sqrt_half_bits = 0x3F3504F3, bias = 128, two_to_23_bits = 0x4B000000, mantissa = 0x7FFFFF;
  const Bits shifted = as_bits(u) - (sqrt_half_bits - (bias << 23));
  const auto e = as_real(shifted >> 23 | two_to_23_bits) - (0x1p23f + static_cast<float>(bias));
  const auto m = as_real((shifted & mantissa) + sqrt_half_bits);
  const auto s = (m - 1.0f) / (m + 1.0f);
  const auto q = s * s;
  constexpr Quadratic P{0x1.55555cp-2f, 0x1.997c3p-3f, 0x1.2ee61p-3f};
  const auto twice = s + s;
  auto radius = square_root((e * 0x1.62e43p-1f + (twice + twice * q * P(q))) * -2.0f);

  const Bits b = (word1 >> 9) + eighth;
  const auto x = (as_real((b << 11) >> 9 | one_bits) - 1.5f) * 1.57079633f;
  const auto r = x * x;
  constexpr Quadratic S{-0x1.555552p-3f, 0x1.110c28p-7f, -0x1.9ac9bp-13f};
  constexpr Quadratic C{0x1.555554p-5f, -0x1.6c12d2p-10f, 0x1.9bd89cp-16f};
  const auto sine = x + x * (r * S(r)), cosine = r * (r * C(r) - 0.5f) + 1.0f;
  const Bits half = (b << 9) & sign, odd = (b << 10) & sign;
  return GaussianPair<decltype(radius)>{radius * as_real(as_bits(choose(odd, sine, cosine)) ^ (half ^ odd)),
                                        radius * as_real(as_bits(choose(odd, cosine, sine)) ^ half)};
}

/// Coordinates 0 .. out.size()-1 at a place: other numbers than fill_gaussian gives.
void fill_single_gaussian(std::uint64_t seed, const Place& at, std::span<double> out);

}  // namespace sotto
