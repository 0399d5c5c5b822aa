// SPDX-License-Identifier: MIT
// The noise of a few nodes in one round, a strip at a time: the same bits as fill_gaussian. What trials share of their
// counters is computed before, for all of these nodes: a strip that waited for it would stand still.
#pragma once

#include "sotto/simulation/blocks/philox_strip.hpp"
#include "sotto/simulation/blocks/strips_of_node.hpp"

namespace sotto::SOTTO_KERNEL {

class PreparedNoise {
 public:
  static constexpr std::uint32_t most_nodes = 40, most_pairs = 40, most = 200;  ///< the last: pairs of all its nodes

  [[gnu::always_inline]] PreparedNoise(const TileShape& shape, const TileNoise& noise)
      : keys_(philox_keys(noise.seed)), round_(noise.round), stream_(std::uint64_t{noise.stream} << 28) {
    for (std::size_t k = 0; k < width; ++k) trials_[k] = shape.first_trial + k;
  }

  [[gnu::always_inline]] void prepare(std::uint32_t first_node, std::uint32_t last_node, std::uint32_t first_pair,
                                      std::uint32_t last_pair) {
    first_node_ = first_node;
    first_pair_ = first_pair;
    pairs_of_node_ = last_pair - first_pair;
    PhiloxPair* pair = pairs_;
    for (std::uint32_t node = first_node; node < last_node; ++node) {
      const PhiloxNode& of_node = nodes_[node - first_node] = philox_node(keys_, round_, node);
      for (std::uint32_t k = first_pair; k < last_pair; ++k) *pair++ = philox_pair(keys_, of_node, k | stream_);
    }
  }

  template <std::size_t count, class Lanes>
  [[gnu::always_inline]] PhiloxWords<count> bits_at(std::uint32_t node, const StripPlace<count, Lanes>& place) const {
    const std::uint32_t k = node - first_node_;
    return philox<count>(keys_, nodes_[k], pairs_ + (k * pairs_of_node_ + (place.first_pair - first_pair_)),
                         trials_ + everywhere(std::uint64_t{place.lane()}));
  }

 private:
  PhiloxKeys keys_;
  std::uint32_t round_;
  std::uint64_t stream_;
  Words trials_{};
  std::uint32_t first_node_ = 0, first_pair_ = 0, pairs_of_node_ = 0;
  PhiloxNode nodes_[most_nodes];
  PhiloxPair pairs_[most];
};

/// For every node, every vector of trials and every strip: calls work_of(node, noise)(place) when bits_at(node, place)
/// can be asked. A vector of trials goes through several nodes before the next one does, which keeps what it reads in
/// the nearest cache.
template <class Lanes, class WorkOf>
[[gnu::always_inline]] inline void for_each_noisy_strip(const TileShape& shape, const TileNoise& at,
                                                        const WorkOf& work_of) {
  PreparedNoise noise(shape, at);
  const std::uint32_t pairs = shape.dimension / 2;
  for (std::uint32_t pair = 0, last_pair = 0; pair < pairs; pair = last_pair) {
    last_pair = pairs - pair < PreparedNoise::most_pairs ? pairs : pair + PreparedNoise::most_pairs;
    const std::uint32_t fit = PreparedNoise::most / (last_pair - pair);
    const std::uint32_t together = fit < PreparedNoise::most_nodes ? fit : PreparedNoise::most_nodes;
    for (std::uint32_t first = 0, last = 0; first < shape.nodes; first = last) {
      last = shape.nodes - first < together ? shape.nodes : first + together;
      noise.prepare(first, last, pair, last_pair);
      for (std::size_t lane = 0; lane < shape.lanes; lane += width)
        for (std::uint32_t node = first; node < last; ++node)
          for_each_strip(Lanes(shape), lane, pair, last_pair, work_of(node, noise));
    }
  }
}

}  // namespace sotto::SOTTO_KERNEL
