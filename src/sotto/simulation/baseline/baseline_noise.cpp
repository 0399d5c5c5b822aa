// SPDX-License-Identifier: MIT
// The seeded noise of baselines.
#include "sotto/simulation/baseline/baseline_noise.hpp"

#include <cstdlib>

#include "sotto/random/gaussian.hpp"

namespace sotto {

Place place_of(const BaselineNoiseKey& key, NodeRound at) {
  if (at.round >> 24 != 0) std::abort();
  return {.stream = Stream::baseline,
          .trial = key.trial,
          .node = at.node,
          .round = static_cast<std::uint32_t>(key.of) << 24 | at.round};
}

void BaselineNoise::draw(NodeRound at, std::span<double> standard_normal) {
  fill_gaussian(key_.seed, place_of(key_, at), standard_normal);
}

}  // namespace sotto
