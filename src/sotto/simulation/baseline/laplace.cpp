// SPDX-License-Identifier: MIT
// Laplace numbers by inversion.
#include "sotto/simulation/baseline/laplace.hpp"

#include "sotto/random/elementary.hpp"
#include "sotto/random/uniform.hpp"

namespace sotto {
namespace {

/// 52 bits make the magnitude -ln u, u in (0, 1]; the lowest of the bits that are left is the sign.
double laplace_of(std::uint32_t high, std::uint32_t low) {
  const double magnitude = -portable_log(1 - unit_interval(high, low));
  return (low & 1) != 0 ? -magnitude : magnitude;
}

}  // namespace

void fill_laplace(std::uint64_t seed, const Place& at, std::span<double> out) {
  for (std::size_t k = 0; k < out.size(); k += 2) {
    const PhiloxCounter word = random_bits(seed, at, static_cast<std::uint32_t>(k / 2));
    out[k] = laplace_of(word[0], word[1]);
    if (k + 1 < out.size()) out[k + 1] = laplace_of(word[2], word[3]);
  }
}

}  // namespace sotto
