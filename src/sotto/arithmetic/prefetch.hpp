// SPDX-License-Identifier: MIT
// Asks the memory for numbers that will be read soon.
#pragma once

#include <algorithm>
#include <cstddef>
#include <span>

namespace sotto {

/// Asks for the first of many numbers: the processor sees the rest coming. This is always inlined: GCC takes a
/// function that only prefetches for one without effect, and drops its calls.
[[gnu::always_inline]] inline void prefetch_numbers(std::span<const double> numbers) {
  constexpr std::size_t in_line = 8, most = 4 * in_line;
  for (std::size_t k = 0; k < std::min(numbers.size(), most); k += in_line) __builtin_prefetch(&numbers[k]);
  if (!numbers.empty()) __builtin_prefetch(&numbers.back());  // they seldom begin where a line does
}

}  // namespace sotto
