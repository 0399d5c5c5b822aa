// SPDX-License-Identifier: MIT
// Exponential, logarithm, sine and cosine from + - * / alone, so that every compiler and every C library gives the same
// bits.
#pragma once

#include <bit>
#include <cstddef>
#include <cstdint>

#include "sotto/arithmetic/anywhere.hpp"

namespace sotto {

/// c[0] + c[1] q + c[2] q^2 ...
template <std::size_t terms>
SOTTO_ANYWHERE double horner(const double (&c)[terms], double q) {
  double sum = c[terms - 1];
  SOTTO_UNROLL for (std::size_t k = 2; k <= terms; ++k) sum = sum * q + c[terms - k];
  return sum;
}

/// ln(u) for a normal positive u, to about 2 ulp. u = 2^e m with m in [sqrt(1/2), sqrt(2)), and
/// ln m = 2 atanh(s) = 2 s (1 + q P(q)), q = s^2, s = (m-1)/(m+1), |s| <= 0.1716. P interpolates at Chebyshev's points:
/// the error of q P is below 2^-57.
inline double portable_log(double u) {
  constexpr std::uint64_t sqrt_half_bits = 0x3FE6A09E667F3BCD, one_in_exponent = std::uint64_t{1} << 52;
  constexpr std::uint64_t two_to_52_bits = 0x4330000000000000, bias = 1024;  // keeps the exponent positive
  const std::uint64_t shifted = std::bit_cast<std::uint64_t>(u) - (sqrt_half_bits - bias * one_in_exponent);
  const double e = std::bit_cast<double>(shifted >> 52 | two_to_52_bits) - (0x1p52 + bias);
  const double m = std::bit_cast<double>((shifted & (one_in_exponent - 1)) + sqrt_half_bits);
  const double s = (m - 1.0) / (m + 1.0);
  const double q = s * s;
  constexpr double P[] = {0x1.5555555555558p-2, 0x1.99999999952e2p-3, 0x1.2492492df148dp-3, 0x1.c71c62e5800a1p-4,
                          0x1.7462b4ab2ef6bp-4, 0x1.39fe606542ddep-4, 0x1.2b584aae78a57p-4};
  constexpr double ln2_high = 0x1.62e42fefa38p-1, ln2_low = 0x1.ef35793c7673p-45;  // high part times e is exact
  const double twice = s + s;
  return e * ln2_high + (twice + (twice * q * horner(P, q) + e * ln2_low));
}

/// exp(x), to about 1 ulp where the result is a normal double; 0 below -708, and never more than exp(709), which is
/// finite. x = k ln 2 + r with |r| <= ln(2)/2; the series of exp(r) ends where its terms are below 2^-57.
SOTTO_ANYWHERE double portable_exp(double x) {
  constexpr double lowest = -708, highest = 709, to_nearest = 0x1.8p52;
  if (!(x > lowest)) return 0;
  if (x > highest) x = highest;
  constexpr double ln2_high = 0x1.62e42fefa38p-1, ln2_low = 0x1.ef35793c7673p-45;  // high part times k is exact
  const double k = (x * 0x1.71547652b82fep0 + to_nearest) - to_nearest;
  const double r = (x - k * ln2_high) - k * ln2_low;
  constexpr double E[] = {1.0 / 2,       1.0 / 6,        1.0 / 24,        1.0 / 120,
                          1.0 / 720,     1.0 / 5040,     1.0 / 40320,     1.0 / 362880,
                          1.0 / 3628800, 1.0 / 39916800, 1.0 / 479001600, 1.0 / 6227020800.0};
  const double one_to_two = 1.0 + (r + r * r * horner(E, r));
  const auto exponent = static_cast<std::uint64_t>(static_cast<std::int64_t>(k));
  return std::bit_cast<double>(std::bit_cast<std::uint64_t>(one_to_two) + (exponent << 52));
}

struct SinCos {
  double sin;
  double cos;
};

/// sin and cos of x for |x| <= pi/4: x (1 + q S(q)) and 1 - q/2 + q^2 C(q), q = x^2, S and C interpolating at
/// Chebyshev's points with errors below 2^-55.
inline SinCos sincos_near_zero(double x) {
  constexpr double S[] = {-0x1.5555555555555p-3, 0x1.1111111110bb2p-7,   -0x1.a01a019e83aaep-13,
                          0x1.71de37968a100p-19, -0x1.ae600b02b6262p-26, 0x1.5e0b19f8b1451p-33};
  constexpr double C[] = {0x1.5555555555555p-5,   -0x1.6c16c16c16967p-10, 0x1.a01a019f4eb01p-16,
                          -0x1.27e4fa17da09ep-22, 0x1.1eeb68e93b64cp-29,  -0x1.907da367a37cbp-37};
  const double q = x * x;
  return {x + x * (q * horner(S, q)), q * (q * horner(C, q) - 0.5) + 1.0};
}

/// sin and cos of 2 pi u for u in [0, 1). The nearest quarter turn is taken off exactly.
inline SinCos sincos_turn(double u) {
  const auto quarter = static_cast<std::uint32_t>(u * 4.0 + 0.5);
  const auto [sin, cos] = sincos_near_zero((u - 0.25 * quarter) * 6.283185307179586);
  switch (quarter % 4) {
    case 0:
      return {sin, cos};
    case 1:
      return {cos, -sin};
    case 2:
      return {-sin, -cos};
    default:
      return {-cos, sin};
  }
}

}  // namespace sotto
