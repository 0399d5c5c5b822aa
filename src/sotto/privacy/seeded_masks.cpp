// SPDX-License-Identifier: MIT
#include "sotto/privacy/seeded_masks.hpp"

#include "sotto/input/invalid_input.hpp"
#include "sotto/random/key.hpp"

namespace sotto {

void SeededMasks::words(MemberPair pair, Round t, std::span<std::uint64_t> words) {
  if (pair.high >= most_members)
    throw InvalidInput({"graph.nodes", std::to_string(pair.high + std::uint64_t{1}),
                        "seeded masks serve at most " + std::to_string(most_members) + " members"});
  const Place at{.stream = Stream::mask, .trial = key_.trial, .node = pair.low << 16 | pair.high, .round = t};
  for (std::size_t k = 0; k < words.size(); ++k) {
    const PhiloxCounter bits = random_bits(key_.seed, at, static_cast<std::uint32_t>(k / 2));
    const std::size_t half = k % 2 * 2;
    words[k] = std::uint64_t{bits[half]} << 32 | bits[half + 1];
  }
}

}  // namespace sotto
