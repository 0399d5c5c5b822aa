// SPDX-License-Identifier: MIT
// What every strip of Philox4x32-10 counters needs, whatever its lanes stand for: multipliers, round keys, the result.
#pragma once

#include "sotto/random/strip.hpp"

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

/// 128 random bits: the first two words of Philox in one of ours, then the other two; the earlier one above.
template <std::size_t count>
struct PhiloxWords {
  WordStrip<count> first, second;
};

/// What rounds from the `from`th on work with, in the lower halves of words; upper halves hold anything, since only
/// lower ones are ever multiplied. Rounds go over all counters in lockstep: one counter is a chain in which each
/// operation waits for the last.
template <std::size_t count>
struct PhiloxState {
  Words x0[count], x1[count], x2[count], x3[count];

  template <int from>
  [[gnu::always_inline]] PhiloxWords<count> finished(const PhiloxKeys& key) {
    const Words even_factor = everywhere(philox_even), odd_factor = everywhere(philox_odd);
    SOTTO_UNROLLED for (int round = from; round < 9; ++round) {
      SOTTO_UNROLLED for (std::size_t k = 0; k < count; ++k) {
        const Words even = multiply_low_halves(even_factor, x0[k]), odd = multiply_low_halves(odd_factor, x2[k]);
        x0[k] = upper_halves(odd) ^ x1[k] ^ key.even_everywhere[round];
        x2[k] = upper_halves(even) ^ x3[k] ^ key.odd_everywhere[round];
        x1[k] = odd;
        x3[k] = even;
      }
    }
    PhiloxWords<count> words;  // of the last round both words of a product are wanted, in its own order
    SOTTO_UNROLLED for (std::size_t k = 0; k < count; ++k) {
      const Words even = multiply_low_halves(even_factor, x0[k]), odd = multiply_low_halves(odd_factor, x2[k]);
      words.first.at[k] = odd ^ ((x1[k] ^ key.even_everywhere[9]) << 32);
      words.second.at[k] = even ^ ((x3[k] ^ key.odd_everywhere[9]) << 32);
    }
    return words;
  }
};

}  // namespace sotto::SOTTO_KERNEL
