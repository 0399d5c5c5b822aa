// SPDX-License-Identifier: MIT
// a x + b for vectors, with the processor's own instruction where there is one.
#include "sotto/arithmetic/multiply_add.hpp"

#include <cstddef>

#include "sotto/arithmetic/processor.hpp"

#if defined(__x86_64__)
#include <immintrin.h>
#endif

namespace sotto {
namespace {

struct Terms {
  const double* weights;
  const double* const* terms;
  std::size_t count;
};

// Each function stands twice: with the C library's fused multiply-add, and with the processor's.
void multiply_add_anywhere(double a, const double* x, const double* b, double* out, std::size_t size) {
  for (std::size_t k = 0; k < size; ++k) out[k] = multiply_add(a, x[k], b[k]);
}
void add_weighted_anywhere(const Terms& of, double* sum, std::size_t size) {
  for (std::size_t j = 0; j < of.count; ++j) multiply_add_anywhere(of.weights[j], of.terms[j], sum, sum, size);
}

#if defined(__x86_64__)
SOTTO_FUSED_MULTIPLY_ADD void multiply_add_fused(double a, const double* x, const double* b, double* out,
                                                 std::size_t size) {
  const __m256d everywhere = _mm256_set1_pd(a);
  std::size_t k = 0;
  for (; k + 4 <= size; k += 4)
    _mm256_storeu_pd(out + k, _mm256_fmadd_pd(everywhere, _mm256_loadu_pd(x + k), _mm256_loadu_pd(b + k)));
  for (; k < size; ++k) out[k] = multiply_add(a, x[k], b[k]);
}

/// The numbers [k, k + 4 vectors): sums stay in registers while terms, which may be far away, come in.
template <std::size_t vectors>
SOTTO_FUSED_MULTIPLY_ADD inline void add_weighted_part(const Terms& of, double* sum, std::size_t k) {
  __m256d part[vectors];
  for (std::size_t v = 0; v < vectors; ++v) part[v] = _mm256_loadu_pd(sum + k + 4 * v);
  for (std::size_t j = 0; j < of.count; ++j) {
    const __m256d weight = _mm256_set1_pd(of.weights[j]);
    for (std::size_t v = 0; v < vectors; ++v)
      part[v] = _mm256_fmadd_pd(weight, _mm256_loadu_pd(of.terms[j] + k + 4 * v), part[v]);
  }
  for (std::size_t v = 0; v < vectors; ++v) _mm256_storeu_pd(sum + k + 4 * v, part[v]);
}

SOTTO_FUSED_MULTIPLY_ADD void add_weighted_fused(const Terms& of, double* sum, std::size_t size) {
  std::size_t k = 0;
  for (; k + 16 <= size; k += 16) add_weighted_part<4>(of, sum, k);
  for (; k + 8 <= size; k += 8) add_weighted_part<2>(of, sum, k);
  for (; k + 4 <= size; k += 4) add_weighted_part<1>(of, sum, k);
  for (; k < size; ++k)
    for (std::size_t j = 0; j < of.count; ++j) sum[k] = multiply_add(of.weights[j], of.terms[j][k], sum[k]);
}

#else
constexpr auto multiply_add_fused = multiply_add_anywhere;
constexpr auto add_weighted_fused = add_weighted_anywhere;
#endif

}  // namespace

void multiply_add(double a, std::span<const double> x, std::span<const double> b, std::span<double> out) {
  static const auto chosen = has_fused_multiply_add() ? multiply_add_fused : multiply_add_anywhere;
  chosen(a, x.data(), b.data(), out.data(), out.size());
}

void extrapolate(double factor, std::span<const double> from, std::span<double> to) {
  for (std::size_t k = 0; k < to.size(); ++k) to[k] -= from[k];
  multiply_add(factor, to, from, to);
}

void add_weighted(std::span<const double> weights, std::span<const double* const> terms, std::span<double> sum) {
  static const auto chosen = has_fused_multiply_add() ? add_weighted_fused : add_weighted_anywhere;
  chosen({weights.data(), terms.data(), terms.size()}, sum.data(), sum.size());
}

}  // namespace sotto
