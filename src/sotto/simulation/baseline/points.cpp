// SPDX-License-Identifier: MIT
// One point a node.
#include "sotto/simulation/baseline/points.hpp"

#include <algorithm>
#include <array>

#include "sotto/arithmetic/multiply_add.hpp"

namespace sotto {

Points points_at_zero(NodeId count, std::size_t dimension) {
  return {.dimension = dimension, .values = std::vector<double>(count * dimension, 0.0)};
}

std::vector<double> mean_of(const Points& points) {
  std::vector<double> mean(points.dimension, 0.0);
  for (NodeId i = 0; i < points.count(); ++i)
    for (std::size_t k = 0; k < mean.size(); ++k) mean[k] += points.of(i)[k];
  for (double& m : mean) m /= points.count();
  return mean;
}

void mix(const WeightMatrix::Row& row, const Points& y, std::span<double> sum) {
  std::fill(sum.begin(), sum.end(), 0.0);
  std::array<const double*, 64> some;  // a few neighbours at a time, so that nothing is allocated
  for (std::size_t j = 0, count = 0; j < row.columns.size(); j += count) {
    count = std::min(some.size(), row.columns.size() - j);
    for (std::size_t k = 0; k < count; ++k) some[k] = y.of(row.columns[j + k]).data();
    add_weighted(row.weights.subspan(j, count), std::span(some).first(count), sum);
  }
}

}  // namespace sotto
