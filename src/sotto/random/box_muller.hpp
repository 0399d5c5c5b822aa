// SPDX-License-Identifier: MIT
// Box-Muller: two words of random bits become two standard normals, in doubles from words of 64 bits, in single
// precision from words of 32. Bits are such a word, or a strip of vectors of them: each lane then goes through the same
// operations as a double, and has the same bits. Inlined by force: a strip that passes through memory is not worth it.
#pragma once

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <type_traits>

#include "sotto/arithmetic/anywhere.hpp"
#include "sotto/arithmetic/multiply_add.hpp"

namespace sotto {

SOTTO_ANYWHERE std::uint64_t as_bits(double value) {
  return std::bit_cast<std::uint64_t>(value);
}
SOTTO_ANYWHERE double as_real(std::uint64_t bits) {
  return std::bit_cast<double>(bits);
}
SOTTO_ANYWHERE double square_root(double value) {
  return std::sqrt(value);
}
/// The exponent of a normal positive number with these bits. It becomes the last digits of a large double: a GPU has
/// few units that convert integers.
SOTTO_ANYWHERE double exponent_of(std::uint64_t bits) {
  constexpr std::uint64_t two_to_52_bits = 0x4330000000000000;
  return as_real(bits >> 52 | two_to_52_bits) - (0x1p52 + 1023);
}
/// Decided by the second highest bit.
SOTTO_ANYWHERE double choose_by_second_bit(std::uint64_t bits, double set, double clear) {
  return (bits >> 62 & 1) != 0 ? set : clear;
}

// The same in single precision.
SOTTO_ANYWHERE std::uint32_t as_bits(float value) {
  return std::bit_cast<std::uint32_t>(value);
}
SOTTO_ANYWHERE float as_real(std::uint32_t bits) {
  return std::bit_cast<float>(bits);
}
SOTTO_ANYWHERE float square_root(float value) {
  return std::sqrt(value);
}
SOTTO_ANYWHERE float multiply_add(float a, float x, float b) {
  return __builtin_fmaf(a, x, b);
}
SOTTO_ANYWHERE float exponent_of(std::uint32_t bits) {
  constexpr std::uint32_t two_to_23_bits = 0x4B000000;
  return as_real(bits >> 23 | two_to_23_bits) - (0x1p23f + 127);
}
SOTTO_ANYWHERE float choose_by_second_bit(std::uint32_t bits, float set, float clear) {
  return (bits >> 30 & 1) != 0 ? set : clear;
}

/// A quotient as every processor rounds it, and a square root: of a numerator that is 0 or normal, a denominator
/// between 1 and 4, and a radicand that is 0 or normal, as box_muller has them. A GPU makes both from an approximation,
/// by Markstein's steps; for numbers like these its compiler's own version takes the same ones, and then asks whether
/// they were such numbers. That would keep the processor from doing two things at once.
template <class Real>
SOTTO_ANYWHERE Real quotient_near_one(const Real& a, const Real& b) {
  return a / b;
}
template <class Real>
SOTTO_ANYWHERE Real root_of_radius(const Real& a) {
  return square_root(a);
}
#if defined(__CUDA_ARCH__)
template <>
SOTTO_ANYWHERE double quotient_near_one(const double& a, const double& b) {
  double inverse;
  asm("rcp.approx.ftz.f64 %0, %1;" : "=d"(inverse) : "d"(b));
  inverse =
      as_real(as_bits(inverse) | 1);  // or a denominator whose digits are all 1 would be rounded to the wrong side
  double error = multiply_add(-b, inverse, 1);
  error = multiply_add(error, error, error);
  inverse = multiply_add(inverse, error, inverse);
  inverse = multiply_add(inverse, multiply_add(-b, inverse, 1), inverse);
  const double near = a * inverse;
  return multiply_add(inverse, multiply_add(-b, near, a), near);
}
template <>
SOTTO_ANYWHERE double root_of_radius(const double& a) {
  double inverse;
  asm("rsqrt.approx.ftz.f64 %0, %1;" : "=d"(inverse) : "d"(a));
  const double error = multiply_add(a, -(inverse * inverse), 1);
  inverse = multiply_add(multiply_add(error, 0.375, 0.5), inverse * error, inverse);
  const double near = a * inverse;
  const double root = multiply_add(multiply_add(near, -near, a), 0.5 * inverse, near);
  return a == 0 ? a : root;
}
template <>
SOTTO_ANYWHERE float quotient_near_one(const float& a, const float& b) {
  float inverse;
  asm("rcp.approx.ftz.f32 %0, %1;" : "=f"(inverse) : "f"(b));
  inverse = multiply_add(inverse, multiply_add(-b, inverse, 1.0f), inverse);
  float near = a * inverse;
  near = multiply_add(inverse, multiply_add(-b, near, a), near);
  return multiply_add(inverse, multiply_add(-b, near, a), near);
}
template <>
SOTTO_ANYWHERE float root_of_radius(const float& a) {
  float inverse;
  asm("rsqrt.approx.ftz.f32 %0, %1;" : "=f"(inverse) : "f"(a));
  const float near = a * inverse;
  const float root = multiply_add(multiply_add(near, -near, a), 0.5f * inverse, near);
  return a == 0 ? a : root;
}
#endif

/// c[0] + c[1] q + c[2] q^2 ...
template <class Real, class Number, std::size_t terms>
SOTTO_ANYWHERE Real polynomial(const Number (&c)[terms], const Real& q) {
  static_assert(terms >= 2);
  Real sum = multiply_add(q, c[terms - 1], c[terms - 2]);
  SOTTO_UNROLL  // a strip stays in registers
      for (std::size_t k = 3; k <= terms; ++k) sum = multiply_add(sum, q, c[terms - k]);
  return sum;
}

template <class Real>
struct GaussianPair {
  Real even;
  Real odd;
};

/// Three polynomials by the coefficients of a class.
template <class Terms>
struct KnownPolynomials {
  template <class Real>
  SOTTO_ANYWHERE static Real L(const Real& q) {
    return polynomial(Terms::L_terms, q);
  }
  template <class Real>
  SOTTO_ANYWHERE static Real S(const Real& q) {
    return polynomial(Terms::S_terms, q);
  }
  template <class Real>
  SOTTO_ANYWHERE static Real C(const Real& q) {
    return polynomial(Terms::C_terms, q);
  }
};

/// The same from an object: a GPU reads coefficients that are parameters of a kernel, where constants of the program
/// take two instructions each.
template <class Precision>
struct Polynomials {
  static constexpr std::size_t terms = sizeof(Precision::L_terms) / sizeof(Precision::one);
  using Number = std::remove_const_t<decltype(Precision::one)>;
  Number L_terms[terms], S_terms[terms], C_terms[terms];

  SOTTO_ANYWHERE Number L(const Number& q) const { return polynomial(L_terms, q); }
  SOTTO_ANYWHERE Number S(const Number& q) const { return polynomial(S_terms, q); }
  SOTTO_ANYWHERE Number C(const Number& q) const { return polynomial(C_terms, q); }

  static Polynomials known() {
    Polynomials all;
    std::copy_n(Precision::L_terms, terms, all.L_terms);
    std::copy_n(Precision::S_terms, terms, all.S_terms);
    std::copy_n(Precision::C_terms, terms, all.C_terms);
    return all;
  }
};

/// Box-Muller in doubles: what comes out differs from its exact value by less than 2^-50 of it.
struct DoubleBoxMuller {
  static constexpr std::uint64_t one_bits = 0x3FF0000000000000, mantissa = 0x000FFFFFFFFFFFFF,
                                 sign = 0x8000000000000000, sqrt_half_bits = 0x3FE6A09E667F3BCD;
  static constexpr double one = 1, minus_two_ln2 = -0x1.62e42fefa39efp+0;
  static constexpr double L_terms[] = {-0x1.0000000000001p+2, -0x1.5555555552d50p+0, -0x1.999999a435066p-1,
                                       -0x1.249240b87155dp-1, -0x1.c722cceee92f4p-2, -0x1.732320a9c93b0p-2,
                                       -0x1.58d5d4a93822dp-2};
  static constexpr double S_terms[] = {0x1.921fb54442d18p+0,  -0x1.4abbce625be41p-1, 0x1.466bc677587f8p-4,
                                       -0x1.32d2cce2e5b19p-8, 0x1.50782fda12d96p-13, -0x1.e30071afc3e59p-19,
                                       0x1.e3f38399551bfp-25};
  static constexpr double C_terms[] = {1.0,
                                       -0x1.3bd3cc9be458bp+0,
                                       0x1.03c1f081b0780p-2,
                                       -0x1.55d3c7dbfd139p-6,
                                       0x1.e1f4fb60281f6p-11,
                                       -0x1.a6c9c1be9eb49p-16,
                                       0x1.f3dbcea61b1a4p-22};
  /// From [1, 2) in steps of 2^-52 to (0, 1].
  template <class Real>
  SOTTO_ANYWHERE static Real unit(const Real& v) {
    return 2.0 - v;
  }
};

/// Box-Muller in single precision.
struct SingleBoxMuller {
  static constexpr std::uint32_t one_bits = 0x3F800000, mantissa = 0x007FFFFF, sign = 0x80000000,
                                 sqrt_half_bits = 0x3F3504F3;
  static constexpr float one = 1, minus_two_ln2 = -0x1.62e430p+0f;
  static constexpr float L_terms[] = {-0x1.000000p+2f, -0x1.555588p+0f, -0x1.9957acp-1f, -0x1.326cfep-1f};
  static constexpr float S_terms[] = {0x1.921fb6p+0f, -0x1.4abbbap-1f, 0x1.465ec4p-4f, -0x1.2d9b40p-8f};
  static constexpr float C_terms[] = {1, -0x1.3bd392p+0f, 0x1.03af58p-2f, -0x1.4e5e06p-6f};
  /// From [1, 2) in steps of 2^-23 to the odd multiples of 2^-24 below 1.
  template <class Real>
  SOTTO_ANYWHERE static Real unit(const Real& v) {
    return v - 0x1.fffffep-1f;
  }
};

/// Radius sqrt(-2 ln u), u from the lower bits of the first word. The lower bits of the second are an angle within an
/// eighth of a turn, its highest bit turns by half a turn, the next one mirrors at the diagonal: together uniform on
/// the circle. Polynomials interpolate at Chebyshev's points.
template <class Precision, class Bits, class By = KnownPolynomials<Precision>>
SOTTO_ANYWHERE auto box_muller(const Bits& first, const Bits& second, const By& by = {}) {
  using P = Precision;
  // u = 2^e m with m in [sqrt(1/2), sqrt(2)); -2 ln m = -4 atanh(s) = s L(s^2), s = (m-1)/(m+1), |s| <= 0.1716.
  const auto u = P::unit(as_real((first & P::mantissa) | P::one_bits));
  const Bits shifted = as_bits(u) - (P::sqrt_half_bits - P::one_bits);
  const auto m = as_real((shifted & P::mantissa) + P::sqrt_half_bits);
  const auto s = quotient_near_one(m - P::one, m + P::one);
  auto radius = root_of_radius(multiply_add(exponent_of(shifted), P::minus_two_ln2, s * by.L(s * s)));
  radius = as_real(as_bits(radius) ^ (second & P::sign));

  // sin(x pi/2) = x S(x^2) and cos(x pi/2) = C(x^2) for |x| <= 1/2.
  const auto x = as_real((second & P::mantissa) | P::one_bits) - (P::one + P::one / 2);
  const auto q = x * x;
  const auto sine = x * by.S(q), cosine = by.C(q);
  return GaussianPair<decltype(radius)>{radius * choose_by_second_bit(second, sine, cosine),
                                        radius * choose_by_second_bit(second, cosine, sine)};
}

/// Two normals in doubles from the 128 bits of a block.
template <class Bits, class By = KnownPolynomials<DoubleBoxMuller>>
SOTTO_ANYWHERE auto gaussian_pair(const Bits& first, const Bits& second, const By& by = {}) {
  return box_muller<DoubleBoxMuller>(first, second, by);
}

/// Two normals in single precision from two words of 32 bits.
template <class Bits, class By = KnownPolynomials<SingleBoxMuller>>
SOTTO_ANYWHERE auto single_gaussian_pair(const Bits& first, const Bits& second, const By& by = {}) {
  return box_muller<SingleBoxMuller>(first, second, by);
}

}  // namespace sotto
