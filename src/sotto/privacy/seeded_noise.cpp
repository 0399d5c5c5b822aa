// SPDX-License-Identifier: MIT
// Noise for simulations.
#include "sotto/privacy/seeded_noise.hpp"

#include "sotto/random/gaussian.hpp"

namespace sotto {

void SeededNoise::add_to(NodeRound at, double standard_deviation, std::span<double> value) {
  add_gaussian(key_.seed, {.stream = key_.stream, .trial = key_.trial, .node = at.node, .round = at.round},
               standard_deviation, value);
}

}  // namespace sotto
