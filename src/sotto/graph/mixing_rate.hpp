// SPDX-License-Identifier: MIT
// beta = ||W - J||_2, J the matrix of 1/N: disagreement shrinks by at least this factor in a round of mixing.
#pragma once

#include <algorithm>
#include <optional>
#include <string>

#include "sotto/graph/spectrum_method.hpp"

namespace sotto {

class WeightMatrix;

/// The true beta lies within `residual` of `beta`.
struct MixingRate {
  double beta;
  double residual;
  std::string method;  ///< "closed form", "dense eigenvalues", "Lanczos", or the last with what it did not reach

  /// The safe side for promises: beta is not larger than this (1 when nothing better is known).
  double at_most() const { return std::min(1.0, beta + residual); }
};

/// By a chosen method; WeightMatrix::mixing_rate() keeps the automatic one. `closed_form` is refused where
/// none is known, that is unless all edges have one weight and the graph's family is a named one. `limits`
/// bound Lanczos; absent, they follow from the number of nodes.
MixingRate mixing_rate(const WeightMatrix& weights, SpectrumMethod method,
                       const std::optional<LanczosLimits>& limits = {});

}  // namespace sotto
