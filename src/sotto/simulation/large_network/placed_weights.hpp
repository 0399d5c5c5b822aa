// SPDX-License-Identifier: MIT
// W with its nodes in an order in which neighbours lie close together.
#pragma once

#include "sotto/graph/weight_matrix.hpp"
#include "sotto/simulation/large_network/kernel.hpp"
#include "sotto/simulation/large_network/large_array.hpp"

namespace sotto {

/// Keeps nothing of the matrix it was made from. A row's entries stay in the order of the nodes' numbers: sums run in
/// that order, so that the place of a node changes no bit.
class PlacedWeights {
 public:
  explicit PlacedWeights(const WeightMatrix& weights);

  NodeId node_count() const { return static_cast<NodeId>(numbers_.size()); }
  std::size_t entry_count() const { return columns_.size(); }
  PlacedRows rows() const { return {.starts = starts_.data(), .columns = columns_.data(), .weights = weights_.data()}; }
  std::span<const NodeId> numbers() const { return numbers_.view(); }  ///< of the node at each place
  std::span<const NodeId> places() const { return places_.view(); }    ///< of the node with each number
  std::size_t bytes() const {
    return numbers_.bytes() + places_.bytes() + starts_.bytes() + columns_.bytes() + weights_.bytes();
  }

 private:
  LargeArray<NodeId> numbers_, places_;
  LargeArray<std::uint32_t> starts_, columns_;  // 32 bits hold every entry of the largest graph
  LargeArray<double> weights_;
};

}  // namespace sotto
