// SPDX-License-Identifier: MIT
// Which of the compiled kernels runs here.
#include "sotto/random/kernel_sets.hpp"
#include "sotto/simulation/blocks/kernel.hpp"

namespace sotto {

SOTTO_KERNELS(Kernel, kernel, all_kernels)

const Kernel& fastest_kernel() {
  static const Kernel& fastest = first_that_runs(all_kernels());
  return fastest;
}

}  // namespace sotto
