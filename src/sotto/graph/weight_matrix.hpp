// SPDX-License-Identifier: MIT
// The weights of one round of mixing: symmetric, non-negative, rows that sum to 1, positive on the graph only.
#pragma once

#include <cstddef>
#include <memory>
#include <optional>
#include <span>
#include <vector>

#include "sotto/graph/graph.hpp"
#include "sotto/graph/mixing_rate.hpp"

namespace sotto {

class WeightMatrix {
 public:
  struct Row {
    std::span<const NodeId> columns;  ///< ascending; i itself is always among them
    std::span<const double> weights;
  };

  /// `weights` lists row after row the weights of i's neighbours and of i itself, in ascending order of
  /// column. Refused unless they are finite, non-negative and symmetric, every row sums to 1 within 1e-12,
  /// and repeated mixing brings all nodes together (beta < 1).
  WeightMatrix(const Graph& graph, std::vector<double> weights);
  /// The matrix of a network that nobody holds as a whole: nobody may ask for its rows.
  WeightMatrix(NodeId nodes, std::size_t entries, MixingRate rate);

  Row row(NodeId i) const {
    const std::size_t length = starts_[i + 1] - starts_[i];
    return {std::span(columns_).subspan(starts_[i], length), std::span(weights_).subspan(starts_[i], length)};
  }
  NodeId node_count() const { return nodes_; }
  std::size_t entry_count() const { return entries_; }
  bool lies_here() const { return !starts_.empty(); }

  /// Computed on the first call and kept; copies share it. Any thread may ask, and have others help.
  const MixingRate& mixing_rate(Crew& crew = one_worker()) const;
  /// Found even where mixing_rate() is a bound, and kept instead of it: to be asked for before anybody else asks.
  const MixingRate& exact_mixing_rate(Crew& crew = one_worker()) const;

  /// The graph's Laplacian extremes, where its family has a closed form.
  const std::optional<LaplacianExtremes>& known_laplacian() const { return known_laplacian_; }

 private:
  struct KeptRate;

  NodeId nodes_;
  std::size_t entries_;
  std::vector<std::size_t> starts_;
  std::vector<NodeId> columns_;
  std::vector<double> weights_;
  std::optional<LaplacianExtremes> known_laplacian_;
  std::shared_ptr<KeptRate> rate_;
};

}  // namespace sotto
