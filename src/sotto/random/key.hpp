// SPDX-License-Identifier: MIT
// Where a random number belongs: its seed and its place in the experiment decide its bits, nothing else does.
#pragma once

#include <array>
#include <cstdint>
#include <cstdlib>

namespace sotto {

using PhiloxCounter = std::array<std::uint32_t, 4>;
using PhiloxKey = std::array<std::uint32_t, 2>;

/// Ten rounds of the Philox bijection (Salmon, Moraes, Dror, Shaw 2011): each round multiplies two of the four
/// words to 64 bits, crosses the halves over and adds the round key, which walks by two Weyl constants.
constexpr PhiloxCounter philox4x32_10(PhiloxCounter counter, PhiloxKey key) {
  constexpr std::uint64_t multiplier_even = 0xD2511F53, multiplier_odd = 0xCD9E8D57;
  constexpr std::uint32_t weyl_golden_ratio = 0x9E3779B9, weyl_sqrt3 = 0xBB67AE85;
  for (int round = 0; round < 10; ++round) {
    const std::uint64_t even = multiplier_even * counter[0];
    const std::uint64_t odd = multiplier_odd * counter[2];
    counter = {static_cast<std::uint32_t>(odd >> 32) ^ counter[1] ^ key[0], static_cast<std::uint32_t>(odd),
               static_cast<std::uint32_t>(even >> 32) ^ counter[3] ^ key[1], static_cast<std::uint32_t>(even)};
    key = {key[0] + weyl_golden_ratio, key[1] + weyl_sqrt3};
  }
  return counter;
}

/// What a number is used for. Streams never share bits, so adding one draw to the data cannot move the noise.
enum class Stream : std::uint32_t {
  noise = 0,
  data = 1,
  graph = 2,
  baseline = 3,
  partition = 4,
  synthetic = 5,
  mask = 6
};

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
