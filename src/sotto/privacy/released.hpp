// SPDX-License-Identifier: MIT
// What the adversary may see. Only noise, or arithmetic on released values, makes one: a raw estimate does not convert.
#pragma once

#include <cstddef>
#include <span>
#include <vector>

#include "sotto/privacy/drawn_noise.hpp"
#include "sotto/privacy/masked.hpp"
#include "sotto/privacy/noise_scale.hpp"
#include "sotto/privacy/noise_source.hpp"

namespace sotto {

/// Whether a type of sets is public knowledge, free of records. Said once, by name, where a type is known to be.
template <class Set>
inline constexpr bool is_public_set = false;

class Node;
class RoundMessage;
class SessionWord;
class ChosenMessage;

class Released {
 public:
  /// y(1) = 0: public, it says nothing about anybody.
  static Released nothing(std::size_t dimension) { return Released(dimension); }

  /// The mean of what the members of a roster have said under masks: exactly one residue of each, in the roster's
  /// order, of one round and one grid. Anything else ends the process: a sum that lacks a member says nothing, and one
  /// that counts a member twice does not lose its masks. The sum is exact; N (|x| + noise) stays below 2^63 by the
  /// plan.
  static Released mean_of(std::span<const Masked* const> residues, const Roster& roster);

  /// The nearest point of a public set, by the project(set, span<double>) beside it.
  template <class Set>
  requires is_public_set<Set>
  void project_onto(const Set& set) { project(set, std::span<double>(values_)); }

  std::span<const double> values() const& { return values_; }
  std::span<const double> values() const&& = delete;  // it would dangle
  bool is_finite() const;
  std::size_t dimension() const { return values_.size(); }

 private:
  friend class Node;           // counts rounds, holds the plan and mixes by its row of W: nobody else makes a message
  friend class RoundMessage;   // a message that was said, read again with its signature; a sum in an own row
  friend class SessionWord;    // a sum that a member has completed, read again in the same way
  friend class ChosenMessage;  // what a malicious neighbour says in an audit: numbers that it made up
  friend class Masked;         // a simulation in doubles adds its noise in the same way
  explicit Released(std::size_t dimension) : values_(dimension, 0.0) {}

  /// x + N(0, M^2 I), the one door from private to public (eq:def:noise). The noise is made before x is added, and its
  /// source never sees x. Ends the process if x is not finite or the scale is not positive: nothing is sent on doubt.
  void become_noisy(std::span<const double> x, NoiseScale scale, NoiseSource& noise, NodeRound at);

  /// The same on the lattice: (x + noise) steps of the scale's grid, added as integers. The noise is used up; noise
  /// that was not drawn, or used before, ends the process. A sum beyond 53 bits is moved to their end, which costs
  /// nothing: it happens to the noisy value.
  void become_noisy(std::span<const std::int64_t> x, DrawnNoise& noise);

  /// sum_j weights[j] * terms[j], summed in index order: post-processing, no privacy cost.
  void become_mixture(std::span<const double> weights, std::span<const Released* const> terms);

  /// this + factor term: post-processing too.
  void add_scaled(double factor, const Released& term);

  /// earlier + factor (this - earlier): post-processing too.
  void extrapolate_from(const Released& earlier, double factor);

  void add_simulated(std::span<const Masked* const> terms);

  std::vector<double> values_;
};

}  // namespace sotto
