// SPDX-License-Identifier: MIT
// The vectors of one instruction set: 64-bit lanes of doubles and of words. A source that includes this is compiled
// once for each set, and everything it makes lies in a namespace of that set's name (SOTTO_KERNEL), so that the linker
// can never hand a function for a new processor to an old one.
#pragma once

#include <bit>
#include <cstddef>
#include <cstdint>

#if defined(__SSE2__)
#include <immintrin.h>
#endif

namespace sotto::SOTTO_KERNEL {

#if defined(__AVX512DQ__)
inline constexpr std::size_t vector_bytes = 64;
#elif defined(__AVX2__)
inline constexpr std::size_t vector_bytes = 32;
#else
inline constexpr std::size_t vector_bytes = 16;
#endif

typedef double Reals __attribute__((vector_size(vector_bytes)));
typedef std::uint64_t Words __attribute__((vector_size(vector_bytes)));
typedef float Floats __attribute__((vector_size(vector_bytes)));
typedef std::uint32_t FloatWords __attribute__((vector_size(vector_bytes)));
typedef double RealsInMemory __attribute__((vector_size(vector_bytes), may_alias));
inline constexpr std::size_t width = vector_bytes / sizeof(double);

/// The same number in every lane.
[[gnu::always_inline]] inline Words everywhere(std::uint64_t value) {
#if defined(__AVX512DQ__)
  return std::bit_cast<Words>(_mm512_set1_epi64(static_cast<long long>(value)));
#elif defined(__AVX2__)
  return std::bit_cast<Words>(_mm256_set1_epi64x(static_cast<long long>(value)));
#else
  return Words{} + value;
#endif
}

/// The same number in every lane.
[[gnu::always_inline]] inline Reals everywhere(double value) {
#if defined(__AVX512DQ__)
  return _mm512_set1_pd(value);
#elif defined(__AVX2__)
  return _mm256_set1_pd(value);
#else
  return Reals{} + value;
#endif
}

[[gnu::always_inline]] inline Floats everywhere(float value) {
  return Floats{} + value;
}

// smaller(a, b) is a < b ? a : b and larger(a, b) is a > b ? a : b, for NaN too; multiply_low_halves is the 64-bit
// product of the lower 32 bits; upper_halves moves the upper 32 bits down, and what it leaves above them does not
// matter; multiply_add rounds once.
#if defined(__SSE2__)
#if defined(__AVX512DQ__)
#define SOTTO_OF_SET(operation) _mm512_##operation
typedef __m512i Integers;
typedef _MM_PERM_ENUM Places;
#elif defined(__AVX2__)
#define SOTTO_OF_SET(operation) _mm256_##operation
typedef __m256i Integers;
typedef int Places;
#else
#define SOTTO_OF_SET(operation) _mm_##operation
typedef __m128i Integers;
typedef int Places;
#endif
[[gnu::always_inline]] inline Words multiply_low_halves(Words a, Words b) {
  return std::bit_cast<Words>(SOTTO_OF_SET(mul_epu32)(std::bit_cast<Integers>(a), std::bit_cast<Integers>(b)));
}
[[gnu::always_inline]] inline Reals square_root(Reals a) {
  return SOTTO_OF_SET(sqrt_pd)(a);
}
[[gnu::always_inline]] inline Reals smaller(Reals a, Reals b) {
  return SOTTO_OF_SET(min_pd)(a, b);
}
[[gnu::always_inline]] inline Reals larger(Reals a, Reals b) {
  return SOTTO_OF_SET(max_pd)(a, b);
}
[[gnu::always_inline]] inline Words upper_halves(Words a) {
  return std::bit_cast<Words>(
      SOTTO_OF_SET(shuffle_epi32)(std::bit_cast<Integers>(a), static_cast<Places>(_MM_SHUFFLE(3, 3, 1, 1))));
}
#undef SOTTO_OF_SET
#else
[[gnu::always_inline]] inline Words multiply_low_halves(Words a, Words b) {
  return (a & std::uint64_t{0xFFFFFFFF}) * (b & std::uint64_t{0xFFFFFFFF});
}
[[gnu::always_inline]] inline Reals square_root(Reals a) {
  for (std::size_t k = 0; k < width; ++k) a[k] = __builtin_sqrt(a[k]);
  return a;
}
[[gnu::always_inline]] inline Reals smaller(Reals a, Reals b) {
  for (std::size_t k = 0; k < width; ++k) a[k] = a[k] < b[k] ? a[k] : b[k];
  return a;
}
[[gnu::always_inline]] inline Reals larger(Reals a, Reals b) {
  for (std::size_t k = 0; k < width; ++k) a[k] = a[k] > b[k] ? a[k] : b[k];
  return a;
}
[[gnu::always_inline]] inline Words upper_halves(Words a) {
  return a >> 32;
}
#endif

[[gnu::always_inline]] inline Reals multiply_add(Reals a, Reals b, Reals c) {
#if defined(__AVX512DQ__)
  return _mm512_fmadd_pd(a, b, c);
#elif defined(__AVX2__)
  return _mm256_fmadd_pd(a, b, c);
#else
  for (std::size_t k = 0; k < width; ++k) a[k] = __builtin_fma(a[k], b[k], c[k]);
  return a;
#endif
}

/// Within [-bound, bound], for a bound that is not negative. What is not a number may become the bound: only for tiles,
/// which suits_blocks() lets in when nothing can overflow.
[[gnu::always_inline]] inline Reals clamped(Reals a, Reals bound) {
#if defined(__AVX512DQ__)
  return _mm512_range_pd(a, bound, 0b0010);  // the smaller size with a's sign
#else
  return smaller(bound, larger(-bound, a));
#endif
}

/// The exponents of normal positive numbers with these bits.
[[gnu::always_inline]] inline Reals exponent_of(Words bits) {
#if defined(__AVX512DQ__)
  return _mm512_getexp_pd(std::bit_cast<__m512d>(bits));
#else
  constexpr std::uint64_t two_to_52_bits = 0x4330000000000000;
  return std::bit_cast<Reals>(bits >> 52 | two_to_52_bits) - (0x1p52 + 1023);
#endif
}

/// Decided in each lane by the second highest bit.
[[gnu::always_inline]] inline Reals choose_by_second_bit(Words bits, Reals set, Reals clear) {
#if defined(__AVX512DQ__)
  const __m512i bit = std::bit_cast<__m512i>(everywhere(std::uint64_t{1} << 62));
  return _mm512_mask_blend_pd(_mm512_test_epi64_mask(std::bit_cast<__m512i>(bits), bit), clear, set);
#elif defined(__AVX2__)
  return _mm256_blendv_pd(clear, set, std::bit_cast<__m256d>(bits + bits));
#else
  return (bits & std::uint64_t{1} << 62) != 0 ? set : clear;
#endif
}

// The same in single precision.
#if defined(__AVX512DQ__)
[[gnu::always_inline]] inline Floats square_root(Floats a) {
  return _mm512_sqrt_ps(a);
}
[[gnu::always_inline]] inline Floats multiply_add(Floats a, Floats b, Floats c) {
  return _mm512_fmadd_ps(a, b, c);
}
[[gnu::always_inline]] inline Floats exponent_of(FloatWords bits) {
  return _mm512_getexp_ps(std::bit_cast<__m512>(bits));
}
[[gnu::always_inline]] inline Floats choose_by_second_bit(FloatWords bits, Floats set, Floats clear) {
  const __mmask16 chosen = _mm512_test_epi32_mask(std::bit_cast<__m512i>(bits), _mm512_set1_epi32(1 << 30));
  return _mm512_mask_blend_ps(chosen, clear, set);
}
#else
[[gnu::always_inline]] inline Floats exponent_of(FloatWords bits) {
  constexpr std::uint32_t two_to_23_bits = 0x4B000000;
  return std::bit_cast<Floats>(bits >> 23 | two_to_23_bits) - (0x1p23f + 127);
}
#if defined(__AVX2__)
[[gnu::always_inline]] inline Floats square_root(Floats a) {
  return _mm256_sqrt_ps(a);
}
[[gnu::always_inline]] inline Floats multiply_add(Floats a, Floats b, Floats c) {
  return _mm256_fmadd_ps(a, b, c);
}
[[gnu::always_inline]] inline Floats choose_by_second_bit(FloatWords bits, Floats set, Floats clear) {
  return _mm256_blendv_ps(clear, set, std::bit_cast<__m256>(bits + bits));
}
#else
[[gnu::always_inline]] inline Floats square_root(Floats a) {
#if defined(__SSE2__)
  return _mm_sqrt_ps(a);
#else
  for (std::size_t k = 0; k < 2 * width; ++k) a[k] = __builtin_sqrtf(a[k]);
  return a;
#endif
}
[[gnu::always_inline]] inline Floats multiply_add(Floats a, Floats b, Floats c) {
  for (std::size_t k = 0; k < 2 * width; ++k) a[k] = __builtin_fmaf(a[k], b[k], c[k]);
  return a;
}
[[gnu::always_inline]] inline Floats choose_by_second_bit(FloatWords bits, Floats set, Floats clear) {
  return (bits & std::uint32_t{1} << 30) != 0 ? set : clear;
}
#endif
#endif

/// The lower halves of a's words, then those of b's; and the upper ones.
[[gnu::always_inline]] inline FloatWords low_halves(Words a, Words b) {
#if defined(__AVX512DQ__)
  const __m512i even = _mm512_setr_epi32(0, 2, 4, 6, 8, 10, 12, 14, 16, 18, 20, 22, 24, 26, 28, 30);
  return std::bit_cast<FloatWords>(
      _mm512_permutex2var_epi32(std::bit_cast<__m512i>(a), even, std::bit_cast<__m512i>(b)));
#elif defined(__AVX2__)
  const __m256 mixed = _mm256_shuffle_ps(std::bit_cast<__m256>(a), std::bit_cast<__m256>(b), 0b10001000);
  return std::bit_cast<FloatWords>(_mm256_permute4x64_pd(_mm256_castps_pd(mixed), 0b11011000));
#else
  FloatWords halves{};
  for (std::size_t k = 0; k < width; ++k) {
    halves[k] = static_cast<std::uint32_t>(a[k]);
    halves[width + k] = static_cast<std::uint32_t>(b[k]);
  }
  return halves;
#endif
}
[[gnu::always_inline]] inline FloatWords high_halves(Words a, Words b) {
#if defined(__AVX512DQ__)
  const __m512i odd = _mm512_setr_epi32(1, 3, 5, 7, 9, 11, 13, 15, 17, 19, 21, 23, 25, 27, 29, 31);
  return std::bit_cast<FloatWords>(
      _mm512_permutex2var_epi32(std::bit_cast<__m512i>(a), odd, std::bit_cast<__m512i>(b)));
#elif defined(__AVX2__)
  const __m256 mixed = _mm256_shuffle_ps(std::bit_cast<__m256>(a), std::bit_cast<__m256>(b), 0b11011101);
  return std::bit_cast<FloatWords>(_mm256_permute4x64_pd(_mm256_castps_pd(mixed), 0b11011000));
#else
  return low_halves(a >> 32, b >> 32);
#endif
}

/// A whole vector of floats; half of one as doubles.
typedef float FloatsInMemory __attribute__((vector_size(vector_bytes), may_alias));
[[gnu::always_inline]] inline void store(float* to, Floats values) {
  *reinterpret_cast<FloatsInMemory*>(to) = values;
}
[[gnu::always_inline]] inline Reals load(const float* from) {
#if defined(__AVX512DQ__)
  return _mm512_cvtps_pd(_mm256_load_ps(from));
#elif defined(__AVX2__)
  return _mm256_cvtps_pd(_mm_load_ps(from));
#else
  Reals wide{};
  for (std::size_t k = 0; k < width; ++k) wide[k] = from[k];
  return wide;
#endif
}

[[gnu::always_inline]] inline Reals load(const double* from) {
  return *reinterpret_cast<const RealsInMemory*>(from);
}
[[gnu::always_inline]] inline void store(double* to, Reals values) {
  *reinterpret_cast<RealsInMemory*>(to) = values;
}

}  // namespace sotto::SOTTO_KERNEL
