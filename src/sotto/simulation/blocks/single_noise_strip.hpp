// SPDX-License-Identifier: MIT
// Noise in single precision for a strip: the same bits as fill_single_gaussian.
#pragma once

#include "sotto/random/box_muller.hpp"
#include "sotto/simulation/blocks/kernel.hpp"
#include "sotto/simulation/blocks/philox_strip.hpp"

namespace sotto::SOTTO_KERNEL {

/// Noise in single precision for two vectors of trials and some pairs of coordinates: [coordinate][trial].
class SingleNoise {
 public:
  static constexpr std::uint32_t most_pairs = 16;
  static constexpr std::size_t trials = 2 * width;

  [[gnu::always_inline]] SingleNoise(const TileShape& shape, const TileNoise& at)
      : keys_(philox_keys(at.seed)), round_(at.round), stream_(std::uint64_t{at.stream} << 28) {
    for (std::size_t k = 0; k < width; ++k) trials_[k] = shape.first_trial + k;
  }

  [[gnu::always_inline]] void set_node(std::uint32_t node) { node_ = philox_node(keys_, round_, node); }

  /// The pairs [first, last) for the trials of two vectors from `lane` on; `first` is even.
  [[gnu::always_inline]] void draw(std::size_t lane, std::uint32_t first, std::uint32_t last) {
    const Words trials_here = trials_ + everywhere(std::uint64_t{lane});
    float* to = values_;
    for (std::uint32_t pair = first, length = 0; pair < last; pair += length, to += 2 * length * trials) {
      const std::uint32_t left = last - pair;
      length = left <= longest_strip ? left : longest_strip < 4 ? longest_strip : 4;
      switch (length) {
        case 1:
          draw_pairs<1>(trials_here, pair / 2, to);
          break;
        case 2:
          draw_pairs<2>(trials_here, pair / 2, to);
          break;
        case 3:
          if constexpr (3 <= longest_strip) draw_pairs<3>(trials_here, pair / 2, to);
          break;
        case 4:
          if constexpr (4 <= longest_strip) draw_pairs<4>(trials_here, pair / 2, to);
          break;
        case 5:
          if constexpr (5 <= longest_strip) draw_pairs<5>(trials_here, pair / 2, to);
          break;
        default:
          if constexpr (6 <= longest_strip) draw_pairs<6>(trials_here, pair / 2, to);
          break;
      }
    }
  }
  /// The first vector of trials; the second lies at + width. Coordinates are counted from the first that was drawn.
  [[gnu::always_inline]] const float* of(std::size_t coordinate) const { return values_ + coordinate * trials; }

 private:
  /// Two pairs come from one block.
  template <std::size_t pairs>
  [[gnu::always_inline]] void draw_pairs(Words trials_here, std::uint32_t first_block, float* to) {
    constexpr std::size_t blocks = (pairs + 1) / 2;
    PhiloxPair shared[blocks];
    SOTTO_UNROLLED for (std::size_t k = 0; k < blocks; ++k) shared[k] =
        philox_pair(keys_, node_, (first_block + k) | stream_);
    const PhiloxWords<blocks> a = philox<blocks>(keys_, node_, shared, trials_here);
    const PhiloxWords<blocks> b = philox<blocks>(keys_, node_, shared, trials_here + everywhere(std::uint64_t{width}));
    FloatWordStrip<pairs> radius, angle;
    SOTTO_UNROLLED for (std::size_t k = 0; k < pairs; ++k) {
      const WordStrip<blocks>&of_a = k % 2 == 0 ? a.first : a.second, &of_b = k % 2 == 0 ? b.first : b.second;
      radius.at[k] = high_halves(of_a.at[k / 2], of_b.at[k / 2]);
      angle.at[k] = low_halves(of_a.at[k / 2], of_b.at[k / 2]);
    }
    const auto made = single_gaussian_pair(radius, angle);
    SOTTO_UNROLLED for (std::size_t k = 0; k < pairs; ++k) {
      store(to + 2 * k * trials, made.even.at[k]);
      store(to + (2 * k + 1) * trials, made.odd.at[k]);
    }
  }

  PhiloxKeys keys_;
  std::uint32_t round_;
  std::uint64_t stream_;
  Words trials_{};
  PhiloxNode node_{};
  alignas(64) float values_[2 * most_pairs * trials];
};

/// Calls work_of(node)(lane, first, last, noise) for all that is drawn together.
template <class WorkOf>
[[gnu::always_inline]] inline void for_each_single_noise(const TileShape& shape, const TileNoise& at,
                                                         const WorkOf& work_of) {
  SingleNoise noise(shape, at);
  const std::uint32_t pairs = shape.dimension / 2;
  for (std::uint32_t node = 0; node < shape.nodes; ++node) {
    noise.set_node(node);
    const auto work = work_of(node);
    for (std::size_t lane = 0; lane < shape.lanes; lane += SingleNoise::trials)
      for (std::uint32_t first = 0, last = 0; first < pairs; first = last) {
        last = pairs - first < SingleNoise::most_pairs ? pairs : first + SingleNoise::most_pairs;
        noise.draw(lane, first, last);
        work(lane, first, last, noise);
      }
  }
}

}  // namespace sotto::SOTTO_KERNEL
