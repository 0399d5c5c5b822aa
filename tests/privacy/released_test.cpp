// SPDX-License-Identifier: MIT
// Released values: arithmetic on them. (Who may make one is tested by what does not compile: tests/compile_fail.)
#include "sotto/privacy/released.hpp"

#include <gtest/gtest.h>

#include "sotto/privacy/seeded_noise.hpp"

namespace sotto {
namespace {

TEST(Released, NothingIsZero) {
  const Released y = Released::nothing(3);
  ASSERT_EQ(y.dimension(), 3u);
  for (double v : y.values()) EXPECT_EQ(v, 0);
}

TEST(SeededNoise, IsTheSameForTheSamePlaceAndDiffersElsewhere) {
  std::vector<double> a(5), b(5), c(5), d(5);
  SeededNoise({.seed = 1, .trial = 2}).draw({.node = 3, .round = 4}, a);
  SeededNoise({.seed = 1, .trial = 2}).draw({.node = 3, .round = 4}, b);
  SeededNoise({.seed = 1, .trial = 3}).draw({.node = 3, .round = 4}, c);
  SeededNoise({.seed = 1, .trial = 2}).draw({.node = 4, .round = 4}, d);
  EXPECT_EQ(a, b);
  EXPECT_NE(a, c);
  EXPECT_NE(a, d);
}

}  // namespace
}  // namespace sotto
