// SPDX-License-Identifier: MIT
// Box-Muller: two words of random bits become two standard normals, in doubles from words of 64 bits, in single
// precision from words of 32. Bits are such a word, or a strip of vectors of them: each lane then goes through the same
// operations as a double, and has the same bits. Inlined by force: a strip that passes through memory is not worth it.
#pragma once

#include <bit>
#include <cmath>
#include <cstddef>
#include <cstdint>

#include "sotto/arithmetic/multiply_add.hpp"

namespace sotto {

inline std::uint64_t as_bits(double value) {
  return std::bit_cast<std::uint64_t>(value);
}
inline double as_real(std::uint64_t bits) {
  return std::bit_cast<double>(bits);
}
inline double square_root(double value) {
  return std::sqrt(value);
}
/// The exponent of a normal positive number with these bits.
inline double exponent_of(std::uint64_t bits) {
  return static_cast<double>(static_cast<std::int64_t>(bits >> 52) - 1023);
}
/// Decided by the second highest bit.
inline double choose_by_second_bit(std::uint64_t bits, double set, double clear) {
  return (bits >> 62 & 1) != 0 ? set : clear;
}

// The same in single precision.
inline std::uint32_t as_bits(float value) {
  return std::bit_cast<std::uint32_t>(value);
}
inline float as_real(std::uint32_t bits) {
  return std::bit_cast<float>(bits);
}
inline float square_root(float value) {
  return std::sqrt(value);
}
inline float multiply_add(float a, float x, float b) {
  return __builtin_fmaf(a, x, b);
}
inline float exponent_of(std::uint32_t bits) {
  return static_cast<float>(static_cast<std::int32_t>(bits >> 23) - 127);
}
inline float choose_by_second_bit(std::uint32_t bits, float set, float clear) {
  return (bits >> 30 & 1) != 0 ? set : clear;
}

/// c[0] + c[1] q + c[2] q^2 ...
template <class Real, class Number, std::size_t terms>
[[gnu::always_inline]] inline Real polynomial(const Number (&c)[terms], const Real& q) {
  static_assert(terms >= 2);
  Real sum = multiply_add(q, c[terms - 1], c[terms - 2]);
#pragma GCC unroll 8  // a strip stays in registers
  for (std::size_t k = 3; k <= terms; ++k) sum = multiply_add(sum, q, c[terms - k]);
  return sum;
}

template <class Real>
struct GaussianPair {
  Real even;
  Real odd;
};

/// Box-Muller in doubles: what comes out differs from its exact value by less than 2^-50 of it.
struct DoubleBoxMuller {
  static constexpr std::uint64_t one_bits = 0x3FF0000000000000, mantissa = 0x000FFFFFFFFFFFFF,
                                 sign = 0x8000000000000000, sqrt_half_bits = 0x3FE6A09E667F3BCD;
  static constexpr double one = 1, minus_two_ln2 = -0x1.62e42fefa39efp+0;
  static constexpr double L[] = {-0x1.0000000000001p+2, -0x1.5555555552d50p+0, -0x1.999999a435066p-1,
                                 -0x1.249240b87155dp-1, -0x1.c722cceee92f4p-2, -0x1.732320a9c93b0p-2,
                                 -0x1.58d5d4a93822dp-2};
  static constexpr double S[] = {0x1.921fb54442d18p+0,  -0x1.4abbce625be41p-1, 0x1.466bc677587f8p-4,
                                 -0x1.32d2cce2e5b19p-8, 0x1.50782fda12d96p-13, -0x1.e30071afc3e59p-19,
                                 0x1.e3f38399551bfp-25};
  static constexpr double C[] = {1.0,
                                 -0x1.3bd3cc9be458bp+0,
                                 0x1.03c1f081b0780p-2,
                                 -0x1.55d3c7dbfd139p-6,
                                 0x1.e1f4fb60281f6p-11,
                                 -0x1.a6c9c1be9eb49p-16,
                                 0x1.f3dbcea61b1a4p-22};
  /// From [1, 2) in steps of 2^-52 to (0, 1].
  template <class Real>
  [[gnu::always_inline]] static Real unit(const Real& v) {
    return 2.0 - v;
  }
};

/// Box-Muller in single precision.
struct SingleBoxMuller {
  static constexpr std::uint32_t one_bits = 0x3F800000, mantissa = 0x007FFFFF, sign = 0x80000000,
                                 sqrt_half_bits = 0x3F3504F3;
  static constexpr float one = 1, minus_two_ln2 = -0x1.62e430p+0f;
  static constexpr float L[] = {-0x1.000000p+2f, -0x1.555588p+0f, -0x1.9957acp-1f, -0x1.326cfep-1f};
  static constexpr float S[] = {0x1.921fb6p+0f, -0x1.4abbbap-1f, 0x1.465ec4p-4f, -0x1.2d9b40p-8f};
  static constexpr float C[] = {1, -0x1.3bd392p+0f, 0x1.03af58p-2f, -0x1.4e5e06p-6f};
  /// From [1, 2) in steps of 2^-23 to the odd multiples of 2^-24 below 1.
  template <class Real>
  [[gnu::always_inline]] static Real unit(const Real& v) {
    return v - 0x1.fffffep-1f;
  }
};

/// Radius sqrt(-2 ln u), u from the lower bits of the first word. The lower bits of the second are an angle within an
/// eighth of a turn, its highest bit turns by half a turn, the next one mirrors at the diagonal: together uniform on
/// the circle. Polynomials interpolate at Chebyshev's points.
template <class Precision, class Bits>
[[gnu::always_inline]] inline auto box_muller(const Bits& first, const Bits& second) {
  using P = Precision;
  // u = 2^e m with m in [sqrt(1/2), sqrt(2)); -2 ln m = -4 atanh(s) = s L(s^2), s = (m-1)/(m+1), |s| <= 0.1716.
  const auto u = P::unit(as_real((first & P::mantissa) | P::one_bits));
  const Bits shifted = as_bits(u) - (P::sqrt_half_bits - P::one_bits);
  const auto m = as_real((shifted & P::mantissa) + P::sqrt_half_bits);
  const auto s = (m - P::one) / (m + P::one);
  auto radius = square_root(multiply_add(exponent_of(shifted), P::minus_two_ln2, s * polynomial(P::L, s * s)));
  radius = as_real(as_bits(radius) ^ (second & P::sign));

  // sin(x pi/2) = x S(x^2) and cos(x pi/2) = C(x^2) for |x| <= 1/2.
  const auto x = as_real((second & P::mantissa) | P::one_bits) - (P::one + P::one / 2);
  const auto q = x * x;
  const auto sine = x * polynomial(P::S, q), cosine = polynomial(P::C, q);
  return GaussianPair<decltype(radius)>{radius * choose_by_second_bit(second, sine, cosine),
                                        radius * choose_by_second_bit(second, cosine, sine)};
}

/// Two normals in doubles from the 128 bits of a block.
template <class Bits>
[[gnu::always_inline]] inline auto gaussian_pair(const Bits& first, const Bits& second) {
  return box_muller<DoubleBoxMuller>(first, second);
}

/// Two normals in single precision from two words of 32 bits.
template <class Bits>
[[gnu::always_inline]] inline auto single_gaussian_pair(const Bits& first, const Bits& second) {
  return box_muller<SingleBoxMuller>(first, second);
}

}  // namespace sotto
