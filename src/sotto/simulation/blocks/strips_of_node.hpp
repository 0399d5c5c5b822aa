// SPDX-License-Identifier: MIT
// Goes through a node's part of a tile, a strip at a time: a few pairs of coordinates for one vector of trials.
#pragma once

#include "sotto/random/strip.hpp"
#include "sotto/simulation/blocks/kernel.hpp"

namespace sotto::SOTTO_KERNEL {

/// How far apart the coordinates of a tile are: a number that compilers know, which makes every offset a constant; or
/// any.
template <std::size_t count>
struct FixedLanes {
  [[gnu::always_inline]] explicit FixedLanes(const TileShape&) {}
  [[gnu::always_inline]] constexpr operator std::size_t() const { return count; }
};
struct AnyLanes {
  [[gnu::always_inline]] explicit AnyLanes(const TileShape& shape) : lanes(shape.lanes) {}
  [[gnu::always_inline]] operator std::size_t() const { return lanes; }
  std::size_t lanes;
};

/// `count` pairs of coordinates from `first_pair` on, for the trials of one vector.
template <std::size_t count_, class Lanes>
struct StripPlace {
  static constexpr std::size_t count = count_;
  std::uint32_t first_pair;
  Lanes lanes;
  std::size_t begin;  ///< offset within the node of the first pair's even coordinate

  [[gnu::always_inline]] StripPlace(std::uint32_t pair, std::size_t lane, Lanes of)
      : first_pair(pair), lanes(of), begin(std::size_t{2} * pair * of + lane) {}

  [[gnu::always_inline]] std::size_t lane() const { return begin - std::size_t{2} * first_pair * lanes; }
  [[gnu::always_inline]] std::size_t even(std::size_t k) const { return begin + 2 * k * lanes; }
  [[gnu::always_inline]] std::size_t odd(std::size_t k) const { return begin + (2 * k + 1) * lanes; }
};

/// Long enough to fill the pipes, and such that nothing short is left over.
[[gnu::always_inline]] inline std::uint32_t strip_length(std::uint32_t pairs_left) {
  if constexpr (longest_strip < 5) return pairs_left < longest_strip ? pairs_left : longest_strip;
  if (pairs_left <= 5) return pairs_left;
  if (pairs_left == 10) return 5;
  return pairs_left == 6 ? 3 : 4;
}

/// Calls work(place) for every strip of the pairs [first, last) and one vector of trials.
template <class Lanes, class Work>
[[gnu::always_inline]] inline void for_each_strip(Lanes lanes, std::size_t lane, std::uint32_t first,
                                                  std::uint32_t last, const Work& work) {
  for (std::uint32_t pair = first, length = 0; pair < last; pair += length) {
    length = strip_length(last - pair);
    switch (length) {
      case 1:
        work(StripPlace<1, Lanes>(pair, lane, lanes));
        break;
      case 2:
        work(StripPlace<2, Lanes>(pair, lane, lanes));
        break;
      case 3:
        if constexpr (3 <= longest_strip) work(StripPlace<3, Lanes>(pair, lane, lanes));
        break;
      case 4:
        if constexpr (4 <= longest_strip) work(StripPlace<4, Lanes>(pair, lane, lanes));
        break;
      default:
        if constexpr (5 <= longest_strip) work(StripPlace<5, Lanes>(pair, lane, lanes));
        break;
    }
  }
}
/// And for every vector of trials.
template <class Lanes, class Work>
[[gnu::always_inline]] inline void for_each_strip(const TileShape& shape, const Work& work) {
  for (std::size_t lane = 0; lane < shape.lanes; lane += width)
    for_each_strip(Lanes(shape), lane, 0, shape.dimension / 2, work);
}

}  // namespace sotto::SOTTO_KERNEL
