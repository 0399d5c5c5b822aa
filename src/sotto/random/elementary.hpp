// SPDX-License-Identifier: MIT
// Logarithm, sine and cosine from + - * / alone, so that every compiler and every C library gives the same bits.
#pragma once

#include <bit>
#include <cstdint>

namespace sotto {

/// ln(u) for a normal positive u, to about 2 ulp. u = 2^e m with m in [sqrt(1/2), sqrt(2)), and
/// ln m = 2 atanh(s), s = (m-1)/(m+1), |s| <= 0.1716: the series to s^21 is below half an ulp.
inline double portable_log(double u) {
  const auto bits = std::bit_cast<std::uint64_t>(u);
  constexpr std::uint64_t sqrt_half_bits = 0x3FE6A09E667F3BCD;
  const std::uint64_t shifted = bits - sqrt_half_bits;
  const auto e = static_cast<double>(static_cast<std::int64_t>(shifted) >> 52);
  const double m = std::bit_cast<double>((shifted & 0x000FFFFFFFFFFFFF) + sqrt_half_bits);
  const double s = (m - 1.0) / (m + 1.0);
  const double q = s * s;
  double tail = 1.0 / 21;
  for (int odd = 19; odd >= 3; odd -= 2) tail = tail * q + 1.0 / odd;
  constexpr double ln2_high = 0x1.62e42fefa38p-1, ln2_low = 0x1.ef35793c7673p-45;  // high part times e is exact
  return e * ln2_high + (2.0 * s + (2.0 * s * q * tail + e * ln2_low));
}

struct SinCos {
  double sin;
  double cos;
};

/// sin and cos of 2 pi u for u in [0, 1). The nearest quarter turn is taken off exactly; the rest is at most an
/// eighth of a turn, where Taylor's series to x^15 and x^16 are below half an ulp.
inline SinCos sincos_turn(double u) {
  const auto quarter = static_cast<std::int32_t>(u * 4.0 + 0.5);
  const double x = (u - 0.25 * quarter) * 6.283185307179586;
  const double q = x * x;
  double s = -1.0 / 1307674368000.0;
  s = s * q + 1.0 / 6227020800.0;
  s = s * q - 1.0 / 39916800.0;
  s = s * q + 1.0 / 362880.0;
  s = s * q - 1.0 / 5040.0;
  s = s * q + 1.0 / 120.0;
  s = s * q - 1.0 / 6.0;
  s = x + x * (q * s);
  double c = 1.0 / 20922789888000.0;
  c = c * q - 1.0 / 87178291200.0;
  c = c * q + 1.0 / 479001600.0;
  c = c * q - 1.0 / 3628800.0;
  c = c * q + 1.0 / 40320.0;
  c = c * q - 1.0 / 720.0;
  c = c * q + 1.0 / 24.0;
  c = 1.0 + q * (q * c - 0.5);
  switch (quarter & 3) {
    case 0:
      return {s, c};
    case 1:
      return {c, -s};
    case 2:
      return {-s, -c};
    default:
      return {-c, s};
  }
}

}  // namespace sotto
