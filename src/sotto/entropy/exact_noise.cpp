// SPDX-License-Identifier: MIT
// Noise for real nodes.
#include "sotto/entropy/exact_noise.hpp"

#include "sotto/random/discrete_gaussian.hpp"

namespace sotto {

void ExactNoise::draw(NodeRound /*at*/, std::uint64_t sigma, std::span<std::int64_t> noise) {
  const DiscreteGaussian gaussian(sigma);
  for (std::int64_t& value : noise) value = gaussian.draw(bits_);
}

}  // namespace sotto
