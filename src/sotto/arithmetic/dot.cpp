// SPDX-License-Identifier: MIT
#include "sotto/arithmetic/dot.hpp"

#include <cstddef>

#include "sotto/arithmetic/dot_order.hpp"
#include "sotto/arithmetic/processor.hpp"

#if defined(__x86_64__)
#include <immintrin.h>
#endif

namespace sotto {
namespace {

constexpr std::size_t lanes = dense_lanes;

/// Numbers that do not fill all lanes go to the first of them; then lanes are added in pairs.
[[gnu::always_inline]] inline double rest_and_sum(double (&sums)[lanes], const double* a, const double* b,
                                                  std::size_t rest) {
  for (std::size_t k = 0; k < rest; ++k) sums[k] = multiply_add(a[k], b[k], sums[k]);
  for (std::size_t half = lanes / 2; half > 0; half /= 2)
    for (std::size_t k = 0; k < half; ++k) sums[k] += sums[k + half];
  return sums[0];
}

double dot_anywhere(const double* a, const double* b, std::size_t size) {
  return dense_dot(
      size, [a](std::size_t k) { return a[k]; }, [b](std::size_t k) { return b[k]; });
}

#if defined(__x86_64__)
SOTTO_FUSED_MULTIPLY_ADD double dot_fused(const double* a, const double* b, std::size_t size) {
  __m256d parts[4] = {_mm256_setzero_pd(), _mm256_setzero_pd(), _mm256_setzero_pd(), _mm256_setzero_pd()};
  std::size_t k = 0;
  for (; k + lanes <= size; k += lanes)
    for (std::size_t v = 0; v < 4; ++v)
      parts[v] = _mm256_fmadd_pd(_mm256_loadu_pd(a + k + 4 * v), _mm256_loadu_pd(b + k + 4 * v), parts[v]);
  double sums[lanes];
  for (std::size_t v = 0; v < 4; ++v) _mm256_storeu_pd(sums + 4 * v, parts[v]);
  return rest_and_sum(sums, a + k, b + k, size - k);
}
#else
constexpr auto dot_fused = dot_anywhere;
#endif

}  // namespace

double dot(std::span<const double> a, std::span<const double> b) {
  static const auto chosen = has_fused_multiply_add() ? dot_fused : dot_anywhere;
  return chosen(a.data(), b.data(), a.size());
}

double dot(const SparseSpan& a, std::span<const double> b) {
  return sparse_dot(
      a.columns.size(), [&](std::size_t k) { return a.values[k]; }, [&](std::size_t k) { return b[a.columns[k]]; });
}

void add_scaled(double factor, const SparseSpan& a, std::span<double> sum) {
  for (std::size_t k = 0; k < a.columns.size(); ++k) sum[a.columns[k]] += factor * a.values[k];
}

}  // namespace sotto
