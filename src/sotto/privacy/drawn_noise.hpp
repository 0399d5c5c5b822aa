// SPDX-License-Identifier: MIT
// A round's lattice noise, drawn before any record is looked at and used once.
#pragma once

#include <optional>
#include <vector>

#include "sotto/privacy/lattice_noise.hpp"
#include "sotto/privacy/noise_scale.hpp"

namespace sotto {

class DrawnNoise {
 public:
  explicit DrawnNoise(std::size_t dimension) : steps_(dimension, 0) {}
  DrawnNoise(const DrawnNoise&) = delete;  // a copy could hide two estimates, and their difference would be bare
  DrawnNoise& operator=(const DrawnNoise&) = delete;
  DrawnNoise(DrawnNoise&&) = default;

  /// Throws what the source throws; then there is nothing to use.
  void draw(LatticeNoise& source, NodeRound at, LatticeScale scale) {
    scale_.reset();
    source.draw(at, scale.sigma(), steps_);
    scale_ = scale;
  }

 private:
  friend class Released;  // takes it, once
  friend class Masked;    // likewise
  std::vector<std::int64_t> steps_;
  std::optional<LatticeScale> scale_;
};

}  // namespace sotto
