// SPDX-License-Identifier: MIT
#include <cuda_runtime.h>

#include "device_arithmetic.hpp"
#include "sotto/random/box_muller.hpp"
#include "sotto/random/key.hpp"

namespace sotto::test {
namespace {

__device__ bool same(double a, double b) {
  return __double_as_longlong(a) == __double_as_longlong(b);
}
__device__ bool same(float a, float b) {
  return __float_as_int(a) == __float_as_int(b);
}

/// m in [sqrt(1/2), sqrt(2)) as box_muller makes it, and radicands up to its largest with all exponents down to 2^-60.
__global__ void try_doubles(std::uint64_t inputs, unsigned long long* wrong) {
  for (std::uint64_t k = blockIdx.x * std::uint64_t{blockDim.x} + threadIdx.x; k < inputs;
       k += gridDim.x * std::uint64_t{blockDim.x}) {
    const PhiloxCounter bits =
        philox4x32_10({static_cast<std::uint32_t>(k), static_cast<std::uint32_t>(k >> 32), 0, 0}, {5, 5});
    const std::uint64_t word = std::uint64_t{bits[0]} << 32 | bits[1];
    const double m = as_real((word & DoubleBoxMuller::mantissa) + DoubleBoxMuller::sqrt_half_bits);
    if (!same(quotient_near_one(m - 1, m + 1), __ddiv_rn(m - 1, m + 1))) atomicAdd(wrong, 1ull);
    const std::uint64_t exponent = 1023 + 6 - bits[2] % 67;
    const double radicand = as_real(exponent << 52 | (word & DoubleBoxMuller::mantissa));
    if (!same(root_of_radius(radicand), __dsqrt_rn(radicand))) atomicAdd(wrong, 1ull);
  }
  if (blockIdx.x == 0 && threadIdx.x == 0) {
    const double all_ones = as_real(std::uint64_t{0x3FFFFFFFFFFFFFFF}) - 1;  // a denominator whose digits are all 1
    if (!same(quotient_near_one(all_ones - 1, all_ones + 1), __ddiv_rn(all_ones - 1, all_ones + 1)))
      atomicAdd(wrong, 1ull);
    if (!same(quotient_near_one(0.0, 2.0), 0.0) || !same(root_of_radius(0.0), 0.0) || !same(root_of_radius(-0.0), -0.0))
      atomicAdd(wrong, 1ull);
  }
}

__global__ void try_floats(unsigned long long* wrong) {
  const std::uint32_t first = blockIdx.x * blockDim.x + threadIdx.x, step = gridDim.x * blockDim.x;
  for (std::uint32_t k = first; k <= SingleBoxMuller::mantissa; k += step) {
    const float m = as_real(k + SingleBoxMuller::sqrt_half_bits);
    if (!same(quotient_near_one(m - 1, m + 1), __fdiv_rn(m - 1, m + 1))) atomicAdd(wrong, 1ull);
    for (std::uint32_t exponent = 127 - 30; exponent <= 127 + 6; ++exponent) {
      const float radicand = as_real(exponent << 23 | k);
      if (!same(root_of_radius(radicand), __fsqrt_rn(radicand))) atomicAdd(wrong, 1ull);
    }
  }
}

template <class Launch>
std::int64_t wrong_in(const Launch& launch) {
  unsigned long long* wrong = nullptr;
  if (cudaMalloc(&wrong, sizeof(*wrong)) != cudaSuccess) return -1;
  cudaMemset(wrong, 0, sizeof(*wrong));
  launch(wrong);
  unsigned long long count = 0;
  const bool done = cudaMemcpy(&count, wrong, sizeof(count), cudaMemcpyDeviceToHost) == cudaSuccess;
  cudaFree(wrong);
  return done ? static_cast<std::int64_t>(count) : -1;
}

}  // namespace

std::int64_t wrong_in_doubles(std::uint64_t inputs) {
  return wrong_in([&](unsigned long long* wrong) { try_doubles<<<1024, 256>>>(inputs, wrong); });
}
std::int64_t wrong_in_floats() {
  return wrong_in([&](unsigned long long* wrong) { try_floats<<<1024, 256>>>(wrong); });
}

}  // namespace sotto::test
