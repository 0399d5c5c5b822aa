// SPDX-License-Identifier: MIT
// How much noise a round gets, as types that only a Plan can make: a scale that no accountant has seen cannot exist.
#pragma once

#include <cstdint>

namespace sotto {

class Plan;

/// The standard deviation M_t, per coordinate (E4).
class NoiseScale {
 public:
  double standard_deviation() const { return standard_deviation_; }

 private:
  friend class Plan;
  explicit NoiseScale(double standard_deviation) : standard_deviation_(standard_deviation) {}
  double standard_deviation_;
};

/// The same on a lattice: sigma steps of length grid, a power of two.
class LatticeScale {
 public:
  double grid() const { return grid_; }
  std::uint64_t sigma() const { return sigma_; }

 private:
  friend class Plan;
  LatticeScale(double grid, std::uint64_t sigma) : grid_(grid), sigma_(sigma) {}
  double grid_;
  std::uint64_t sigma_;
};

}  // namespace sotto
