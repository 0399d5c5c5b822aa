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

void BaselineNoise::add_to(NodeRound at, double standard_deviation, std::span<double> value) {
  add_gaussian(key_.seed, place_of(key_, at), standard_deviation, value);
}

}  // namespace sotto
