// SPDX-License-Identifier: MIT
// Logarithm, sine and cosine from + - * / alone, so that every compiler and every C library gives the same bits. A Real
// is a double, or a strip of vectors of doubles with the same operators: each lane then goes through the same
// operations as a double, and has the same bits. Inlined by force: a strip that passes through memory is not worth it.
#pragma once

#include <bit>
#include <cstddef>
#include <cstdint>

namespace sotto {

// What a double cannot write with operators that a strip has too.
inline std::uint64_t as_bits(double value) {
  return std::bit_cast<std::uint64_t>(value);
}
inline double as_real(std::uint64_t bits) {
  return std::bit_cast<double>(bits);
}
inline double choose(std::uint64_t nonzero, double then, double otherwise) {
  return nonzero != 0 ? then : otherwise;
}

/// c[0] + c[1] q + c[2] q^2 ...
template <class Real, std::size_t terms>
[[gnu::always_inline]] inline Real polynomial(const double (&c)[terms], const Real& q) {
  static_assert(terms >= 2);
  Real sum = q * c[terms - 1] + c[terms - 2];
#pragma GCC unroll 8  // a strip stays in registers
  for (std::size_t k = 3; k <= terms; ++k) sum = sum * q + c[terms - k];
  return sum;
}

/// ln(u) for a normal positive u, to about 2 ulp. u = 2^e m with m in [sqrt(1/2), sqrt(2)), and
/// ln m = 2 atanh(s) = 2 s (1 + q P(q)), q = s^2, s = (m-1)/(m+1), |s| <= 0.1716. P interpolates at Chebyshev's points:
/// the error of q P is below 2^-57.
template <class Real>
[[gnu::always_inline]] inline Real portable_log(const Real& u) {
  constexpr std::uint64_t sqrt_half_bits = 0x3FE6A09E667F3BCD, one_in_exponent = std::uint64_t{1} << 52;
  constexpr std::uint64_t two_to_52_bits = 0x4330000000000000, bias = 1024;  // keeps the exponent positive
  const auto shifted = as_bits(u) - (sqrt_half_bits - bias * one_in_exponent);
  const Real e = as_real(shifted >> 52 | two_to_52_bits) - (0x1p52 + bias);
  const Real m = as_real((shifted & (one_in_exponent - 1)) + sqrt_half_bits);
  const Real s = (m - 1.0) / (m + 1.0);
  const Real q = s * s;
  constexpr double P[] = {0x1.5555555555558p-2, 0x1.99999999952e2p-3, 0x1.2492492df148dp-3, 0x1.c71c62e5800a1p-4,
                          0x1.7462b4ab2ef6bp-4, 0x1.39fe606542ddep-4, 0x1.2b584aae78a57p-4};
  constexpr double ln2_high = 0x1.62e42fefa38p-1, ln2_low = 0x1.ef35793c7673p-45;  // high part times e is exact
  const Real twice = s + s;
  return e * ln2_high + (twice + (twice * q * polynomial(P, q) + e * ln2_low));
}

template <class Real>
struct SinCosOf {
  Real sin;
  Real cos;
};
using SinCos = SinCosOf<double>;

/// sin and cos of x for |x| <= pi/4: x (1 + q S(q)) and 1 - q/2 + q^2 C(q), q = x^2, S and C interpolating at
/// Chebyshev's points with errors below 2^-55.
template <class Real>
[[gnu::always_inline]] inline SinCosOf<Real> sincos_near_zero(const Real& x) {
  constexpr double S[] = {-0x1.5555555555555p-3, 0x1.1111111110bb2p-7,   -0x1.a01a019e83aaep-13,
                          0x1.71de37968a100p-19, -0x1.ae600b02b6262p-26, 0x1.5e0b19f8b1451p-33};
  constexpr double C[] = {0x1.5555555555555p-5,   -0x1.6c16c16c16967p-10, 0x1.a01a019f4eb01p-16,
                          -0x1.27e4fa17da09ep-22, 0x1.1eeb68e93b64cp-29,  -0x1.907da367a37cbp-37};
  const Real q = x * x;
  return {x + x * (q * polynomial(S, q)), q * (q * polynomial(C, q) - 0.5) + 1.0};
}

/// Turned on by 0 to 3 quarters of a circle; the number of quarters is in the two highest bits.
template <class Real, class Bits>
[[gnu::always_inline]] inline SinCosOf<Real> turned(const SinCosOf<Real>& angle, const Bits& quarters) {
  constexpr std::uint64_t sign = std::uint64_t{1} << 63;
  const Bits half = quarters & sign, odd = (quarters << 1) & sign;
  return {as_real(as_bits(choose(odd, angle.cos, angle.sin)) ^ half),
          as_real(as_bits(choose(odd, angle.sin, angle.cos)) ^ (half ^ odd))};
}

/// sin and cos of 2 pi u for u in [0, 1). The nearest quarter turn is taken off exactly.
inline SinCos sincos_turn(double u) {
  const auto quarter = static_cast<std::uint32_t>(u * 4.0 + 0.5);
  const double x = (u - 0.25 * quarter) * 6.283185307179586;
  return turned(sincos_near_zero(x), std::uint64_t{quarter} << 62);
}

}  // namespace sotto
