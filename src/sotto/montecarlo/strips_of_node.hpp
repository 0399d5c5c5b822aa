// SPDX-License-Identifier: MIT
// Goes through a node's part of a tile, a strip at a time: a few pairs of coordinates for one vector of trials.
#pragma once

#include "sotto/montecarlo/kernel.hpp"
#include "sotto/montecarlo/philox_strip.hpp"
#include "sotto/random/box_muller.hpp"

namespace sotto::SOTTO_KERNEL {

/// `count` pairs of coordinates from `first_pair` on, for the trials of one vector.
template <std::size_t count_>
struct StripPlace {
  static constexpr std::size_t count = count_;
  std::uint32_t first_pair;
  std::size_t begin;  ///< offset within the node of the first pair's even coordinate
  std::size_t lanes;  ///< from one coordinate to the next

  [[gnu::always_inline]] std::size_t lane() const { return begin - std::size_t{2} * first_pair * lanes; }
  [[gnu::always_inline]] std::size_t even(std::size_t k) const { return begin + 2 * k * lanes; }
  [[gnu::always_inline]] std::size_t odd(std::size_t k) const { return begin + (2 * k + 1) * lanes; }
};

/// Long enough to fill the pipes, and such that nothing short is left over.
[[gnu::always_inline]] inline std::uint32_t strip_length(std::uint32_t pairs_left) {
  if (pairs_left <= 5) return pairs_left;
  if (pairs_left == 10) return 5;
  return pairs_left == 6 ? 3 : 4;
}

/// Calls work(place) for every strip of the pairs [first, last) and every vector of trials, vector by vector.
template <class Work>
[[gnu::always_inline]] inline void for_each_strip(const TileShape& shape, std::uint32_t first, std::uint32_t last,
                                                  const Work& work) {
  for (std::size_t lane = 0; lane < shape.lanes; lane += width)
    for (std::uint32_t pair = first, length = 0; pair < last; pair += length) {
      const std::size_t begin = std::size_t{2} * pair * shape.lanes + lane, lanes = shape.lanes;
      length = strip_length(last - pair);
      switch (length) {
        case 1:
          work(StripPlace<1>{pair, begin, lanes});
          break;
        case 2:
          work(StripPlace<2>{pair, begin, lanes});
          break;
        case 3:
          work(StripPlace<3>{pair, begin, lanes});
          break;
        case 4:
          work(StripPlace<4>{pair, begin, lanes});
          break;
        default:
          work(StripPlace<5>{pair, begin, lanes});
          break;
      }
    }
}
template <class Work>
[[gnu::always_inline]] inline void for_each_strip(const TileShape& shape, const Work& work) {
  for_each_strip(shape, 0, shape.dimension / 2, work);
}

/// The noise of one node in one round, a strip at a time: the same bits as fill_gaussian.
class NodeNoise {
 public:
  /// Pairs that are prepared together. Their part of the counter is read from memory again and again, which costs less
  /// than keeping it in vectors.
  static constexpr std::uint32_t prepared = 40;

  [[gnu::always_inline]] NodeNoise(const TileShape& shape, const PhiloxKeys& keys, const TileNoise& noise,
                                   std::uint32_t node)
      : keys_(keys), node_(keys, noise.round, node), stream_(std::uint64_t{noise.stream} << 28) {
    for (std::size_t k = 0; k < width; ++k) trials_[k] = shape.first_trial + k;
  }

  [[gnu::always_inline]] void prepare(std::uint32_t first, std::uint32_t last) {
    first_ = first;
    for (std::uint32_t k = first; k < last; ++k) pairs_[k - first] = philox_pair(keys_, node_, k | stream_);
  }

  template <std::size_t count>
  [[gnu::always_inline]] GaussianPair<RealStrip<count>> at(const StripPlace<count>& place) const {
    const PhiloxWords<count> words =
        philox<count>(keys_, node_, pairs_ + (place.first_pair - first_), trials_ + everywhere(place.lane()));
    return gaussian_pair(words.first, words.second);
  }

 private:
  const PhiloxKeys& keys_;
  PhiloxNode node_;
  std::uint64_t stream_;
  Words trials_{};
  std::uint32_t first_ = 0;
  PhiloxPair pairs_[prepared];
};

/// Calls work(place, noise) for every strip of a node.
template <class Work>
[[gnu::always_inline]] inline void for_each_noisy_strip(const TileShape& shape, NodeNoise& noise, const Work& work) {
  const std::uint32_t pairs = shape.dimension / 2;
  for (std::uint32_t first = 0; first < pairs; first += NodeNoise::prepared) {
    const std::uint32_t last = pairs - first < NodeNoise::prepared ? pairs : first + NodeNoise::prepared;
    noise.prepare(first, last);
    for_each_strip(shape, first, last, work);
  }
}

}  // namespace sotto::SOTTO_KERNEL
