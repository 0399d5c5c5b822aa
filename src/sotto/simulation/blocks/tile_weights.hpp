// SPDX-License-Identifier: MIT
// The weights of a tile: one matrix for all trials, or one for each.
#pragma once

#include <span>
#include <vector>

#include "sotto/graph/weight_matrix.hpp"
#include "sotto/simulation/blocks/aligned_array.hpp"
#include "sotto/simulation/blocks/kernel.hpp"

namespace sotto {

class TileWeights {
 public:
  /// The weights of lane k are of_lane[k]; lanes beyond have those of the first.
  TileWeights(std::span<const WeightMatrix* const> of_lane, std::uint32_t lanes);

  TileRows rows() const {
    return {.starts = starts_.data(),
            .columns = columns_.data(),
            .weights = weights_.data(),
            .weights_of_lanes = of_lanes_.size() == 0 ? nullptr : of_lanes_.data()};
  }

 private:
  void share(const WeightMatrix& weights);
  void unite(std::span<const WeightMatrix* const> of_lane, std::uint32_t lanes);

  std::vector<std::size_t> starts_{0};
  std::vector<NodeId> columns_;
  std::vector<double> weights_;
  AlignedArray of_lanes_{0};
};

}  // namespace sotto
