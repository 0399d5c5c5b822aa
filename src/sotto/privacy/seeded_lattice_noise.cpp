// SPDX-License-Identifier: MIT
// Lattice noise for simulations.
#include "sotto/privacy/seeded_lattice_noise.hpp"

#include "sotto/random/discrete_gaussian.hpp"
#include "sotto/random/seeded_bits.hpp"

namespace sotto {

void SeededLatticeNoise::draw(NodeRound at, std::uint64_t sigma, std::span<std::int64_t> noise) {
  const DiscreteGaussian gaussian(sigma);
  SeededBits bits(key_.seed, {.stream = key_.stream, .trial = key_.trial, .node = at.node, .round = at.round});
  for (std::int64_t& value : noise) value = gaussian.draw(bits);
}

}  // namespace sotto
