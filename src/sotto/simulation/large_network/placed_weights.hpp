// SPDX-License-Identifier: MIT
// W with its nodes in an order in which neighbours lie close together: all of them, or those of one rank.
#pragma once

#include <optional>

#include "sotto/arithmetic/large_array.hpp"
#include "sotto/graph/placed_graph.hpp"
#include "sotto/graph/weight_rules.hpp"
#include "sotto/simulation/large_network/kernel.hpp"
#include "sotto/workers/crew.hpp"

namespace sotto {

/// Keeps nothing of the matrix or graph it was made from. A row's entries stay in the order of the nodes' numbers: sums
/// run in that order, so that the place of a node changes no bit.
class PlacedWeights {
 public:
  explicit PlacedWeights(const WeightMatrix& weights);
  /// `degrees` of the nodes of this rank, then of its halo.
  PlacedWeights(const PlacedGraph& graph, const EdgeWeight& weight, std::span<const double> degrees,
                Crew& crew = one_worker());

  NodeId node_count() const { return static_cast<NodeId>(numbers_.size()); }  ///< of this rank
  NodeId nodes_in_all() const { return nodes_in_all_; }
  std::size_t entry_count() const { return columns_.size(); }
  PlacedRows rows() const { return {.starts = starts_.data(), .columns = columns_.data(), .weights = weights_.data()}; }
  std::span<const NodeId> numbers() const { return numbers_.view(); }  ///< of the node at each place
  /// Of the node with each number; empty where nobody holds them all.
  std::span<const NodeId> places() const { return places_.view(); }
  /// Which of the nodes here is node 0, as they are listed: by number where all are here, otherwise by place.
  std::optional<std::size_t> index_of_first() const { return index_of_first_; }

  NodeId inner() const { return inner_; }          ///< nodes below this place hear nobody of another rank
  NodeId halo_size() const { return halo_size_; }  ///< nodes of others; their places follow
  const Borders& borders() const { return borders_; }

  std::size_t bytes() const {
    return numbers_.bytes() + places_.bytes() + starts_.bytes() + columns_.bytes() + weights_.bytes();
  }

 private:
  NodeId nodes_in_all_, inner_, halo_size_ = 0;
  std::optional<std::size_t> index_of_first_;
  Borders borders_;
  LargeArray<NodeId> numbers_, places_;
  LargeArray<std::uint32_t> starts_, columns_;  // 32 bits hold every entry of the largest graph
  LargeArray<double> weights_;
};

}  // namespace sotto
