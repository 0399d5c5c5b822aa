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
constexpr PhiloxCounter philox_round(const PhiloxCounter& counter, const PhiloxKey& key) {
  constexpr std::uint64_t multiplier_even = 0xD2511F53, multiplier_odd = 0xCD9E8D57;
  const std::uint64_t even = multiplier_even * counter[0];
  const std::uint64_t odd = multiplier_odd * counter[2];
  return {static_cast<std::uint32_t>(odd >> 32) ^ counter[1] ^ key[0], static_cast<std::uint32_t>(odd),
          static_cast<std::uint32_t>(even >> 32) ^ counter[3] ^ key[1], static_cast<std::uint32_t>(even)};
}
/// The golden ratio and sqrt(3), as fractions of 2^32.
inline constexpr PhiloxKey philox_weyl{0x9E3779B9, 0xBB67AE85};
constexpr PhiloxCounter philox4x32_10(PhiloxCounter counter, PhiloxKey key) {
  for (int round = 0; round < 10; ++round) {
    counter = philox_round(counter, key);
    key = {key[0] + philox_weyl[0], key[1] + philox_weyl[1]};
  }
  return counter;
}

/// The keys of the ten rounds, where many blocks share one.
struct PhiloxRoundKeys {
  std::uint32_t even[10], odd[10];
};
constexpr PhiloxRoundKeys philox_round_keys(std::uint64_t seed) {
  PhiloxRoundKeys keys{};
  PhiloxKey key{static_cast<std::uint32_t>(seed), static_cast<std::uint32_t>(seed >> 32)};
  for (int round = 0; round < 10; ++round) {
    keys.even[round] = key[0];
    keys.odd[round] = key[1];
    key = {key[0] + philox_weyl[0], key[1] + philox_weyl[1]};
  }
  return keys;
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
