// SPDX-License-Identifier: MIT
// What a member of a masked sum puts on the wire: its noisy estimate under the masks that it shares with every other
// member. By itself it says nothing, and it is no Released: only the sum over a whole roster is (Released::mean_of).
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "sotto/privacy/drawn_noise.hpp"
#include "sotto/privacy/noise_scale.hpp"
#include "sotto/privacy/noise_source.hpp"
#include "sotto/privacy/pair_masks.hpp"

namespace sotto {

class Node;
class RoundMessage;
class ChosenResidue;

class Masked {
 public:
  explicit Masked(std::size_t dimension) : residues_(dimension, 0) {}

  /// Modulo 2^64, in units of the round's grid. What everybody may hear; empty in a simulation in doubles, where nobody
  /// hears it.
  std::span<const std::uint64_t> residues() const& { return residues_; }
  std::span<const std::uint64_t> residues() const&& = delete;  // it would dangle
  NodeRound at() const { return at_; }
  std::size_t dimension() const { return simulated_.empty() ? residues_.size() : simulated_.size(); }

 private:
  friend class Node;           // counts rounds, holds the plan and the masks: nobody else makes one
  friend class Released;       // adds one of every member
  friend class RoundMessage;   // a residue that was said, read again: off the wire or out of the store
  friend class ChosenResidue;  // what a colluding member says in an audit: numbers that it made up

  /// x + noise + masks, modulo 2^64. The noise is used up; noise that was not drawn, or used before, ends the process.
  void become_masked(std::span<const std::int64_t> x, DrawnNoise& noise, PairMasks& masks, const Roster& roster,
                     NodeRound at);
  /// x + N(0, M^2 I) in doubles without masks, which would cancel to the bit: a simulation of the sum's law.
  void become_simulated(std::span<const double> x, NoiseScale scale, NoiseSource& noise, NodeRound at);

  NodeRound at_{};
  double grid_ = 0;                      ///< 0 in doubles
  std::vector<std::uint64_t> residues_;  ///< on the lattice
  std::vector<double> simulated_;        ///< in doubles
};

}  // namespace sotto
