// SPDX-License-Identifier: MIT
// Which of the compiled kernels runs here.
#include <array>

#include "sotto/simulation/blocks/kernel.hpp"

namespace sotto {

#if defined(SOTTO_X86_KERNELS)
namespace avx512 {
extern const Kernel kernel;
}
namespace avx2 {
extern const Kernel kernel;
}
#endif
namespace portable {
extern const Kernel kernel;
}

std::span<const Kernel> all_kernels() {
#if defined(SOTTO_X86_KERNELS)
  static const std::array kernels{avx512::kernel, avx2::kernel, portable::kernel};
#else
  static const std::array kernels{portable::kernel};
#endif
  return kernels;
}

const Kernel& fastest_kernel() {
  static const Kernel& fastest = [&]() -> const Kernel& {
    for (const Kernel& kernel : all_kernels())
      if (kernel.runs_here()) return kernel;
    return portable::kernel;
  }();
  return fastest;
}

}  // namespace sotto
