// SPDX-License-Identifier: MIT
// Noise for simulations: whoever holds the seed can subtract it, so what it hides is not private.
#pragma once

#include <cstdint>

#include "sotto/privacy/noise_source.hpp"
#include "sotto/random/key.hpp"

namespace sotto {

class SeededNoise final : public NoiseSource {
 public:
  struct Key {
    std::uint64_t seed;
    std::uint32_t trial;
    Stream stream = Stream::noise;
  };
  explicit SeededNoise(Key key) : key_(key) {}

  void add_to(NodeRound at, double standard_deviation, std::span<double> value) override;

 private:
  Key key_;
};

}  // namespace sotto
