// SPDX-License-Identifier: MIT
// The instruction set of this compilation: its name, and whether the machine that runs the program has it.
#pragma once

#include <string_view>

namespace sotto::SOTTO_KERNEL {

#define SOTTO_NAME(set) #set
#define SOTTO_NAME_OF(set) SOTTO_NAME(set)
inline constexpr std::string_view instruction_set = SOTTO_NAME_OF(SOTTO_KERNEL);
#undef SOTTO_NAME_OF
#undef SOTTO_NAME

inline bool runs_here() {
#if defined(__AVX512DQ__)
  return __builtin_cpu_supports("avx512f") && __builtin_cpu_supports("avx512dq") &&
         __builtin_cpu_supports("avx512vl") && __builtin_cpu_supports("fma");
#elif defined(__AVX2__)
  return __builtin_cpu_supports("avx2") && __builtin_cpu_supports("fma");
#else
  return true;
#endif
}

}  // namespace sotto::SOTTO_KERNEL
