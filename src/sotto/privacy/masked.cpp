// SPDX-License-Identifier: MIT
#include "sotto/privacy/masked.hpp"

#include <algorithm>
#include <cmath>

#include "sotto/privacy/released.hpp"
#include "sotto/privacy/send_nothing.hpp"

namespace sotto {

void Masked::become_masked(std::span<const std::int64_t> x, DrawnNoise& noise, PairMasks& masks, const Roster& roster,
                           NodeRound at) {
  if (!noise.scale_ || x.size() != noise.steps_.size()) send_nothing();
  const double grid = noise.scale_->grid();
  if (noise.scale_->sigma() == 0 || !std::isnormal(grid)) send_nothing();
  if (!roster.has(at.node)) send_nothing();
  residues_.assign(x.size(), 0);
  add_masks(masks, roster, at, residues_);  // what throws here has not seen x
  noise.scale_.reset();
  for (std::size_t k = 0; k < x.size(); ++k)
    residues_[k] += static_cast<std::uint64_t>(x[k]) + static_cast<std::uint64_t>(noise.steps_[k]);
  std::fill(noise.steps_.begin(), noise.steps_.end(), 0);
  at_ = at;
  grid_ = grid;
  simulated_.clear();
}

void Masked::become_simulated(std::span<const double> x, NoiseScale scale, NoiseSource& noise, NodeRound at) {
  Released noisy(x.size());
  noisy.become_noisy(x, scale, noise, at);
  simulated_.assign(noisy.values_.begin(), noisy.values_.end());
  residues_.clear();
  at_ = at;
  grid_ = 0;
}

}  // namespace sotto
