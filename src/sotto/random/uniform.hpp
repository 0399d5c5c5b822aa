// SPDX-License-Identifier: MIT
// Uniform numbers: two of them from one Philox block, and a small sequential generator for algorithms that shuffle.
#pragma once

#include <bit>
#include <cstddef>
#include <cstdint>
#include <utility>
#include <vector>

#include "sotto/random/key.hpp"

namespace sotto {

/// 52 random bits as a double in [0, 1), on the grid 2^-52.
inline double unit_interval(std::uint32_t high, std::uint32_t low) {
  const std::uint64_t bits = (std::uint64_t{high} << 32 | low) >> 12;
  return std::bit_cast<double>(bits | 0x3FF0000000000000) - 1.0;
}

/// A sequence of draws that belongs to one place: for graphs and shuffles, where the number of draws is not known.
class RandomSequence {
 public:
  RandomSequence(std::uint64_t seed, Place place) : seed_(seed), place_(place) {}

  std::uint64_t bits();                      ///< 64 uniform bits
  double uniform();                          ///< in [0, 1)
  std::uint64_t below(std::uint64_t bound);  ///< 0 .. bound-1, exactly uniform (bound > 0)

 private:
  std::uint64_t seed_;
  Place place_;
  std::uint32_t block_ = 0;
  bool second_half_ = false;
  PhiloxCounter words_{};
};

/// Every order is equally likely.
template <class T>
void shuffle(std::vector<T>& items, RandomSequence& random) {
  for (std::size_t left = items.size(); left > 1; --left) std::swap(items[left - 1], items[random.below(left)]);
}

}  // namespace sotto
