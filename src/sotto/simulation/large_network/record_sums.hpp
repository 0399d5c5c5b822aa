// SPDX-License-Identifier: MIT
// The records of a trial of mean estimation, as a large network needs them: their sum at each node.
#pragma once

#include <algorithm>
#include <functional>

#include "sotto/simulation/large_network/placed_weights.hpp"
#include "sotto/workers/crew.hpp"

namespace sotto {

class RecordSums {
 public:
  /// Writes the sum of a node's records, each projected onto the domain. Any thread may be asked.
  using SumOf = std::function<void(NodeId node, std::span<double> sum)>;

  struct Shape {
    std::uint32_t dimension;
    std::size_t records_per_node;
  };
  /// Of the nodes that lie here, at their places.
  RecordSums(const PlacedWeights& weights, const Shape& shape, Crew& crew, const SumOf& sum_of);

  std::size_t records_per_node() const { return shape_.records_per_node; }
  std::uint32_t dimension() const { return shape_.dimension; }
  NodeId node_count() const { return nodes_; }
  const double* data() const { return sums_.data(); }
  std::span<const double> at(std::size_t place) const {
    return {sums_.data() + place * stride_of(shape_.dimension), shape_.dimension};
  }
  std::size_t bytes() const { return sums_.bytes(); }

 private:
  Shape shape_;
  NodeId nodes_;
  LargeArray<double> sums_;
};

}  // namespace sotto
