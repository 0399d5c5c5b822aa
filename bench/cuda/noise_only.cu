// SPDX-License-Identifier: MIT
#include <cuda_runtime.h>

#include <stdexcept>

#include "noise_only.hpp"
#include "sotto/random/box_muller.hpp"
#include "sotto/random/key.hpp"

namespace sotto {
namespace {

template <bool single>
__global__ void draw(const __grid_constant__ NoiseWork work, const __grid_constant__ PhiloxRoundKeys keys,
                     const __grid_constant__ Polynomials<DoubleBoxMuller> in_doubles,
                     const __grid_constant__ Polynomials<SingleBoxMuller> in_floats, double* sums) {
  const std::uint32_t trial = blockIdx.x * 32 + threadIdx.x % 32, pair = threadIdx.x / 32;
  double sum = 0;
  for (std::uint32_t t = 1; t <= work.rounds; ++t)
#pragma unroll 2
    for (std::uint32_t node = 0; node < work.nodes; ++node) {
      PhiloxCounter word{single ? pair / 2 : pair, t, node, trial};
#pragma unroll
      for (int round = 0; round < 10; ++round) word = philox_round(word, {keys.even[round], keys.odd[round]});
      if constexpr (single) {
        const bool upper = pair % 2 != 0;
        const auto both = single_gaussian_pair(upper ? word[2] : word[0], upper ? word[3] : word[1], in_floats);
        sum += double(both.even) + double(both.odd);
      } else {
        const auto both =
            gaussian_pair(std::uint64_t{word[0]} << 32 | word[1], std::uint64_t{word[2]} << 32 | word[3], in_doubles);
        sum += both.even + both.odd;
      }
    }
  sums[std::size_t{blockIdx.x} * blockDim.x + threadIdx.x] = sum;
}

/// A measurement that failed is none.
void check(cudaError_t error) {
  if (error != cudaSuccess) throw std::runtime_error(cudaGetErrorString(error));
}

}  // namespace

double seconds_of_noise(const NoiseWork& work) {
  const std::uint32_t blocks = work.trials / 32, threads = work.pairs * 32;
  const PhiloxRoundKeys keys = philox_round_keys(17);
  const auto in_doubles = Polynomials<DoubleBoxMuller>::known();
  const auto in_floats = Polynomials<SingleBoxMuller>::known();
  double* sums = nullptr;
  check(cudaMalloc(&sums, std::size_t{blocks} * threads * sizeof(double)));
  cudaEvent_t begin, end;
  check(cudaEventCreate(&begin));
  check(cudaEventCreate(&end));
  check(cudaEventRecord(begin));
  if (work.single)
    draw<true><<<blocks, threads>>>(work, keys, in_doubles, in_floats, sums);
  else
    draw<false><<<blocks, threads>>>(work, keys, in_doubles, in_floats, sums);
  check(cudaGetLastError());
  check(cudaEventRecord(end));
  check(cudaEventSynchronize(end));
  float milliseconds = 0;
  check(cudaEventElapsedTime(&milliseconds, begin, end));
  check(cudaEventDestroy(begin));
  check(cudaEventDestroy(end));
  check(cudaFree(sums));
  return milliseconds / 1000;
}

}  // namespace sotto
