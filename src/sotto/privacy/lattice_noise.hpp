// SPDX-License-Identifier: MIT
// Noise on the integers for a node in a round: the kind that real nodes use.
#pragma once

#include <cstdint>
#include <span>

#include "sotto/privacy/noise_source.hpp"

namespace sotto {

/// Gives discrete Gaussian noise: P(k) proportional to exp(-k^2 / (2 sigma^2)) on the integers. An open set, like
/// NoiseSource.
class LatticeNoise {
 public:
  virtual ~LatticeNoise() = default;
  virtual void draw(NodeRound at, std::uint64_t sigma, std::span<std::int64_t> noise) = 0;

  /// Whether nobody can draw the same again. If not, what it hides is a simulation.
  virtual bool is_secret() const = 0;

 protected:
  LatticeNoise() = default;
  LatticeNoise(const LatticeNoise&) = default;
  LatticeNoise& operator=(const LatticeNoise&) = default;
};

}  // namespace sotto
