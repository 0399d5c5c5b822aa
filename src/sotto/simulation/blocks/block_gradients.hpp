// SPDX-License-Identifier: MIT
// Who finds the gradients of a block of trials in place of the nodes' objectives: a GPU, say.
#pragma once

#include "sotto/simulation/blocks/kernel.hpp"

namespace sotto {

class BlockGradients {
 public:
  virtual ~BlockGradients() = default;
  /// Finds those of all nodes in all trials: `points` and `out` are tiles of this shape. Bits are those of
  /// Objective::gradient.
  virtual void find(const TileShape& shape, const double* points, double* out) = 0;
};

}  // namespace sotto
