// SPDX-License-Identifier: MIT
// Masks for simulations: whoever holds the seed can take them off.
#pragma once

#include "sotto/privacy/pair_masks.hpp"

namespace sotto {

class SeededMasks final : public PairMasks {
 public:
  struct Key {
    std::uint64_t seed;
    std::uint32_t trial;
  };
  /// Members have numbers below this: both fit the place of one node.
  static constexpr std::uint32_t most_members = 1U << 16;
  explicit SeededMasks(Key key) : key_(key) {}

  void words(MemberPair pair, Round t, std::span<std::uint64_t> words) override;

 private:
  Key key_;
};

}  // namespace sotto
