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
  void refill() override;

  /// Few, because most places need no more than a handful of draws.
  static constexpr std::uint32_t blocks_at_once = 8;

  std::uint64_t waiting_[1 + 2 * blocks_at_once]{};
  std::uint64_t seed_;
  Place at_;
  std::uint32_t next_block_ = 0;
};

}  // namespace sotto
