// SPDX-License-Identifier: MIT
// Lattice noise for simulations: drawn as real nodes draw it, but whoever holds the seed can subtract it.
#pragma once

#include "sotto/privacy/lattice_noise.hpp"
#include "sotto/privacy/seeded_noise.hpp"

namespace sotto {

class SeededLatticeNoise final : public LatticeNoise {
 public:
  using Key = SeededNoise::Key;
  explicit SeededLatticeNoise(Key key) : key_(key) {}

  void draw(NodeRound at, std::uint64_t sigma, std::span<std::int64_t> noise) override;
  bool is_secret() const override { return false; }

 private:
  Key key_;
};

}  // namespace sotto
