// SPDX-License-Identifier: MIT
// Philox4x32-10 for a strip of counters that share seed, round and node: a lane is a trial, a vector of the strip a
// pair of coordinates. The bits are those of random_bits().
#pragma once

#include "sotto/random/philox_keys.hpp"

namespace sotto::SOTTO_KERNEL {

/// The trial is the last word of the counter: until the fourth round it has not reached every word, and what it has not
/// reached is the same in all lanes. That part is computed here, once for all trials; products are left whole, since
/// only their lower half is ever multiplied. What depends on the node and the round alone:
struct PhiloxNode {
  std::uint64_t second, third, high_even2;
};
[[gnu::always_inline]] inline PhiloxNode philox_node(const PhiloxKeys& key, std::uint64_t round, std::uint64_t node) {
  const std::uint64_t odd1 = philox_odd * node, even2 = philox_even * (odd1 >> 32 ^ round ^ key.even[0]);
  return {odd1 ^ key.even[1], even2 ^ key.odd[2], even2 >> 32 ^ key.odd[1]};
}

/// And what depends on the pair of coordinates too.
struct PhiloxPair {
  std::uint64_t first, third, fourth;
};
[[gnu::always_inline]] inline PhiloxPair philox_pair(const PhiloxKeys& key, const PhiloxNode& node,
                                                     std::uint64_t pair_and_stream) {
  const std::uint64_t even1 = philox_even * pair_and_stream;
  const std::uint64_t odd3 = philox_odd * (node.high_even2 ^ (even1 & low_half));
  return {even1 >> 32 ^ key.odd[0], odd3 >> 32 ^ key.even[2], odd3 ^ key.even[3]};
}

/// The words of `count` pairs for one vector of trials.
template <std::size_t count>
[[gnu::always_inline]] inline PhiloxWords<count> philox(const PhiloxKeys& key, const PhiloxNode& node,
                                                        const PhiloxPair* pairs, Words trials) {
  const Words even_factor = everywhere(philox_even), odd_factor = everywhere(philox_odd);
  PhiloxState<count> state;
  Words odd2[count], even3[count];
#define SOTTO_EACH SOTTO_UNROLLED for (std::size_t k = 0; k < count; ++k)
  SOTTO_EACH odd2[k] = multiply_low_halves(odd_factor, trials ^ everywhere(pairs[k].first));
  SOTTO_EACH even3[k] = multiply_low_halves(even_factor, upper_halves(odd2[k]) ^ everywhere(node.second));
  SOTTO_EACH state.x3[k] = multiply_low_halves(even_factor, odd2[k] ^ everywhere(pairs[k].third));
  SOTTO_EACH state.x1[k] = multiply_low_halves(odd_factor, upper_halves(even3[k]) ^ everywhere(node.third));
  SOTTO_EACH state.x0[k] = upper_halves(state.x1[k]) ^ everywhere(pairs[k].fourth);
  SOTTO_EACH state.x2[k] = upper_halves(state.x3[k]) ^ even3[k] ^ key.odd_everywhere[3];
#undef SOTTO_EACH
  return state.template finished<4>(key);
}

}  // namespace sotto::SOTTO_KERNEL
