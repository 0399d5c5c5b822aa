// SPDX-License-Identifier: MIT
// The two eigenvalues of a graph's Laplacian that decide how fast constant edge weights mix.
#pragma once

#include "sotto/graph/graph.hpp"
#include "sotto/graph/spectrum.hpp"

namespace sotto {

struct LaplacianEigenvalue {
  double value;
  double residual;  ///< an eigenvalue lies within this of `value`
  SpectrumMethod method;
};

/// x -> D x - A x.
SymmetricMap laplacian(const Graph& graph);

/// Beyond this many nodes waiting for convergence takes minutes. A hundred products with L take seconds at a million,
/// and err to the side that is safe for weights: the bound of the largest eigenvalue is 2 % above what was found there,
/// and the smallest one is not underestimated.
inline constexpr NodeId largest_converged_size = 20000;
inline constexpr int few_steps = 100;

/// Both are 0 for a single node. `closed_form` is refused where none is known.
LaplacianEigenvalue largest_laplacian_eigenvalue(const Graph& graph, SpectrumMethod method = SpectrumMethod::automatic);
LaplacianEigenvalue smallest_nonzero_laplacian_eigenvalue(const Graph& graph,
                                                          SpectrumMethod method = SpectrumMethod::automatic);

/// Both, for the price of one where few steps do.
struct LaplacianEnds {
  LaplacianEigenvalue smallest_nonzero;
  LaplacianEigenvalue largest;
};
LaplacianEnds laplacian_ends(const Graph& graph);

}  // namespace sotto
