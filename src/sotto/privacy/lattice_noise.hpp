// SPDX-License-Identifier: MIT
// The noise of a node in a round, as integers on the round's lattice.
#pragma once

#include <cstdint>
#include <span>

#include "sotto/privacy/noise_source.hpp"

namespace sotto {

/// Gives discrete Gaussian noise of an integer sigma, exactly. An open set, like NoiseSource. It fills and does not
/// add: a node draws before it looks at a record, so there is no value yet (DrawnNoise).
class LatticeNoise {
 public:
  virtual ~LatticeNoise() = default;
  LatticeNoise(const LatticeNoise&) = delete;
  LatticeNoise& operator=(const LatticeNoise&) = delete;

  /// Fills `noise` or throws; after a throw nothing of it may be used. 1 <= sigma <= 2^40.
  virtual void draw(NodeRound at, std::uint64_t sigma, std::span<std::int64_t> noise) = 0;

  /// Whether nobody can know the noise. False for seeds: whoever holds the seed can subtract it.
  virtual bool is_secret() const = 0;

 protected:
  LatticeNoise() = default;
};

}  // namespace sotto
