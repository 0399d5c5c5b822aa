// SPDX-License-Identifier: MIT
// The noise of a node in a round, in doubles.
#pragma once

#include <cstdint>
#include <span>

#include "sotto/privacy/schedule.hpp"

namespace sotto {

/// One draw exists per (node, round): the same message goes to every neighbour (E3).
struct NodeRound {
  std::uint32_t node;
  Round round;
};

/// Adds its noise to a value. An open set. A source knows its scale, so noise that depends on other nodes fits too: it
/// need not be a standard normal times a number.
class NoiseSource {
 public:
  virtual ~NoiseSource() = default;

  /// Adds noise with this standard deviation, per coordinate. A node passes zeros and adds its estimate itself.
  virtual void add_to(NodeRound at, double standard_deviation, std::span<double> value) = 0;

 protected:
  NoiseSource() = default;
  NoiseSource(const NoiseSource&) = default;
  NoiseSource& operator=(const NoiseSource&) = default;
};

}  // namespace sotto
