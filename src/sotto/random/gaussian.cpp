// SPDX-License-Identifier: MIT
// Standard normal numbers by Box-Muller on Philox blocks.
#include "sotto/random/gaussian.hpp"

#include <cmath>

#include "sotto/random/elementary.hpp"
#include "sotto/random/uniform.hpp"

namespace sotto {
namespace {

struct Pair {
  double even;
  double odd;
};

/// Coordinates 2k and 2k+1: radius sqrt(-2 ln u) with u in (0, 1], angle 2 pi v with v in [0, 1).
Pair gaussian_pair(std::uint64_t seed, const Place& at, std::uint32_t pair_index) {
  const PhiloxCounter word = random_bits(seed, at, pair_index);
  const double u = 1.0 - unit_interval(word[0], word[1]);
  const double radius = std::sqrt(-2.0 * portable_log(u));
  const SinCos turn = sincos_turn(unit_interval(word[2], word[3]));
  return {radius * turn.cos, radius * turn.sin};
}

}  // namespace

void fill_gaussian(std::uint64_t seed, const Place& at, std::span<double> out) {
  const std::size_t pairs = out.size() / 2;
  for (std::size_t k = 0; k < pairs; ++k) {
    const Pair pair = gaussian_pair(seed, at, static_cast<std::uint32_t>(k));
    out[2 * k] = pair.even;
    out[2 * k + 1] = pair.odd;
  }
  if (out.size() % 2 != 0) out.back() = gaussian_pair(seed, at, static_cast<std::uint32_t>(pairs)).even;
}

double gaussian_at(std::uint64_t seed, const Place& at, std::uint32_t coordinate) {
  const Pair pair = gaussian_pair(seed, at, coordinate / 2);
  return coordinate % 2 == 0 ? pair.even : pair.odd;
}

}  // namespace sotto
