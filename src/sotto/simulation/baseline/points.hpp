// SPDX-License-Identifier: MIT
// One point a node, as plain vectors: nothing of this could ever be sent by a Node.
#pragma once

#include <span>
#include <vector>

#include "sotto/graph/weight_matrix.hpp"

namespace sotto {

/// One after another.
struct Points {
  std::size_t dimension;
  std::vector<double> values;

  std::span<double> of(NodeId i) { return std::span(values).subspan(i * dimension, dimension); }
  std::span<const double> of(NodeId i) const { return std::span(values).subspan(i * dimension, dimension); }
  NodeId count() const { return static_cast<NodeId>(values.size() / dimension); }
};

/// All at 0.
Points points_at_zero(NodeId count, std::size_t dimension);

std::vector<double> mean_of(const Points& points);

/// sum = sum_j w_ij y_j, in the order of the row.
void mix(const WeightMatrix::Row& row, const Points& y, std::span<double> sum);

}  // namespace sotto
