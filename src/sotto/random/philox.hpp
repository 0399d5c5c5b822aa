// SPDX-License-Identifier: MIT
// Philox4x32-10: a counter and a key become 128 random bits, with no state in between.
#pragma once

#include <array>
#include <cstdint>

namespace sotto {

using PhiloxCounter = std::array<std::uint32_t, 4>;
using PhiloxKey = std::array<std::uint32_t, 2>;

/// Ten rounds of the Philox bijection (Salmon, Moraes, Dror, Shaw 2011): each round multiplies two of the four
/// words to 64 bits, crosses the halves over and adds the round key, which walks by two Weyl constants.
constexpr PhiloxCounter philox4x32_10(PhiloxCounter counter, PhiloxKey key) {
  constexpr std::uint64_t multiplier_even = 0xD2511F53, multiplier_odd = 0xCD9E8D57;
  constexpr std::uint32_t weyl_golden_ratio = 0x9E3779B9, weyl_sqrt3 = 0xBB67AE85;
  for (int round = 0; round < 10; ++round) {
    const std::uint64_t even = multiplier_even * counter[0];
    const std::uint64_t odd = multiplier_odd * counter[2];
    counter = {static_cast<std::uint32_t>(odd >> 32) ^ counter[1] ^ key[0], static_cast<std::uint32_t>(odd),
               static_cast<std::uint32_t>(even >> 32) ^ counter[3] ^ key[1], static_cast<std::uint32_t>(even)};
    key = {key[0] + weyl_golden_ratio, key[1] + weyl_sqrt3};
  }
  return counter;
}

}  // namespace sotto
