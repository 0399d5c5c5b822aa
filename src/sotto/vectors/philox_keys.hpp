// SPDX-License-Identifier: MIT
// What every strip of Philox4x32-10 counters needs, whatever its lanes stand for: multipliers, round keys, the result.
#pragma once

#include "sotto/vectors/strip.hpp"

namespace sotto::SOTTO_KERNEL {

inline constexpr std::uint64_t philox_even = 0xD2511F53, philox_odd = 0xCD9E8D57, low_half = 0xFFFFFFFF;

/// The keys of the ten rounds: as numbers for what lanes share, in every lane for the rest.
struct PhiloxKeys {
  std::uint64_t even[10], odd[10];
  Words even_everywhere[10], odd_everywhere[10];
};

[[gnu::always_inline]] inline PhiloxKeys philox_keys(std::uint64_t seed) {
  PhiloxKeys keys;
  std::uint64_t even = seed & 0xFFFFFFFF, odd = seed >> 32;
  for (int round = 0; round < 10; ++round) {
    keys.even_everywhere[round] = everywhere(keys.even[round] = even);
    keys.odd_everywhere[round] = everywhere(keys.odd[round] = odd);
    even = (even + 0x9E3779B9) & 0xFFFFFFFF;
    odd = (odd + 0xBB67AE85) & 0xFFFFFFFF;
  }
  return keys;
}

/// Four random words in the lower halves; the upper ones hold what multiplying left there.
template <std::size_t count>
struct PhiloxWords {
  WordStrip<count> at[4];
};

}  // namespace sotto::SOTTO_KERNEL
