// SPDX-License-Identifier: MIT
// Random words for simulations and tests: a function of the seed and a place, the same on every machine.
#pragma once

#include "sotto/random/bit_source.hpp"
#include "sotto/random/key.hpp"

namespace sotto {

/// Philox blocks 0, 1, ... of a place, two words a block. Whoever holds the seed holds the words: nothing is secret.
class SeededBits final : public BitSource {
 public:
  SeededBits(std::uint64_t seed, const Place& at) : BitSource(waiting_), seed_(seed), at_(at) {}

 private:
  void refill() override {
    // The last waiting word is used first: blocks are laid down from the end, so that they are used in their order.
    std::uint64_t* end = std::end(waiting_);
    for (std::uint32_t k = 0; k < blocks_at_once; ++k) {
      const PhiloxCounter block = random_bits(seed_, at_, next_block_++);
      *--end = std::uint64_t{block[0]} << 32 | block[1];
      *--end = std::uint64_t{block[2]} << 32 | block[3];
    }
    waiting_[0] = std::size(waiting_) - 1;
  }

  /// Few, because most places need no more than a handful of draws.
  static constexpr std::uint32_t blocks_at_once = 8;

  std::uint64_t waiting_[1 + 2 * blocks_at_once]{};
  std::uint64_t seed_;
  Place at_;
  std::uint32_t next_block_ = 0;
};

}  // namespace sotto
