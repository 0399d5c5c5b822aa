// SPDX-License-Identifier: MIT
// Marks functions that a GPU may call too: one text for both machines, and so the same bits. SOTTO_UNROLL: the loop's
// array stays in registers.
#pragma once

#if defined(__CUDACC__)
#define SOTTO_ANYWHERE __host__ __device__ __forceinline__
#define SOTTO_UNROLL _Pragma("unroll")
#define SOTTO_UNROLL_TWICE _Pragma("unroll 2")
#else
#define SOTTO_ANYWHERE [[gnu::always_inline]] inline
#define SOTTO_UNROLL _Pragma("GCC unroll 16")
#define SOTTO_UNROLL_TWICE
#endif
