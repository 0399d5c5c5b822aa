// SPDX-License-Identifier: MIT
// The weights of a tile.
#include "sotto/simulation/blocks/tile_weights.hpp"

#include <algorithm>

namespace sotto {

TileWeights::TileWeights(std::span<const WeightMatrix* const> of_lane, std::uint32_t lanes) {
  const bool shared = std::all_of(of_lane.begin(), of_lane.end(), [&](const auto* w) { return w == of_lane[0]; });
  shared ? share(*of_lane[0]) : unite(of_lane, lanes);
}

void TileWeights::share(const WeightMatrix& weights) {
  for (NodeId i = 0; i < weights.node_count(); ++i) {
    const WeightMatrix::Row row = weights.row(i);
    columns_.insert(columns_.end(), row.columns.begin(), row.columns.end());
    weights_.insert(weights_.end(), row.weights.begin(), row.weights.end());
    starts_.push_back(columns_.size());
  }
}

/// A row has every column that some lane has; where a lane has none its weight is 0, and adding 0 changes no bit.
void TileWeights::unite(std::span<const WeightMatrix* const> of_lane, std::uint32_t lanes) {
  const NodeId nodes = of_lane[0]->node_count();
  std::vector<double> dense(std::size_t{nodes} * lanes);
  std::vector<double> all;
  for (NodeId i = 0; i < nodes; ++i) {
    std::fill(dense.begin(), dense.end(), 0.0);
    std::vector<bool> somebody(nodes, false);
    for (std::size_t lane = 0; lane < lanes; ++lane) {
      const WeightMatrix::Row row = of_lane[lane < of_lane.size() ? lane : 0]->row(i);
      for (std::size_t k = 0; k < row.columns.size(); ++k) {
        dense[row.columns[k] * lanes + lane] = row.weights[k];
        somebody[row.columns[k]] = true;
      }
    }
    for (NodeId j = 0; j < nodes; ++j)
      if (somebody[j]) {
        columns_.push_back(j);
        all.insert(all.end(), dense.begin() + std::ptrdiff_t{j} * lanes, dense.begin() + std::ptrdiff_t{j + 1} * lanes);
      }
    starts_.push_back(columns_.size());
  }
  of_lanes_ = AlignedArray(all.size());
  std::copy(all.begin(), all.end(), of_lanes_.data());
}

}  // namespace sotto
