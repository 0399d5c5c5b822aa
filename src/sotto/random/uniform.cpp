// SPDX-License-Identifier: MIT
#include "sotto/random/uniform.hpp"

namespace sotto {

std::uint64_t RandomSequence::bits() {
  if (second_half_) {
    second_half_ = false;
    return std::uint64_t{words_[2]} << 32 | words_[3];
  }
  words_ = random_bits(seed_, place_, block_);
  second_half_ = true;
  // A place holds 2^28 blocks; the round counts on from there.
  block_ = (block_ + 1) & 0x0FFFFFFF;
  if (block_ == 0) ++place_.round;
  return std::uint64_t{words_[0]} << 32 | words_[1];
}

double RandomSequence::uniform() {
  const std::uint64_t word = bits();
  return unit_interval(static_cast<std::uint32_t>(word >> 32), static_cast<std::uint32_t>(word));
}

std::uint64_t RandomSequence::below(std::uint64_t bound) {
  // Draws at or above the largest multiple of `bound` are rejected: every residue is equally likely.
  const std::uint64_t excess = (UINT64_MAX % bound + 1) % bound;
  for (;;) {
    const std::uint64_t word = bits();
    if (word <= UINT64_MAX - excess) return word % bound;
  }
}

}  // namespace sotto
