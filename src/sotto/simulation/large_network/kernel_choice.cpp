// SPDX-License-Identifier: MIT
// Which of the compiled kernels runs here.
#include "sotto/random/kernel_sets.hpp"
#include "sotto/simulation/large_network/kernel.hpp"

namespace sotto {

SOTTO_KERNELS(LargeKernel, large_kernel, all_large_kernels)

const LargeKernel& fastest_large_kernel() {
  return first_that_runs(all_large_kernels());
}

}  // namespace sotto
