// SPDX-License-Identifier: MIT
// Eigenvalues of a graph and of its weights where no rank holds them as a whole. All ranks ask together.
#pragma once

#include <vector>

#include "sotto/graph/mixing_rate.hpp"
#include "sotto/simulation/large_network/placed_weights.hpp"
#include "sotto/workers/crew.hpp"

namespace sotto {

/// Its answers are those of the whole graph, to the bit.
class PlacedSpectrum {
 public:
  PlacedSpectrum(const PlacedGraph& graph, Crew& crew, Ranks& ranks);

  /// Of the nodes here, then of the halo.
  const std::vector<double>& degrees() const { return degrees_; }
  /// What rules of weights ask for.
  GraphNumbers numbers() const;
  /// beta of weights on this graph: a closed form, or a bound.
  MixingRate mixing_rate(const PlacedWeights& weights) const;

 private:
  /// What `row(place, x with its halo)` makes of every row.
  template <class Row>
  DistributedMap map(const Row& row) const;
  LaplacianEnds laplacian() const;

  const PlacedGraph& graph_;
  Crew& crew_;
  Ranks& ranks_;
  std::vector<double> degrees_;
};

}  // namespace sotto
