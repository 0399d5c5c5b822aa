// SPDX-License-Identifier: MIT
// The competitor of a kernel's instruction set.
#include "competitors.hpp"

namespace sotto::bench {

#if defined(SOTTO_X86_KERNELS)
namespace avx512 {
extern const Competitor competitor;
}
namespace avx2 {
extern const Competitor competitor;
}
#endif
namespace portable {
extern const Competitor competitor;
}

const Competitor& competitor_for(const Kernel& kernel) {
#if defined(SOTTO_X86_KERNELS)
  if (kernel.instruction_set == "avx512") return avx512::competitor;
  if (kernel.instruction_set == "avx2") return avx2::competitor;
#endif
  return portable::competitor;
}

}  // namespace sotto::bench
