// SPDX-License-Identifier: MIT
// Eigenvalues of symmetric matrices that are given by what they do to a vector, and those of a graph's Laplacian.
#pragma once

#include <functional>
#include <span>
#include <vector>

#include "sotto/graph/graph.hpp"
#include "sotto/workers/crew.hpp"
#include "sotto/workers/ranks.hpp"

namespace sotto {

/// `automatic` takes the first that applies: a closed form, dense eigenvalues of a small matrix, Lanczos until it
/// converges, and for a large matrix the first of its steps, with a bound on what they may miss. `converged` is the
/// same without the last.
enum class SpectrumMethod { automatic, converged, closed_form, dense, lanczos, few_steps };

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

/// The same where rows lie on several ranks. Each has x and y of its own rows; what apply() needs of others it gets
/// itself, and all ranks call it together.
struct DistributedMap {
  NodeId size;                      ///< rows in all
  std::span<const NodeId> numbers;  ///< of the rows that lie here, in the order of x and y
  std::function<void(std::span<const double> x, std::span<double> y)> apply;
  Crew& crew = one_worker();  ///< shares work on the vectors
  Ranks& ranks = alone();
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

/// Both ends of the spectrum of a large matrix by so many steps of Lanczos (FewSteps), for a positive semidefinite map
/// whose rows sum to 0, as a Laplacian's do, on the vectors of mean zero. The same bits on every machine, for any
/// number of threads and ranks.
SpectrumEnds spectrum_ends(const DistributedMap& map, int steps);
SpectrumEnds spectrum_ends(const SymmetricMap& map, int steps, Crew& crew = one_worker());

/// One of the two eigenvalues of the Laplacian that decide how fast constant edge weights mix.
struct LaplacianEigenvalue {
  double value;
  double residual;  ///< an eigenvalue lies within this of `value`
  SpectrumMethod method;
};

/// x -> D x - A x. Both must outlive it.
SymmetricMap laplacian(const Graph& graph, Crew& crew = one_worker());

/// Beyond this many nodes waiting for convergence takes minutes. A hundred products with L take seconds at a million,
/// and err to the side that is safe for weights: the bound of the largest eigenvalue is 2 % above what was found there,
/// and the smallest one is not underestimated.
inline constexpr NodeId largest_converged_size = 20000;
inline constexpr int few_steps = 100;

/// Both are 0 for a single node. `closed_form` is refused where none is known.
LaplacianEigenvalue largest_laplacian_eigenvalue(const Graph& graph, SpectrumMethod method = SpectrumMethod::automatic,
                                                 Crew& crew = one_worker());
LaplacianEigenvalue smallest_nonzero_laplacian_eigenvalue(const Graph& graph,
                                                          SpectrumMethod method = SpectrumMethod::automatic,
                                                          Crew& crew = one_worker());

/// Both, for the price of one where few steps do.
struct LaplacianEnds {
  LaplacianEigenvalue smallest_nonzero;
  LaplacianEigenvalue largest;
};
LaplacianEnds laplacian_ends(const Graph& graph, Crew& crew = one_worker());
/// By few steps, where the graph may lie on several ranks. `largest_degree_sum`: the largest d_i + d_j of an edge,
/// which no eigenvalue exceeds (Anderson and Morley); anything larger will do.
LaplacianEnds laplacian_ends(const DistributedMap& laplacian, double largest_degree_sum);

}  // namespace sotto
