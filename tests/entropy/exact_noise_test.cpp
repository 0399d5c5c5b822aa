// SPDX-License-Identifier: MIT
// Noise for real nodes: secret, never twice the same, refused where it would hide nothing.
#include "sotto/entropy/exact_noise.hpp"

#include <gtest/gtest.h>

#include <vector>

#include "sotto/input/invalid_input.hpp"

namespace sotto {
namespace {

TEST(ExactNoise, IsSecretAndDiffersForTheSameNodeAndRound) {
  ExactNoise noise, other;
  EXPECT_TRUE(noise.is_secret());
  std::vector<std::int64_t> first(4), again(4), elsewhere(4);
  noise.draw({.node = 1, .round = 1}, 1 << 30, first);
  noise.draw({.node = 1, .round = 1}, 1 << 30, again);
  other.draw({.node = 1, .round = 1}, 1 << 30, elsewhere);
  EXPECT_NE(first, again);  // equal by chance with probability 1e-38
  EXPECT_NE(first, elsewhere);
}

TEST(ExactNoise, HasTheScaleThatWasAskedFor) {
  ExactNoise noise;
  std::vector<std::int64_t> values(20000);
  for (const std::uint64_t sigma : {std::uint64_t{1000}, std::uint64_t{1} << 40}) {
    noise.draw({.node = 0, .round = 1}, sigma, values);
    double squares = 0;
    for (const std::int64_t value : values)
      squares += static_cast<double>(value) / static_cast<double>(sigma) *
                 (static_cast<double>(value) / static_cast<double>(sigma));
    EXPECT_NEAR(squares / 20000, 1, 6 * 0.01);  // 6 standard errors: a false alarm in 5e8 runs
  }
}

TEST(ExactNoise, ASigmaThatHidesNothingOrDoesNotFitIsRefused) {
  ExactNoise noise;
  std::vector<std::int64_t> values(1);
  EXPECT_THROW(noise.draw({.node = 0, .round = 1}, 0, values), InvalidInput);
  EXPECT_THROW(noise.draw({.node = 0, .round = 1}, (std::uint64_t{1} << 40) + 1, values), InvalidInput);
  EXPECT_THROW(noise.draw({.node = 0, .round = 1}, UINT64_MAX, values), InvalidInput);
}

}  // namespace
}  // namespace sotto
