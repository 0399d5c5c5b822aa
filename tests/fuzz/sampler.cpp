// SPDX-License-Identifier: MIT
// Any parameters to the exact sampler.
#include <cmath>

#include "fuzz/input.hpp"
#include "fuzz/targets.hpp"
#include "sotto/input/invalid_input.hpp"
#include "sotto/random/discrete_gaussian.hpp"
#include "sotto/random/seeded_bits.hpp"

namespace sotto::fuzz {
namespace {

/// The rules once more, each in the form that cannot overflow given the ones before it.
bool is_sound(const SigmaSquared& given) {
  const auto [a, b] = given;
  const Uint128 one = 1;
  if (b == 0 || a > one << 125 || b > 4 * a) return false;
  return b >= one << 45 || a <= b << 80;
}

/// Draws a few, or is refused. 60 sigmas are exceeded with probability exp(-1800).
template <class Parameter>
void draw_or_refuse(const Parameter& parameter, bool sound, long double sigma, std::uint64_t seed) {
  try {
    const DiscreteGaussian gaussian(parameter);
    if (!sound) throw BrokenClaim("parameters of the sampler were not refused");
    SeededBits bits(seed, {});
    for (int k = 0; k < 8; ++k)
      if (std::abs(static_cast<long double>(gaussian.draw(bits))) > 60 * sigma + 1)
        throw BrokenClaim("a number lies 60 sigmas out");
  } catch (const InvalidInput&) {
    if (sound) throw BrokenClaim("sound parameters of the sampler were refused");
  }
}

}  // namespace

void sampler(Bytes bytes) {
  Input input(bytes);
  const SigmaSquared given{.numerator = input.wide(), .denominator = input.wide()};
  const auto sigma_squared = static_cast<long double>(given.numerator) / static_cast<long double>(given.denominator);
  draw_or_refuse(given, is_sound(given), std::sqrt(sigma_squared), input.word());
  const std::uint64_t sigma = input.integer();
  draw_or_refuse(sigma, sigma >= 1 && sigma <= std::uint64_t{1} << 40, static_cast<long double>(sigma), input.word());
}

}  // namespace sotto::fuzz
