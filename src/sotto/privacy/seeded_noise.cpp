// SPDX-License-Identifier: MIT
// Noise for simulations.
#include "sotto/privacy/seeded_noise.hpp"

#include "sotto/random/gaussian.hpp"

namespace sotto {

void SeededNoise::draw(NodeRound at, std::span<double> standard_normal) {
  fill_gaussian(key_.seed, {.stream = key_.stream, .trial = key_.trial, .node = at.node, .round = at.round},
                standard_normal);
}

}  // namespace sotto
