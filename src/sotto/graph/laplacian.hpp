// SPDX-License-Identifier: MIT
// The two eigenvalues of a graph's Laplacian that decide how fast constant edge weights mix.
#pragma once

#include "sotto/graph/graph.hpp"
#include "sotto/graph/spectrum.hpp"
#include "sotto/graph/spectrum_method.hpp"

namespace sotto {

struct LaplacianEigenvalue {
  double value;
  double residual;  ///< an eigenvalue lies within this of `value`
  SpectrumMethod method;
};

/// x -> D x - A x.
SymmetricMap laplacian(const Graph& graph);

/// Both are 0 for a single node. `closed_form` is refused where none is known.
LaplacianEigenvalue largest_laplacian_eigenvalue(const Graph& graph, SpectrumMethod method = SpectrumMethod::automatic);
LaplacianEigenvalue smallest_nonzero_laplacian_eigenvalue(const Graph& graph,
                                                          SpectrumMethod method = SpectrumMethod::automatic);

}  // namespace sotto
