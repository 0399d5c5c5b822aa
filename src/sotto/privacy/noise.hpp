// SPDX-License-Identifier: MIT
// The noise that a node is given: in doubles for simulations, or on the lattice.
#pragma once

#include "sotto/privacy/lattice_noise.hpp"
#include "sotto/privacy/noise_source.hpp"

namespace sotto {

/// Refers to one of the two kinds. A plan decides which one its nodes need.
class Noise {
 public:
  Noise(NoiseSource& real) : real_(&real) {}            // NOLINT(google-explicit-constructor): either kind will do
  Noise(LatticeNoise& lattice) : lattice_(&lattice) {}  // NOLINT(google-explicit-constructor)

  NoiseSource* real() const { return real_; }
  LatticeNoise* lattice() const { return lattice_; }

  /// Noise in doubles leaks through its last bits, whatever its source: it is never more than a simulation.
  bool is_secret() const { return lattice_ != nullptr && lattice_->is_secret(); }

 private:
  NoiseSource* real_ = nullptr;
  LatticeNoise* lattice_ = nullptr;
};

}  // namespace sotto
