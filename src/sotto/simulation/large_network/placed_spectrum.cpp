// SPDX-License-Identifier: MIT
#include "sotto/simulation/large_network/placed_spectrum.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <memory>

#include "sotto/graph/weight_checks.hpp"

namespace sotto {
namespace {

/// The one weight that all edges have, if they have one, and how far rows are from summing to 1.
std::optional<ConstantWeights> constant_weights(const PlacedWeights& weights, Ranks& ranks) {
  const PlacedRows rows = weights.rows();
  double least = std::numeric_limits<double>::infinity(), most = 0, row_error = 0;
  for (NodeId place = 0; place < weights.node_count(); ++place) {
    const std::span<const double> row(rows.weights + rows.starts[place], rows.starts[place + 1] - rows.starts[place]);
    row_error = std::max(row_error, std::abs(compensated_sum(row, -1.0)));
    for (std::uint32_t entry = rows.starts[place]; entry < rows.starts[place + 1]; ++entry) {
      if (rows.columns[entry] == place) continue;
      least = std::min(least, rows.weights[entry]);
      most = std::max(most, rows.weights[entry]);
    }
  }
  least = -ranks.maximum(-least);
  most = ranks.maximum(most);
  row_error = ranks.maximum(row_error);
  if (least != most) return {};
  return ConstantWeights{.weight = most, .row_error = row_error};
}

}  // namespace

PlacedSpectrum::PlacedSpectrum(const PlacedGraph& graph, Crew& crew, Ranks& ranks)
    : graph_(graph), crew_(crew), ranks_(ranks) {
  std::vector<double> own(graph.size());
  for (std::size_t k = 0; k < own.size(); ++k) own[k] = static_cast<double>(graph.row(k).size());
  NumbersWithHalo with_halo(graph, ranks);
  const std::span<const double> all = with_halo.of(own);
  degrees_.assign(all.begin(), all.end());
}

template <class Row>
DistributedMap PlacedSpectrum::map(const Row& row) const {
  const auto with_halo = std::make_shared<NumbersWithHalo>(graph_, ranks_);
  return {.size = graph_.nodes_in_all,
          .numbers = graph_.numbers,
          .apply =
              [with_halo, row, &crew = crew_](std::span<const double> x, std::span<double> y) {
                const std::span<const double> all = with_halo->of(x);
                share_out(crew, y.size(), [&](std::size_t first, std::size_t last) {
                  for (std::size_t place = first; place < last; ++place) y[place] = row(place, all);
                });
              },
          .crew = crew_,
          .ranks = ranks_};
}

LaplacianEnds PlacedSpectrum::laplacian() const {
  double degree_sum = 0;
  for (std::size_t place = 0; place < graph_.size(); ++place)
    for (const std::uint32_t j : graph_.row(place)) degree_sum = std::max(degree_sum, degrees_[place] + degrees_[j]);
  return laplacian_ends(map([this](std::size_t place, std::span<const double> x) {
                          double sum = 0.0;
                          for (const std::uint32_t j : graph_.row(place)) sum += x[place] - x[j];
                          return sum;
                        }),
                        ranks_.maximum(degree_sum));
}

GraphNumbers PlacedSpectrum::numbers() const {
  const auto ends = [this]() -> LaplacianEnds {
    if (!graph_.known.laplacian) return laplacian();
    const auto closed = [](double value) -> LaplacianEigenvalue {
      return {value, 0x1p-50 * value, SpectrumMethod::closed_form};
    };
    return {.smallest_nonzero = closed(graph_.known.laplacian->smallest_nonzero),
            .largest = closed(graph_.known.laplacian->largest)};
  };
  return {.nodes = graph_.nodes_in_all,
          .max_degree = graph_.degrees.most,
          .largest_eigenvalue = [ends] { return ends().largest; },
          .both_ends = ends};
}

MixingRate PlacedSpectrum::mixing_rate(const PlacedWeights& weights) const {
  if (graph_.known.laplacian)
    if (const auto constant = constant_weights(weights, ranks_))
      return closed_mixing_rate(*graph_.known.laplacian, *constant);
  return bounded_mixing_rate(map([rows = weights.rows()](std::size_t place, std::span<const double> x) {
    double sum = 0.0;
    for (std::uint32_t entry = rows.starts[place]; entry < rows.starts[place + 1]; ++entry)
      sum += rows.weights[entry] * x[rows.columns[entry]];
    return sum;
  }));
}

}  // namespace sotto
