// SPDX-License-Identifier: MIT
// Seeded noise, wrong by a factor: a fault for statistical tests to find.
#pragma once

#include "sotto/privacy/seeded_noise.hpp"

namespace sotto::test {

class ScaledNoise final : public NoiseSource {
 public:
  ScaledNoise(const SeededNoise::Key& key, double factor) : seeded_(key), factor_(factor) {}
  void add_to(NodeRound at, double scale, std::span<double> value) override {
    seeded_.add_to(at, factor_ * scale, value);
  }

 private:
  SeededNoise seeded_;
  double factor_;
};

}  // namespace sotto::test
