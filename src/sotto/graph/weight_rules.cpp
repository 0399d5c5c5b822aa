// SPDX-License-Identifier: MIT
#include "sotto/graph/weight_rules.hpp"

#include <algorithm>
#include <cmath>
#include <functional>
#include <utility>
#include <vector>

#include "sotto/graph/spectrum.hpp"
#include "sotto/graph/weight_checks.hpp"

namespace sotto {
namespace {

double round_up_to_bits(double value, int bits) {
  int exponent = 0;
  const double mantissa = std::frexp(value, &exponent);
  return std::ldexp(std::ceil(std::ldexp(mantissa, bits)), exponent - bits);
}

/// A solver's last digits depend on the machine; the weights' bits must not. So the value is rounded up to a
/// grid much coarser than the solver's error, after a small step that keeps integers (common eigenvalues) off
/// its lines. Closed forms are the same bits everywhere and need no step.
double portable_bound(double value, double residual, SpectrumMethod method) {
  switch (method) {
    case SpectrumMethod::closed_form:
      return round_up_to_bits(value, 40);
    case SpectrumMethod::dense:
      return round_up_to_bits(value * (1.0 + 0x1p-43), 40);
    default:
      return round_up_to_bits(std::max(value * (1.0 + 0x1p-22), value + residual), 20);
  }
}

double paper_weight(const GraphNumbers& graph) {
  if (graph.nodes == 1) return 0.0;
  const LaplacianEigenvalue largest = graph.largest_eigenvalue();
  return 2.0 / (3.0 * portable_bound(largest.value, largest.residual, largest.method));
}

double best_constant_weight(const GraphNumbers& graph) {
  if (graph.nodes == 1) return 0.0;
  const LaplacianEnds ends = graph.both_ends();
  // Too large a sum costs as large a share of the gap. Too small a one could cost all of it: so both ends err upwards.
  const double sum =
      portable_bound(ends.smallest_nonzero.value + ends.largest.value, ends.largest.residual, ends.largest.method);
  return std::min(2.0 / sum, 1.0 / static_cast<double>(graph.max_degree));
}

double metropolis(std::size_t degree, std::size_t other) {
  return 1.0 / (1.0 + static_cast<double>(std::max(degree, other)));
}

EdgeWeight constant(double weight) {
  return [weight](std::size_t, std::size_t) { return weight; };
}

EdgeWeight lazy(EdgeWeight inner) {
  return [inner = std::move(inner)](std::size_t degree, std::size_t other) { return 0.5 * inner(degree, other); };
}

}  // namespace

EdgeWeight edge_weight(WeightRule rule, const GraphNumbers& graph) {
  const double by_max_degree = 1.0 / (1.0 + static_cast<double>(graph.max_degree));
  switch (rule) {
    case WeightRule::paper:
      return constant(paper_weight(graph));
    case WeightRule::metropolis:
      return metropolis;
    case WeightRule::max_degree:
      return constant(by_max_degree);
    case WeightRule::lazy_metropolis:
      return lazy(metropolis);
    case WeightRule::lazy_max_degree:
      return lazy(constant(by_max_degree));
    default:
      return constant(best_constant_weight(graph));
  }
}

/// Rounding may leave less than nothing where neighbours take all.
double own_weight(std::span<const double> others) {
  return std::max(0.0, 1.0 - compensated_sum(others));
}

WeightMatrix make_weights(const Graph& graph, WeightRule rule, Crew& crew) {
  using enum SpectrumMethod;
  const EdgeWeight weight =
      edge_weight(rule, {.nodes = graph.node_count(),
                         .max_degree = graph.max_degree(),
                         .largest_eigenvalue = [&] { return largest_laplacian_eigenvalue(graph, automatic, crew); },
                         .both_ends = [&] { return laplacian_ends(graph, crew); }});
  std::vector<double> all(2 * graph.edge_count() + graph.node_count());
  share_out(crew, graph.node_count(), [&](std::size_t first, std::size_t last) {
    std::vector<double> others;
    for (auto i = static_cast<NodeId>(first); i < last; ++i) {
      const auto neighbours = graph.neighbours(i);
      others.clear();
      for (NodeId j : neighbours) others.push_back(weight(graph.degree(i), graph.degree(j)));
      const auto before = std::lower_bound(neighbours.begin(), neighbours.end(), i) - neighbours.begin();
      auto out = std::copy_n(others.begin(), before, all.begin() + static_cast<std::ptrdiff_t>(graph.row_start(i) + i));
      *out++ = own_weight(others);
      std::copy(others.begin() + before, others.end(), out);
    }
  });
  return {graph, std::move(all)};
}

}  // namespace sotto
