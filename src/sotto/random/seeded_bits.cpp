// SPDX-License-Identifier: MIT
// Random words for simulations and tests.
#include "sotto/random/seeded_bits.hpp"

#include <iterator>

namespace sotto {

void SeededBits::refill() {
  // The last waiting word is used first: blocks are laid down from the end, so that they are used in their order.
  std::uint64_t* end = std::end(waiting_);
  for (std::uint32_t k = 0; k < blocks_at_once; ++k) {
    const PhiloxCounter block = random_bits(seed_, at_, next_block_++);
    *--end = std::uint64_t{block[0]} << 32 | block[1];
    *--end = std::uint64_t{block[2]} << 32 | block[3];
  }
  waiting_[0] = std::size(waiting_) - 1;
}

}  // namespace sotto
