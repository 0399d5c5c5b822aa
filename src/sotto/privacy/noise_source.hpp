// SPDX-License-Identifier: MIT
// The noise of a node in a round.
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

/// Gives standard normal noise. An open set, because noise that cancels between neighbours needs other draws; a node
/// knows only this interface.
class NoiseSource {
 public:
  virtual ~NoiseSource() = default;
  virtual void draw(NodeRound at, std::span<double> standard_normal) = 0;

 protected:
  NoiseSource() = default;
  NoiseSource(const NoiseSource&) = default;
  NoiseSource& operator=(const NoiseSource&) = default;
};

}  // namespace sotto
