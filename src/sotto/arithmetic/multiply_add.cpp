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

void one_by_one(double a, const double* x, const double* b, double* out, std::size_t size) {
  for (std::size_t k = 0; k < size; ++k) out[k] = multiply_add(a, x[k], b[k]);
}

#if defined(__x86_64__)
SOTTO_FUSED_MULTIPLY_ADD void four_by_four(double a, const double* x, const double* b, double* out, std::size_t size) {
  const __m256d everywhere = _mm256_set1_pd(a);
  std::size_t k = 0;
  for (; k + 4 <= size; k += 4)
    _mm256_storeu_pd(out + k, _mm256_fmadd_pd(everywhere, _mm256_loadu_pd(x + k), _mm256_loadu_pd(b + k)));
  for (; k < size; ++k) out[k] = multiply_add(a, x[k], b[k]);
}

using Function = void (*)(double, const double*, const double*, double*, std::size_t);
const Function chosen = has_fused_multiply_add() ? four_by_four : one_by_one;
#else
constexpr auto chosen = one_by_one;
#endif

}  // namespace

void multiply_add(double a, std::span<const double> x, std::span<const double> b, std::span<double> out) {
  chosen(a, x.data(), b.data(), out.data(), out.size());
}

}  // namespace sotto
