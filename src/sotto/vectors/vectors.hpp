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

// smaller(a, b) is a < b ? a : b and larger(a, b) is a > b ? a : b, for NaN too; multiply_low_halves is the 64-bit
// product of the lower 32 bits.
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
#endif

[[gnu::always_inline]] inline Reals load(const double* from) {
  return *reinterpret_cast<const RealsInMemory*>(from);
}
[[gnu::always_inline]] inline void store(double* to, Reals values) {
  *reinterpret_cast<RealsInMemory*>(to) = values;
}

}  // namespace sotto::SOTTO_KERNEL
