// SPDX-License-Identifier: MIT
#include "sotto/simulation/large_network/placed_weights.hpp"

#include <algorithm>
#include <limits>

#include "sotto/graph/locality_order.hpp"

namespace sotto {

static_assert(3 * Graph::most_edges < std::numeric_limits<std::uint32_t>::max());

PlacedWeights::PlacedWeights(const WeightMatrix& weights)
    : nodes_in_all_(weights.node_count()),
      inner_(weights.node_count()),
      numbers_(weights.node_count()),
      places_(weights.node_count()),
      starts_(weights.node_count() + std::size_t{1}),
      columns_(weights.entry_count()),
      weights_(weights.entry_count()) {
  const std::vector<NodeId> order = locality_order(weights);
  std::copy(order.begin(), order.end(), numbers_.data());
  for (NodeId place = 0; place < order.size(); ++place) places_[order[place]] = place;
  index_of_first_ = 0;
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

PlacedWeights::PlacedWeights(const PlacedGraph& graph, const EdgeWeight& weight, std::span<const double> degrees,
                             Crew& crew)
    : nodes_in_all_(graph.nodes_in_all),
      inner_(static_cast<NodeId>(graph.inner)),
      halo_size_(static_cast<NodeId>(graph.halo.size())),
      borders_(graph.borders),
      numbers_(graph.size()),
      places_(0),
      starts_(graph.size() + 1),
      columns_(graph.neighbours.size() + graph.size()),
      weights_(graph.neighbours.size() + graph.size()) {
  std::copy(graph.numbers.begin(), graph.numbers.end(), numbers_.data());
  const auto first_node = std::find(graph.numbers.begin(), graph.numbers.end(), 0u);
  if (first_node != graph.numbers.end()) index_of_first_ = static_cast<std::size_t>(first_node - graph.numbers.begin());
  share_out(crew, graph.size(), [&](std::size_t first, std::size_t last) {
    std::vector<double> others;
    auto entry = static_cast<std::uint32_t>(graph.starts[first] + first);  // a row has its node's own weight too
    const auto put = [&](std::uint32_t column, double value) {
      columns_[entry] = column;
      weights_[entry++] = value;
    };
    for (auto place = static_cast<std::uint32_t>(first); place < last; ++place) {
      const std::span<const std::uint32_t> row = graph.row(place);
      others.clear();
      for (const std::uint32_t j : row)
        others.push_back(weight(static_cast<std::size_t>(degrees[place]), static_cast<std::size_t>(degrees[j])));
      std::size_t k = 0;
      for (; k < row.size() && graph.number_at(row[k]) < graph.numbers[place]; ++k) put(row[k], others[k]);
      put(place, own_weight(others));
      for (; k < row.size(); ++k) put(row[k], others[k]);
      starts_[place + std::size_t{1}] = entry;
    }
  });
}

}  // namespace sotto
