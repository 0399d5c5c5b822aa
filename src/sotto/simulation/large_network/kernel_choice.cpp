// SPDX-License-Identifier: MIT
// Which of the compiled kernels runs here.
#include <array>

#include "sotto/simulation/large_network/kernel.hpp"

namespace sotto {

#if defined(SOTTO_X86_KERNELS)
namespace avx512 {
extern const LargeKernel large_kernel;
}
namespace avx2 {
extern const LargeKernel large_kernel;
}
#endif
namespace portable {
extern const LargeKernel large_kernel;
}

std::span<const LargeKernel> all_large_kernels() {
#if defined(SOTTO_X86_KERNELS)
  static const std::array kernels{avx512::large_kernel, avx2::large_kernel, portable::large_kernel};
#else
  static const std::array kernels{portable::large_kernel};
#endif
  return kernels;
}

const LargeKernel& fastest_large_kernel() {
  for (const LargeKernel& kernel : all_large_kernels())
    if (kernel.runs_here()) return kernel;
  return portable::large_kernel;
}

}  // namespace sotto
