// SPDX-License-Identifier: MIT
// Where a random number belongs: its seed and its place in the experiment decide its bits, nothing else does.
#pragma once

#include <cstdint>
#include <cstdlib>

#include "sotto/random/philox.hpp"

namespace sotto {

/// What a number is used for. Streams never share bits, so adding one draw to the data cannot move the noise.
enum class Stream : std::uint32_t { noise = 0, data = 1, graph = 2, baseline = 3, partition = 4, synthetic = 5 };

/// A place in an experiment. `index` counts pairs of coordinates (one Philox block makes one pair of numbers).
struct Place {
  Stream stream = Stream::noise;
  std::uint32_t trial = 0;
  std::uint32_t node = 0;
  std::uint32_t round = 0;
};

/// The 128 bits at a place: pair index (28 bits) and stream (4 bits), round, node, trial. The seed is the key. An index
/// that would reach into the stream's bits ends the process: two streams would share noise.
constexpr PhiloxCounter random_bits(std::uint64_t seed, const Place& at, std::uint32_t pair_index) {
  if (pair_index >> 28 != 0) std::abort();
  return philox4x32_10({pair_index | (static_cast<std::uint32_t>(at.stream) << 28), at.round, at.node, at.trial},
                       {static_cast<std::uint32_t>(seed), static_cast<std::uint32_t>(seed >> 32)});
}

}  // namespace sotto
