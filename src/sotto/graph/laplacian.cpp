// SPDX-License-Identifier: MIT
// The two eigenvalues of a graph's Laplacian that decide how fast constant edge weights mix.
#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>

#include "sotto/graph/few_steps.hpp"
#include "sotto/graph/spectrum.hpp"
#include "sotto/input/invalid_input.hpp"
#include "sotto/input/long_wait.hpp"

namespace sotto {
namespace {

constexpr double unit_roundoff = 0x1p-53;

SpectrumMethod chosen(const Graph& graph, SpectrumMethod method) {
  const bool known = graph.known().laplacian.has_value();
  if (method == SpectrumMethod::closed_form && !known)
    throw InvalidInput({"graph.kind", std::string(name_of(graph.known().family)),
                        "has no closed form of its Laplacian's eigenvalues"});
  const bool any = method == SpectrumMethod::automatic || method == SpectrumMethod::converged;
  if (!any) return method;
  if (known) return SpectrumMethod::closed_form;
  if (graph.node_count() <= largest_dense_size) return SpectrumMethod::dense;
  const bool converges = graph.node_count() <= largest_converged_size || method == SpectrumMethod::converged;
  return converges ? SpectrumMethod::lanczos : SpectrumMethod::few_steps;
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

LaplacianEnds ends_by_few_steps(const Graph& graph, Crew& crew) {
  const std::vector<NodeId> numbers = all_numbers(graph.node_count());
  return laplacian_ends({graph.node_count(), numbers, laplacian(graph, crew).apply, crew}, largest_degree_sum(graph));
}

}  // namespace

SymmetricMap laplacian(const Graph& graph, Crew& crew) {
  return {graph.node_count(), [&graph, &crew](std::span<const double> x, std::span<double> y) {
            share_out(crew, x.size(), [&](std::size_t first, std::size_t last) {
              for (std::size_t i = first; i < last; ++i) {
                double sum = 0.0;
                for (NodeId j : graph.neighbours(static_cast<NodeId>(i))) sum += x[i] - x[j];
                y[i] = sum;
              }
            });
          }};
}

LaplacianEigenvalue largest_laplacian_eigenvalue(const Graph& graph, SpectrumMethod method, Crew& crew) {
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
  if (method == SpectrumMethod::few_steps) return ends_by_few_steps(graph, crew).largest;
  const EigenEstimate found =
      lanczos_eigenvalue(laplacian(graph), SpectrumEnd::largest, usual_limits(graph.node_count()));
  // Not converged, the bound by degrees is what is certain.
  const double slack = found.converged ? 0.0 : largest_degree_sum(graph) - found.value;
  return {found.value, std::max(found.residual, slack) + rounding_of(found.value, 1), method};
}

LaplacianEigenvalue smallest_nonzero_laplacian_eigenvalue(const Graph& graph, SpectrumMethod method, Crew& crew) {
  if (graph.node_count() == 1) return {0.0, 0.0, SpectrumMethod::closed_form};
  method = chosen(graph, method);
  if (method == SpectrumMethod::closed_form) {
    const LaplacianExtremes known = *graph.known().laplacian;
    return {known.smallest_nonzero, rounding_of(known.smallest_nonzero, 1), method};
  }
  if (method == SpectrumMethod::lanczos) return smallest_by_lanczos(graph);
  if (method == SpectrumMethod::few_steps) return ends_by_few_steps(graph, crew).smallest_nonzero;
  const std::vector<double> all = dense_eigenvalues(laplacian(graph));
  return {std::max(all[1], 0.0), rounding_of(all.back(), graph.node_count()), method};
}

LaplacianEnds laplacian_ends(const Graph& graph, Crew& crew) {
  if (graph.node_count() > 1 && chosen(graph, SpectrumMethod::automatic) == SpectrumMethod::few_steps)
    return ends_by_few_steps(graph, crew);
  return {smallest_nonzero_laplacian_eigenvalue(graph), largest_laplacian_eigenvalue(graph)};
}

/// The bound by degrees is certain, the other one nearly so.
LaplacianEnds laplacian_ends(const DistributedMap& laplacian, double largest_degree_sum) {
  const SpectrumEnds found = spectrum_ends(laplacian, few_steps);
  const double slack = std::min(found.largest_at_most, largest_degree_sum) - found.largest;
  const double rounding = rounding_of(found.largest, 1);
  // Nothing below what was found is excluded, down to zero.
  return {.smallest_nonzero = {found.smallest, found.smallest + rounding, SpectrumMethod::few_steps},
          .largest = {found.largest, std::max(slack, 0.0) + rounding, SpectrumMethod::few_steps}};
}

SpectrumEnds spectrum_ends(const DistributedMap& map, int steps) {
  FewSteps found(map);
  while (found.taken() < steps) {
    found.advance();
    tell_wait("finding the largest eigenvalue of the Laplacian", static_cast<double>(found.taken()) / steps);
  }
  return {found.smallest(), found.largest(), found.largest_of_semidefinite_at_most()};
}

SpectrumEnds spectrum_ends(const SymmetricMap& map, int steps, Crew& crew) {
  const std::vector<NodeId> numbers = all_numbers(map.size);
  return spectrum_ends({map.size, numbers, map.apply, crew}, steps);
}

}  // namespace sotto
