// SPDX-License-Identifier: MIT
// Seeded lattice noise: a function of its key and its place, and never called secret.
#include "sotto/privacy/seeded_lattice_noise.hpp"

#include <gtest/gtest.h>

#include <vector>

#include "sotto/input/invalid_input.hpp"

namespace sotto {
namespace {

std::vector<std::int64_t> drawn(SeededNoise::Key key, NodeRound at, std::uint64_t sigma = 1 << 20) {
  SeededLatticeNoise noise(key);
  std::vector<std::int64_t> values(4);
  noise.draw(at, sigma, values);
  return values;
}

TEST(SeededLatticeNoise, GivesTheSameNumbersOnEveryMachine) {
  EXPECT_EQ(drawn({.seed = 7, .trial = 3}, {.node = 2, .round = 5}),
            (std::vector<std::int64_t>{-2633569, 283364, 1638594, -1000174}));
}

TEST(SeededLatticeNoise, EveryPartOfTheKeyMatters) {
  const auto reference = drawn({.seed = 7, .trial = 3}, {.node = 2, .round = 5});
  EXPECT_EQ(drawn({.seed = 7, .trial = 3}, {.node = 2, .round = 5}), reference);
  EXPECT_NE(drawn({.seed = 8, .trial = 3}, {.node = 2, .round = 5}), reference);
  EXPECT_NE(drawn({.seed = 7, .trial = 4}, {.node = 2, .round = 5}), reference);
  EXPECT_NE(drawn({.seed = 7, .trial = 3, .stream = Stream::baseline}, {.node = 2, .round = 5}), reference);
  EXPECT_NE(drawn({.seed = 7, .trial = 3}, {.node = 3, .round = 5}), reference);
  EXPECT_NE(drawn({.seed = 7, .trial = 3}, {.node = 2, .round = 6}), reference);
}

TEST(SeededLatticeNoise, IsNotSecret) {
  EXPECT_FALSE(SeededLatticeNoise({.seed = 7, .trial = 3}).is_secret());
}

TEST(SeededLatticeNoise, RefusesASigmaThatHidesNothing) {
  EXPECT_THROW(drawn({.seed = 7, .trial = 3}, {.node = 2, .round = 5}, 0), InvalidInput);
}

}  // namespace
}  // namespace sotto
