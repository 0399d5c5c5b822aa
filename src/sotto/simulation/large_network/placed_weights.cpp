// SPDX-License-Identifier: MIT
// W with its nodes in an order in which neighbours lie close together.
#include "sotto/simulation/large_network/placed_weights.hpp"

#include <algorithm>
#include <limits>

#include "sotto/graph/locality_order.hpp"

namespace sotto {

static_assert(3 * Graph::most_edges < std::numeric_limits<std::uint32_t>::max());

PlacedWeights::PlacedWeights(const WeightMatrix& weights)
    : numbers_(weights.node_count()),
      places_(weights.node_count()),
      starts_(weights.node_count() + std::size_t{1}),
      columns_(weights.entry_count()),
      weights_(weights.entry_count()) {
  const std::vector<NodeId> order = locality_order(weights);
  std::copy(order.begin(), order.end(), numbers_.data());
  for (NodeId place = 0; place < order.size(); ++place) places_[order[place]] = place;
  std::uint32_t entry = 0;
  for (NodeId place = 0; place < order.size(); ++place) {
    const WeightMatrix::Row row = weights.row(order[place]);
    for (std::size_t k = 0; k < row.columns.size(); ++k, ++entry) {
      columns_[entry] = places_[row.columns[k]];
      weights_[entry] = row.weights[k];
    }
    starts_[place + std::size_t{1}] = entry;
  }
}

}  // namespace sotto
