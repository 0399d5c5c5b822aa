// SPDX-License-Identifier: MIT
// Standard normals in single precision, four from one Philox block: half the work, for simulations that do not look at
// tails (they end at 5.8 sigma). Never for audits, and never in a node.
#pragma once

#include <span>

#include "sotto/random/box_muller.hpp"
#include "sotto/random/key.hpp"

namespace sotto {

struct SingleBoxMuller {
  static constexpr std::uint32_t one_bits = 0x3F800000, mantissa = 0x007FFFFF, sign = 0x80000000,
                                 sqrt_half_bits = 0x3F3504F3;
  static constexpr float one = 1, minus_two_ln2 = -0x1.62e430p+0f;
  static constexpr float L[] = {-0x1.000000p+2f, -0x1.555588p+0f, -0x1.9957acp-1f, -0x1.326cfep-1f};
  static constexpr float S[] = {0x1.921fb6p+0f, -0x1.4abbbap-1f, 0x1.465ec4p-4f, -0x1.2d9b40p-8f};
  static constexpr float C[] = {1, -0x1.3bd392p+0f, 0x1.03af58p-2f, -0x1.4e5e06p-6f};
  /// From [1, 2) in steps of 2^-23 to the odd multiples of 2^-24 below 1.
  template <class Real>
  [[gnu::always_inline]] static Real unit(const Real& v) {
    return v - 0x1.fffffep-1f;
  }
};

/// Two normals in single precision from two words of 32 bits.
template <class Bits>
[[gnu::always_inline]] inline auto single_gaussian_pair(const Bits& first, const Bits& second) {
  return box_muller<SingleBoxMuller>(first, second);
}

/// Coordinates 0 .. out.size()-1 at a place: other numbers than fill_gaussian gives.
void fill_single_gaussian(std::uint64_t seed, const Place& at, std::span<double> out);

}  // namespace sotto
