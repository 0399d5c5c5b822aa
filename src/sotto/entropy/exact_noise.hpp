// SPDX-License-Identifier: MIT
// Noise for real nodes: exact, and from bits that nobody else has.
#pragma once

#include "sotto/entropy/system_bits.hpp"
#include "sotto/privacy/lattice_noise.hpp"

namespace sotto {

/// There is no constructor that takes a seed or a source of bits, and none that copies.
class ExactNoise final : public LatticeNoise {
 public:
  ExactNoise() = default;

  void draw(NodeRound at, std::uint64_t sigma, std::span<std::int64_t> noise) override;
  bool is_secret() const override { return true; }

 private:
  SystemBits bits_;
};

}  // namespace sotto
