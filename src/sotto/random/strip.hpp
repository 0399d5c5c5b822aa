// SPDX-License-Identifier: MIT
// A few vectors that go through the same operations in lockstep. One Gaussian takes a long chain of operations of which
// each waits for the last; a processor only fills its pipes when several chains lie side by side in the program.
#pragma once

#include <type_traits>

#include "sotto/random/vectors.hpp"

namespace sotto::SOTTO_KERNEL {

template <class Vector, std::size_t count>
struct Strip {
  Vector at[count];
};
template <std::size_t count>
using RealStrip = Strip<Reals, count>;
template <std::size_t count>
using WordStrip = Strip<Words, count>;
template <std::size_t count>
using FloatWordStrip = Strip<FloatWords, count>;

/// How many vectors a strip has at most. A processor without a fused multiply-add calls the C library for each one:
/// nothing fills its pipes then, and long strips would only take minutes to compile.
#if defined(__SSE2__) && !defined(__FMA__)
inline constexpr std::uint32_t longest_strip = 2;
#else
inline constexpr std::uint32_t longest_strip = 6;
#endif

/// Before a loop over the vectors of a strip: unless it is unrolled, the strip passes through memory.
#define SOTTO_UNROLLED _Pragma("GCC unroll 16")

// Strip with strip, and strip with one number for all lanes.
#define SOTTO_STRIP_OPERATOR(sign)                                                                           \
  template <class V, std::size_t count>                                                                      \
  [[gnu::always_inline]] inline Strip<V, count> operator sign(Strip<V, count> a, const Strip<V, count>& b) { \
    SOTTO_UNROLLED for (std::size_t k = 0; k < count; ++k) a.at[k] = a.at[k] sign b.at[k];                   \
    return a;                                                                                                \
  }                                                                                                          \
  template <class V, std::size_t count, class Number>                                                        \
  requires std::is_arithmetic_v<Number>                                                                      \
  [[gnu::always_inline]] inline Strip<V, count> operator sign(Strip<V, count> a, Number b) {                 \
    SOTTO_UNROLLED for (std::size_t k = 0; k < count; ++k) a.at[k] = a.at[k] sign b;                         \
    return a;                                                                                                \
  }
SOTTO_STRIP_OPERATOR(+)
SOTTO_STRIP_OPERATOR(-)
SOTTO_STRIP_OPERATOR(*)
SOTTO_STRIP_OPERATOR(/)
SOTTO_STRIP_OPERATOR(&)
SOTTO_STRIP_OPERATOR(|)
SOTTO_STRIP_OPERATOR(^)
SOTTO_STRIP_OPERATOR(<<)
SOTTO_STRIP_OPERATOR(>>)
#undef SOTTO_STRIP_OPERATOR

/// A strip with one vector for all of it.
template <std::size_t count>
[[gnu::always_inline]] inline WordStrip<count> operator^(WordStrip<count> a, Words b) {
  SOTTO_UNROLLED for (std::size_t k = 0; k < count; ++k) a.at[k] ^= b;
  return a;
}
template <std::size_t count>
[[gnu::always_inline]] inline RealStrip<count> operator-(double a, RealStrip<count> b) {
  SOTTO_UNROLLED for (std::size_t k = 0; k < count; ++k) b.at[k] = a - b.at[k];
  return b;
}

template <class V, std::size_t count>
[[gnu::always_inline]] inline auto as_bits(const Strip<V, count>& a) {
  using Bits = std::conditional_t<std::is_same_v<V, Reals>, Words, FloatWords>;
  Strip<Bits, count> bits;
  SOTTO_UNROLLED for (std::size_t k = 0; k < count; ++k) bits.at[k] = std::bit_cast<Bits>(a.at[k]);
  return bits;
}
template <class B, std::size_t count>
[[gnu::always_inline]] inline auto as_real(const Strip<B, count>& a) {
  using Real = std::conditional_t<std::is_same_v<B, Words>, Reals, Floats>;
  Strip<Real, count> reals;
  SOTTO_UNROLLED for (std::size_t k = 0; k < count; ++k) reals.at[k] = std::bit_cast<Real>(a.at[k]);
  return reals;
}
template <class V, std::size_t count>
[[gnu::always_inline]] inline Strip<V, count> square_root(Strip<V, count> a) {
  SOTTO_UNROLLED for (std::size_t k = 0; k < count; ++k) a.at[k] = square_root(a.at[k]);
  return a;
}
template <class B, std::size_t count>
[[gnu::always_inline]] inline auto exponent_of(const Strip<B, count>& bits) {
  Strip<decltype(exponent_of(bits.at[0])), count> exponents;
  SOTTO_UNROLLED for (std::size_t k = 0; k < count; ++k) exponents.at[k] = exponent_of(bits.at[k]);
  return exponents;
}
template <class B, class V, std::size_t count>
[[gnu::always_inline]] inline Strip<V, count> choose_by_second_bit(const Strip<B, count>& bits, Strip<V, count> set,
                                                                   const Strip<V, count>& clear) {
  SOTTO_UNROLLED for (std::size_t k = 0; k < count; ++k) set.at[k] =
      choose_by_second_bit(bits.at[k], set.at[k], clear.at[k]);
  return set;
}

/// a b + c with one rounding; b and c are strips, or numbers for all lanes.
template <class V, std::size_t count>
[[gnu::always_inline]] inline V term(const Strip<V, count>& a, std::size_t k) {
  return a.at[k];
}
template <class Number>
requires std::is_arithmetic_v<Number>
[[gnu::always_inline]] inline auto term(Number a, std::size_t) {
  return everywhere(a);
}
template <class V, std::size_t count, class B, class C>
[[gnu::always_inline]] inline Strip<V, count> multiply_add(Strip<V, count> a, const B& b, const C& c) {
  SOTTO_UNROLLED for (std::size_t k = 0; k < count; ++k) a.at[k] = multiply_add(a.at[k], term(b, k), term(c, k));
  return a;
}

}  // namespace sotto::SOTTO_KERNEL
