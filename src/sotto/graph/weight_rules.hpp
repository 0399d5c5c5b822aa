// SPDX-License-Identifier: MIT
// Rules that turn a graph into weights, and weights from a file.
#pragma once

#include <functional>
#include <span>
#include <string>

#include "sotto/graph/graph.hpp"
#include "sotto/graph/spectrum.hpp"
#include "sotto/graph/weight_matrix.hpp"
#include "sotto/input/closed_set.hpp"

namespace sotto {

/// L is the Laplacian, d a degree, l2 and lmax the smallest non-zero and the largest eigenvalue of L.
enum class WeightRule {
  paper,            ///< I - 2 / (3 lmax) L: eigenvalues from 1/3 to 1
  metropolis,       ///< 1 / (1 + max(d_i, d_j))
  max_degree,       ///< 1 / (1 + d_max)
  lazy_metropolis,  ///< (I + W) / 2
  lazy_max_degree,
  best_constant  ///< 2 / (l2 + lmax), but at most 1 / d_max: beyond that a diagonal weight is negative
};

constexpr Names<6> names_of(WeightRule) {
  return {"paper", "metropolis", "max-degree", "lazy-metropolis", "lazy-max-degree", "best-constant"};
}

/// What rules take from a graph as a whole; eigenvalues are asked for where a rule needs them.
struct GraphNumbers {
  NodeId nodes;
  std::size_t max_degree;
  std::function<LaplacianEigenvalue()> largest_eigenvalue;  ///< of the Laplacian
  std::function<LaplacianEnds()> both_ends;
};
/// The weight of an edge, by the degrees of its ends.
using EdgeWeight = std::function<double(std::size_t, std::size_t)>;
EdgeWeight edge_weight(WeightRule rule, const GraphNumbers& graph);
/// What the neighbours leave for the node itself.
double own_weight(std::span<const double> others);

/// Any crew makes the same bits.
WeightMatrix make_weights(const Graph& graph, WeightRule rule, Crew& crew = one_worker());

/// A matrix: N lines of N numbers, or NPY or Matrix Market where the name ends in .npy or .mtx. Weights must be zero
/// where the graph has no edge. Mirrored numbers may differ by 1e-12 (their mean is taken). All faults are reported at
/// once (the first 20), with lines where the file has them.
WeightMatrix read_weights_file(const std::string& path, const Graph& graph);

}  // namespace sotto
