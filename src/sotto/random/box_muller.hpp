// SPDX-License-Identifier: MIT
// Box-Muller: the 128 bits of one Philox block become two standard normals. Bits are a 64-bit word with 32 random bits
// in its lower half (what the upper half holds does not matter), or a strip of vectors of them.
#pragma once

#include <cmath>

#include "sotto/random/elementary.hpp"

namespace sotto {

inline double square_root(double value) {
  return std::sqrt(value);
}

template <class Real>
struct GaussianPair {
  Real even;
  Real odd;
};

/// Radius sqrt(-2 ln u) with u = 1 - a 2^-52 in (0, 1], angle 2 pi v with v = b 2^-52 in [0, 1), a and b of 52 bits.
/// 2^49 is added to b, so that its upper two bits count quarter turns to the nearest, and the rest is within an eighth
/// of a turn, exactly.
template <class Bits>
[[gnu::always_inline]] inline auto gaussian_pair(const Bits& word0, const Bits& word1, const Bits& word2,
                                                 const Bits& word3) {
  constexpr std::uint64_t low_half = 0xFFFFFFFF, one_bits = 0x3FF0000000000000, eighth = std::uint64_t{1} << 49;
  const Bits a = (word0 << 32 | (word1 & low_half)) >> 12;
  const Bits b = ((word2 << 32 | (word3 & low_half)) >> 12) + eighth;
  const auto u = 2.0 - as_real(a | one_bits);
  auto radius = square_root(portable_log(u) * -2.0);
  const auto x = (as_real((b << 14) >> 12 | one_bits) - 1.5) * 1.5707963267948966;
  const auto angle = turned(sincos_near_zero(x), b << 12);
  return GaussianPair<decltype(radius)>{radius * angle.cos, radius * angle.sin};
}

}  // namespace sotto
