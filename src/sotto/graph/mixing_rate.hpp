// SPDX-License-Identifier: MIT
// How fast a round of mixing brings nodes together: beta, and how it was found.
#pragma once

#include <algorithm>
#include <optional>
#include <string>

#include "sotto/graph/spectrum.hpp"

namespace sotto {

class WeightMatrix;

/// beta = ||W - J||_2, J the matrix of 1/N: disagreement shrinks by at least this factor in a round of mixing. The true
/// one lies within `residual` of `beta`.
struct MixingRate {
  double beta;
  double residual;
  /// "closed form", "dense eigenvalues", "Lanczos", or the last with how many steps it took, what may be wrong with it
  /// and what it did not reach.
  std::string method;
  bool is_bound = false;  ///< by few steps: what is between `beta` and at_most() is not known

  /// The safe side for promises: beta is not larger than this (1 when nothing better is known).
  double at_most() const { return std::min(1.0, beta + residual); }
  /// Where one number has to do.
  double in_one_number() const { return is_bound ? at_most() : beta; }
};

/// From this size on beta is bounded and not found, unless it is asked for: to find it takes minutes.
inline constexpr NodeId smallest_bounded_size = 100000;

/// By a chosen method; WeightMatrix::mixing_rate() keeps the automatic one. `closed_form` is refused where none is
/// known, that is unless all edges have one weight and the graph's family is a named one. `few_steps` is the bound
/// below. `limits` bound Lanczos; absent, they follow from the number of nodes.
MixingRate mixing_rate(const WeightMatrix& weights, SpectrumMethod method,
                       const std::optional<LanczosLimits>& limits = {}, Crew& crew = one_worker());

/// Where all edges have one weight and the Laplacian's ends are known. `row_error`: how far a row is from summing to 1.
struct ConstantWeights {
  double weight;
  double row_error;
};
MixingRate closed_mixing_rate(const LaplacianExtremes& known, const ConstantWeights& of);

/// The first steps of Lanczos on W, so many that what may be missing is at most a twentieth of the spectral gap, and at
/// most 400. `beta` is what they found, so never too large. at_most() is a bound, right but for one start in a billion.
/// W must be symmetric with rows that sum to 1 and without negative entries. The same bits for any number of ranks and
/// threads.
MixingRate bounded_mixing_rate(const DistributedMap& weights);

}  // namespace sotto
