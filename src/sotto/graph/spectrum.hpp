// SPDX-License-Identifier: MIT
// Eigenvalues of symmetric matrices that are given by what they do to a vector, and those of a graph's Laplacian.
#pragma once

#include <functional>
#include <span>
#include <vector>

#include "sotto/graph/graph.hpp"

namespace sotto {

/// `automatic` takes the first that applies: a closed form, dense eigenvalues of a small matrix, Lanczos until it
/// converges, and for a large graph's Laplacian a fixed number of its steps, whose largest eigenvalue has a bound.
enum class SpectrumMethod { automatic, closed_form, dense, lanczos, few_steps };

/// Lanczos stops at this many restarts, or when the residual is below tolerance times the eigenvalue.
struct LanczosLimits {
  int restarts;
  double tolerance;
};

/// y = A x for a symmetric A of `size` rows. x and y do not overlap.
struct SymmetricMap {
  NodeId size;
  std::function<void(std::span<const double> x, std::span<double> y)> apply;
};

/// Which end of the spectrum: the largest eigenvalue, or the one farthest from zero.
enum class SpectrumEnd { largest, largest_magnitude };

/// An eigenvalue and the length of A v - value v for its unit vector v: some eigenvalue lies that close.
struct EigenEstimate {
  double value;
  double residual;
  bool converged;
};

/// Matrices up to this size are handled densely.
inline constexpr NodeId largest_dense_size = 300;

/// All eigenvalues, ascending; memory and time of a dense matrix.
std::vector<double> dense_eigenvalues(const SymmetricMap& map);

/// Seconds for ten thousand nodes, a minute or two for a million.
LanczosLimits usual_limits(NodeId size);

/// One eigenvalue by restarted Lanczos (size >= 2). Not converged within the limits, the value is the best
/// found: a Rayleigh quotient, so never beyond the true end of the spectrum.
EigenEstimate lanczos_eigenvalue(const SymmetricMap& map, SpectrumEnd end, const LanczosLimits& limits);

struct SpectrumEnds {
  double smallest;         ///< found: the smallest eigenvalue is not larger than this
  double largest;          ///< found: the largest eigenvalue is not smaller than this
  double largest_at_most;  ///< but for one start in a billion
};

/// Both ends of the spectrum of a large matrix, for a positive semidefinite map whose rows sum to 0, as a Laplacian's
/// do, on the vectors of mean zero. `steps` of Lanczos from a random vector, without restarts and without keeping the
/// vectors: three vectors of memory, and the same bits on every machine. How far the largest eigenvalue can be from
/// what was found is a theorem of Kuczynski and Wozniakowski (1992): a share e of it is missing with a probability of
/// at most 1.648 sqrt(n) exp(-sqrt(e) (2 steps - 1)).
SpectrumEnds spectrum_ends(const SymmetricMap& map, int steps);

/// One of the two eigenvalues of the Laplacian that decide how fast constant edge weights mix.
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
