// SPDX-License-Identifier: MIT
// The two eigenvalues of a graph's Laplacian that decide how fast constant edge weights mix; for large graphs by
// Lanczos as a recurrence of three terms: rounding spoils the vectors, but not the ends of the spectrum.
#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>

#include "sotto/graph/spectrum.hpp"
#include "sotto/input/invalid_input.hpp"
#include "sotto/random/elementary.hpp"
#include "sotto/random/gaussian.hpp"

namespace sotto {
namespace {

constexpr double unit_roundoff = 0x1p-53;

SpectrumMethod chosen(const Graph& graph, SpectrumMethod method) {
  const bool known = graph.known().laplacian.has_value();
  if (method == SpectrumMethod::closed_form && !known)
    throw InvalidInput({"graph.kind", graph.known().family, "has no closed form of its Laplacian's eigenvalues"});
  if (method != SpectrumMethod::automatic) return method;
  if (known) return SpectrumMethod::closed_form;
  if (graph.node_count() <= largest_dense_size) return SpectrumMethod::dense;
  return graph.node_count() <= largest_converged_size ? SpectrumMethod::lanczos : SpectrumMethod::few_steps;
}

/// Backward error of a dense solver, and of closed forms: a few roundings of the largest eigenvalue.
double rounding_of(double largest, NodeId nodes) {
  return 8.0 * unit_roundoff * largest * nodes;
}

/// No eigenvalue is larger than d_i + d_j over the edges (Anderson and Morley).
double largest_degree_sum(const Graph& graph) {
  std::size_t most = 0;
  for (NodeId i = 0; i < graph.node_count(); ++i)
    for (NodeId j : graph.neighbours(i)) most = std::max(most, graph.degree(i) + graph.degree(j));
  return static_cast<double>(most);
}

/// The largest eigenvalue of c - L on the vectors of mean zero is c minus the smallest non-zero one of L.
LaplacianEigenvalue smallest_by_lanczos(const Graph& graph) {
  const double c = largest_degree_sum(graph);
  const SymmetricMap inner = laplacian(graph);
  const SymmetricMap flipped{graph.node_count(), [&](std::span<const double> x, std::span<double> y) {
                               inner.apply(x, y);
                               const auto n = static_cast<double>(x.size());
                               const double mean = std::accumulate(x.begin(), x.end(), 0.0) / n;
                               for (std::size_t i = 0; i < x.size(); ++i) y[i] = c * (x[i] - mean) - y[i];
                             }};
  const EigenEstimate found = lanczos_eigenvalue(flipped, SpectrumEnd::largest, usual_limits(flipped.size));
  return {c - found.value, found.residual + rounding_of(c, 1), SpectrumMethod::lanczos};
}

/// The bound by degrees is certain, the other one nearly so.
LaplacianEnds ends_by_few_steps(const Graph& graph) {
  const SpectrumEnds found = spectrum_ends(laplacian(graph), few_steps);
  const double slack = std::min(found.largest_at_most, largest_degree_sum(graph)) - found.largest;
  const double rounding = rounding_of(found.largest, 1);
  // Nothing below what was found is excluded, down to zero.
  return {.smallest_nonzero = {found.smallest, found.smallest + rounding, SpectrumMethod::few_steps},
          .largest = {found.largest, std::max(slack, 0.0) + rounding, SpectrumMethod::few_steps}};
}

constexpr double start_is_bad = 1e-9;  ///< the chance that the random vector misses the largest eigenvalue

/// Diagonal and off-diagonal of the matrix that the map becomes on the vectors seen so far.
struct Tridiagonal {
  std::vector<double> diagonal;
  std::vector<double> beside;  ///< beside[k] joins k and k + 1
};

double inner(const std::vector<double>& a, const std::vector<double>& b) {
  double sum = 0.0;
  for (std::size_t i = 0; i < a.size(); ++i) sum += a[i] * b[i];
  return sum;
}

void take_off_mean(std::vector<double>& x) {
  const double mean = std::accumulate(x.begin(), x.end(), 0.0) / static_cast<double>(x.size());
  for (double& value : x) value -= mean;
}

Tridiagonal lanczos_steps(const SymmetricMap& map, int steps) {
  std::vector<double> here(map.size), before(map.size, 0.0), next(map.size);
  fill_gaussian(1, {.stream = Stream::graph, .node = 2}, here);
  take_off_mean(here);
  Tridiagonal found;
  double length = std::sqrt(inner(here, here)), coupling = 0.0;
  for (int step = 0; step < steps && length > 0.0; ++step) {
    for (double& value : here) value /= length;
    map.apply(here, next);
    const double along = inner(here, next);
    for (std::size_t i = 0; i < next.size(); ++i) next[i] -= along * here[i] + coupling * before[i];
    take_off_mean(next);  // rounding brings some back, and its eigenvalue 0 with it
    found.diagonal.push_back(along);
    coupling = length = std::sqrt(inner(next, next));
    if (length <= 1e-12 * std::abs(found.diagonal[0])) break;  // nothing new is left
    found.beside.push_back(length);
    before.swap(here);
    here.swap(next);
  }
  return found;
}

/// How many eigenvalues are smaller than x: as many as there are negative pivots (Sylvester).
std::size_t count_below(const Tridiagonal& matrix, double x) {
  std::size_t count = 0;
  double pivot = 1.0;
  for (std::size_t k = 0; k < matrix.diagonal.size(); ++k) {
    const double beside = k == 0 ? 0.0 : matrix.beside[k - 1];
    pivot = matrix.diagonal[k] - x - beside * beside / pivot;
    if (pivot == 0.0) pivot = -std::numeric_limits<double>::min();
    count += pivot < 0.0;
  }
  return count;
}

/// The smallest x with at least `rank` eigenvalues below it, by bisection between bounds of Gershgorin.
double eigenvalue_of_rank(const Tridiagonal& matrix, std::size_t rank) {
  double low = matrix.diagonal[0], high = low;
  for (std::size_t k = 0; k < matrix.diagonal.size(); ++k) {
    const double reach = (k > 0 ? matrix.beside[k - 1] : 0.0) + (k < matrix.beside.size() ? matrix.beside[k] : 0.0);
    low = std::min(low, matrix.diagonal[k] - reach);
    high = std::max(high, matrix.diagonal[k] + reach);
  }
  for (int halvings = 0; halvings < 60; ++halvings) {
    const double middle = 0.5 * (low + high);
    (count_below(matrix, middle) >= rank ? high : low) = middle;
  }
  return high;
}

}  // namespace

SymmetricMap laplacian(const Graph& graph) {
  return {graph.node_count(), [&graph](std::span<const double> x, std::span<double> y) {
            for (NodeId i = 0; i < graph.node_count(); ++i) {
              double sum = 0.0;
              for (NodeId j : graph.neighbours(i)) sum += x[i] - x[j];
              y[i] = sum;
            }
          }};
}

LaplacianEigenvalue largest_laplacian_eigenvalue(const Graph& graph, SpectrumMethod method) {
  if (graph.node_count() == 1) return {0.0, 0.0, SpectrumMethod::closed_form};
  method = chosen(graph, method);
  if (method == SpectrumMethod::closed_form) {
    const double value = graph.known().laplacian->largest;
    return {value, rounding_of(value, 1), method};
  }
  if (method == SpectrumMethod::dense) {
    const double value = dense_eigenvalues(laplacian(graph)).back();
    return {value, rounding_of(value, graph.node_count()), method};
  }
  if (method == SpectrumMethod::few_steps) return ends_by_few_steps(graph).largest;
  const EigenEstimate found =
      lanczos_eigenvalue(laplacian(graph), SpectrumEnd::largest, usual_limits(graph.node_count()));
  // Not converged, the bound by degrees is what is certain.
  const double slack = found.converged ? 0.0 : largest_degree_sum(graph) - found.value;
  return {found.value, std::max(found.residual, slack) + rounding_of(found.value, 1), method};
}

LaplacianEigenvalue smallest_nonzero_laplacian_eigenvalue(const Graph& graph, SpectrumMethod method) {
  if (graph.node_count() == 1) return {0.0, 0.0, SpectrumMethod::closed_form};
  method = chosen(graph, method);
  if (method == SpectrumMethod::closed_form) {
    const LaplacianExtremes known = *graph.known().laplacian;
    return {known.smallest_nonzero, rounding_of(known.smallest_nonzero, 1), method};
  }
  if (method == SpectrumMethod::lanczos) return smallest_by_lanczos(graph);
  if (method == SpectrumMethod::few_steps) return ends_by_few_steps(graph).smallest_nonzero;
  const std::vector<double> all = dense_eigenvalues(laplacian(graph));
  return {std::max(all[1], 0.0), rounding_of(all.back(), graph.node_count()), method};
}

LaplacianEnds laplacian_ends(const Graph& graph) {
  if (graph.node_count() > 1 && chosen(graph, SpectrumMethod::automatic) == SpectrumMethod::few_steps)
    return ends_by_few_steps(graph);
  return {smallest_nonzero_laplacian_eigenvalue(graph), largest_laplacian_eigenvalue(graph)};
}

SpectrumEnds spectrum_ends(const SymmetricMap& map, int steps) {
  const Tridiagonal matrix = lanczos_steps(map, steps);
  if (matrix.diagonal.empty()) return {0.0, 0.0, 0.0};
  const double largest = eigenvalue_of_rank(matrix, matrix.diagonal.size());
  const double root =
      portable_log(1.648 * std::sqrt(static_cast<double>(map.size)) / start_is_bad) / (2.0 * steps - 1.0);
  const double missing = root * root;
  const double bound = missing < 1.0 ? largest / (1.0 - missing) : std::numeric_limits<double>::infinity();
  return {eigenvalue_of_rank(matrix, 1), largest, bound};
}

}  // namespace sotto
