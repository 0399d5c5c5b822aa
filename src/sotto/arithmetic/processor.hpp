// SPDX-License-Identifier: MIT
// What the processor that runs the program can do, for code that exists in two versions with the same bits.
#pragma once

namespace sotto {

#if defined(__x86_64__)
/// Marks a function that is only called where has_fused_multiply_add().
#define SOTTO_FUSED_MULTIPLY_ADD [[gnu::target("avx2,fma")]]

inline bool has_fused_multiply_add() {
  __builtin_cpu_init();  // before main it may not have been
  return __builtin_cpu_supports("avx2") && __builtin_cpu_supports("fma");
}
#else
inline bool has_fused_multiply_add() {
  return false;  // what there is, compilers use everywhere
}
#endif

}  // namespace sotto
