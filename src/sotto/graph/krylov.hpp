// SPDX-License-Identifier: MIT
// Both ends of a large matrix's spectrum from a fixed number of products with it.
#pragma once

#include "sotto/graph/spectrum.hpp"

namespace sotto {

struct SpectrumEnds {
  double smallest;         ///< found: the smallest eigenvalue is not larger than this
  double largest;          ///< found: the largest eigenvalue is not smaller than this
  double largest_at_most;  ///< but for one start in a billion
};

/// For a positive semidefinite map whose rows sum to 0, as a Laplacian's do, on the vectors of mean zero. `steps` of
/// Lanczos from a random vector, without restarts and without keeping the vectors: three vectors of memory, and the
/// same bits on every machine. How far the largest eigenvalue can be from what was found is a theorem of Kuczynski and
/// Wozniakowski (1992): a share e of it is missing with a probability of at most
/// 1.648 sqrt(n) exp(-sqrt(e) (2 steps - 1)).
SpectrumEnds spectrum_ends(const SymmetricMap& map, int steps);

}  // namespace sotto
