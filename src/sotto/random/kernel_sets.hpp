// SPDX-License-Identifier: MIT
// The instruction sets that kernels are compiled for (sotto_kernels in CMake), and which of them runs here.
#pragma once

#include <array>
#include <span>

/// Defines all(), the kernels of every set: constants of this type and name, each in the namespace of its set, those
/// that most machines lack first.
#if defined(SOTTO_X86_KERNELS)
#define SOTTO_KERNELS(Type, name, all)                                                  \
  namespace avx512 {                                                                    \
  extern const Type name;                                                               \
  }                                                                                     \
  namespace avx2 {                                                                      \
  extern const Type name;                                                               \
  }                                                                                     \
  namespace portable {                                                                  \
  extern const Type name;                                                               \
  }                                                                                     \
  std::span<const Type> all() {                                                         \
    static const std::array<Type, 3> kernels{avx512::name, avx2::name, portable::name}; \
    return kernels;                                                                     \
  }
#else
#define SOTTO_KERNELS(Type, name, all) \
  namespace portable {                 \
  extern const Type name;              \
  }                                    \
  std::span<const Type> all() {        \
    return {&portable::name, 1};       \
  }
#endif

namespace sotto {

/// The last of them runs everywhere.
template <class Kernel>
const Kernel& first_that_runs(std::span<const Kernel> kernels) {
  for (const Kernel& kernel : kernels)
    if (kernel.runs_here()) return kernel;
  return kernels.back();
}

}  // namespace sotto
