// SPDX-License-Identifier: MIT
#include "sotto/simulation/large_network/record_sums.hpp"

namespace sotto {

RecordSums::RecordSums(const PlacedWeights& weights, const Shape& shape, Crew& crew, const SumOf& sum_of)
    : shape_(shape), nodes_(weights.node_count()), sums_(std::size_t{nodes_} * stride_of(shape.dimension)) {
  constexpr std::size_t nodes_in_part = 1024;
  const std::size_t parts = (nodes_ + nodes_in_part - 1) / nodes_in_part;
  crew.share(parts, [&](std::size_t part) {
    for (std::size_t k = part * nodes_in_part; k < std::min<std::size_t>(nodes_, (part + 1) * nodes_in_part); ++k)
      sum_of(weights.numbers()[k], {sums_.data() + k * stride_of(shape_.dimension), shape_.dimension});
  });
}

}  // namespace sotto
