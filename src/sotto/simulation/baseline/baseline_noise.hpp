// SPDX-License-Identifier: MIT
// The seeded noise of baselines: no two of them, and no private run, draw the same bits.
#pragma once

#include <cstdint>

#include "sotto/privacy/noise_source.hpp"
#include "sotto/random/key.hpp"

namespace sotto {

/// What a draw in the stream `baseline` is for.
enum class NoiseOf : std::uint32_t {
  curator = 0,
  node_alone_private = 1,
  one_shot = 2,
  huang_mitra_vaidya = 3,
  extra = 4,
  tracked_estimate = 5,
  tracked_gradient = 6,
  gossip_own = 7,
  gossip_pair = 8
};

struct BaselineNoiseKey {
  std::uint64_t seed;
  std::uint32_t trial;
  NoiseOf of;
};

/// Where a draw lies: its use stands in the upper byte of the round, which no plan reaches. A round that reaches it
/// ends the process, since two baselines would share noise.
Place place_of(const BaselineNoiseKey& key, NodeRound at);

class BaselineNoise final : public NoiseSource {
 public:
  explicit BaselineNoise(const BaselineNoiseKey& key) : key_(key) {}

  void add_to(NodeRound at, double standard_deviation, std::span<double> value) override;

 private:
  BaselineNoiseKey key_;
};

}  // namespace sotto
