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

// smaller(a, b) is a < b ? a : b and larger(a, b) is a > b ? a : b, for NaN too; multiply_low_halves is the 64-bit
// product of the lower 32 bits; upper_halves moves the upper 32 bits down, and what it leaves above them does not
// matter; multiply_add rounds once.
#if defined(__AVX512DQ__)
[[gnu::always_inline]] inline Words multiply_low_halves(Words a, Words b) {
  return std::bit_cast<Words>(_mm512_mul_epu32(std::bit_cast<__m512i>(a), std::bit_cast<__m512i>(b)));
}
[[gnu::always_inline]] inline Reals square_root(Reals a) {
  return _mm512_sqrt_pd(a);
}
[[gnu::always_inline]] inline Reals smaller(Reals a, Reals b) {
  return _mm512_min_pd(a, b);
}
[[gnu::always_inline]] inline Reals larger(Reals a, Reals b) {
  return _mm512_max_pd(a, b);
}
[[gnu::always_inline]] inline Words upper_halves(Words a) {
  return std::bit_cast<Words>(_mm512_shuffle_epi32(std::bit_cast<__m512i>(a), _MM_PERM_DDBB));
}
[[gnu::always_inline]] inline Reals multiply_add(Reals a, Reals b, Reals c) {
  return _mm512_fmadd_pd(a, b, c);
}
#elif defined(__AVX2__)
[[gnu::always_inline]] inline Words multiply_low_halves(Words a, Words b) {
  return std::bit_cast<Words>(_mm256_mul_epu32(std::bit_cast<__m256i>(a), std::bit_cast<__m256i>(b)));
}
[[gnu::always_inline]] inline Reals square_root(Reals a) {
  return _mm256_sqrt_pd(a);
}
[[gnu::always_inline]] inline Reals smaller(Reals a, Reals b) {
  return _mm256_min_pd(a, b);
}
[[gnu::always_inline]] inline Reals larger(Reals a, Reals b) {
  return _mm256_max_pd(a, b);
}
[[gnu::always_inline]] inline Words upper_halves(Words a) {
  return std::bit_cast<Words>(_mm256_shuffle_epi32(std::bit_cast<__m256i>(a), _MM_SHUFFLE(3, 3, 1, 1)));
}
[[gnu::always_inline]] inline Reals multiply_add(Reals a, Reals b, Reals c) {
  return _mm256_fmadd_pd(a, b, c);
}
#elif defined(__SSE2__)
[[gnu::always_inline]] inline Words multiply_low_halves(Words a, Words b) {
  return std::bit_cast<Words>(_mm_mul_epu32(std::bit_cast<__m128i>(a), std::bit_cast<__m128i>(b)));
}
[[gnu::always_inline]] inline Reals square_root(Reals a) {
  return _mm_sqrt_pd(a);
}
[[gnu::always_inline]] inline Reals smaller(Reals a, Reals b) {
  return _mm_min_pd(a, b);
}
[[gnu::always_inline]] inline Reals larger(Reals a, Reals b) {
  return _mm_max_pd(a, b);
}
[[gnu::always_inline]] inline Words upper_halves(Words a) {
  return std::bit_cast<Words>(_mm_shuffle_epi32(std::bit_cast<__m128i>(a), _MM_SHUFFLE(3, 3, 1, 1)));
}
[[gnu::always_inline]] inline Reals multiply_add(Reals a, Reals b, Reals c) {
  for (std::size_t k = 0; k < width; ++k) a[k] = __builtin_fma(a[k], b[k], c[k]);
  return a;
}
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
[[gnu::always_inline]] inline Reals multiply_add(Reals a, Reals b, Reals c) {
  for (std::size_t k = 0; k < width; ++k) a[k] = __builtin_fma(a[k], b[k], c[k]);
  return a;
}
#endif

/// Within [-bound, bound], for a bound that is not negative and a number that is one.
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
[[gnu::always_inline]] inline Reals choose_by_bit_62(Words bits, Reals set, Reals clear) {
#if defined(__AVX512DQ__)
  const __m512i bit = std::bit_cast<__m512i>(everywhere(std::uint64_t{1} << 62));
  return _mm512_mask_blend_pd(_mm512_test_epi64_mask(std::bit_cast<__m512i>(bits), bit), clear, set);
#elif defined(__AVX2__)
  return _mm256_blendv_pd(clear, set, std::bit_cast<__m256d>(bits + bits));
#else
  return (bits & std::uint64_t{1} << 62) != 0 ? set : clear;
#endif
}

[[gnu::always_inline]] inline Floats square_root(Floats a) {
#if defined(__AVX512DQ__)
  return _mm512_sqrt_ps(a);
#elif defined(__AVX2__)
  return _mm256_sqrt_ps(a);
#elif defined(__SSE2__)
  return _mm_sqrt_ps(a);
#else
  for (std::size_t k = 0; k < 2 * width; ++k) a[k] = __builtin_sqrtf(a[k]);
  return a;
#endif
}

/// The lower halves of a's words, and of b's in between: lane 2k is a's, lane 2k+1 is b's; and the upper ones.
[[gnu::always_inline]] inline FloatWords low_halves(Words a, Words b) {
  return std::bit_cast<FloatWords>((a & std::uint64_t{0xFFFFFFFF}) | b << 32);
}
[[gnu::always_inline]] inline FloatWords high_halves(Words a, Words b) {
  return std::bit_cast<FloatWords>(a >> 32 | (b & ~std::uint64_t{0xFFFFFFFF}));
}
/// The even lanes as doubles, and the odd ones.
struct EvenAndOdd {
  Reals even, odd;
};
[[gnu::always_inline]] inline EvenAndOdd widened(Floats a) {
#if defined(__AVX512DQ__)
  const __m512i order = _mm512_setr_epi32(0, 2, 4, 6, 8, 10, 12, 14, 1, 3, 5, 7, 9, 11, 13, 15);
  const __m512 sorted = _mm512_permutexvar_ps(order, a);
  return {_mm512_cvtps_pd(_mm512_castps512_ps256(sorted)), _mm512_cvtps_pd(_mm512_extractf32x8_ps(sorted, 1))};
#elif defined(__AVX2__)
  const __m256 sorted = _mm256_permutevar8x32_ps(a, _mm256_setr_epi32(0, 2, 4, 6, 1, 3, 5, 7));
  return {_mm256_cvtps_pd(_mm256_castps256_ps128(sorted)), _mm256_cvtps_pd(_mm256_extractf128_ps(sorted, 1))};
#else
  EvenAndOdd wide;
  for (std::size_t k = 0; k < width; ++k) {
    wide.even[k] = a[2 * k];
    wide.odd[k] = a[2 * k + 1];
  }
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
