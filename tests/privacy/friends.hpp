// SPDX-License-Identifier: MIT
// privacy/ knows its two friends by name alone. In its tests they are these.
#pragma once

#include <vector>

#include "sotto/privacy/released.hpp"

namespace sotto {

class Plan {
 public:
  static LatticeScale half_steps() { return {0.5, 1000}; }
  static LatticeScale quarter_steps() { return {0.25, 1000}; }
  static NoiseScale one_half() { return NoiseScale(0.5); }
};

class Node {
 public:
  static std::vector<double> says(const std::vector<std::int64_t>& x, DrawnNoise& noise) {
    Released y = Released::nothing(2);
    y.become_noisy(x, noise);
    return {y.values().begin(), y.values().end()};
  }
  static Masked masked(const std::vector<std::int64_t>& x, DrawnNoise& noise, PairMasks& masks, const Roster& roster,
                       NodeRound at) {
    Masked residue(2);
    residue.become_masked(x, noise, masks, roster, at);
    return residue;
  }
  static void say(const std::vector<double>& x, NoiseSource& noise, Released& y) {
    y.become_noisy(x, Plan::one_half(), noise, {.node = 0, .round = 1});
  }
};

}  // namespace sotto
