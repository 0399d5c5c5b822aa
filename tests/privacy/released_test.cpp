// SPDX-License-Identifier: MIT
// Released values: arithmetic on them. (Who may make one is tested by what does not compile: tests/compile_fail.)
#include "sotto/privacy/released.hpp"

#include <gtest/gtest.h>

#include <cmath>

#include "privacy/friends.hpp"
#include "sotto/input/invalid_input.hpp"
#include "sotto/privacy/seeded_noise.hpp"
#include "sotto/random/gaussian.hpp"

namespace sotto {
namespace {

TEST(Released, NothingIsZero) {
  const Released y = Released::nothing(3);
  ASSERT_EQ(y.dimension(), 3u);
  for (double v : y.values()) EXPECT_EQ(v, 0);
}

TEST(SeededNoise, IsTheSameForTheSamePlaceAndDiffersElsewhere) {
  std::vector<double> a(5), b(5), c(5), d(5);
  SeededNoise({.seed = 1, .trial = 2}).add_to({.node = 3, .round = 4}, 1, a);
  SeededNoise({.seed = 1, .trial = 2}).add_to({.node = 3, .round = 4}, 1, b);
  SeededNoise({.seed = 1, .trial = 3}).add_to({.node = 3, .round = 4}, 1, c);
  SeededNoise({.seed = 1, .trial = 2}).add_to({.node = 4, .round = 4}, 1, d);
  EXPECT_EQ(a, b);
  EXPECT_NE(a, c);
  EXPECT_NE(a, d);
}

TEST(SeededNoise, AddsWhatItGivesToZerosToEveryValue) {
  SeededNoise noise({.seed = 1, .trial = 2});
  for (const std::size_t p : {1u, 2u, 63u, 64u, 65u, 200u}) {  // it works on 64 coordinates at a time
    std::vector<double> alone(p, 0.0), on_top(p, 0.25), normals(p);
    noise.add_to({.node = 3, .round = 4}, 2.5, alone);
    noise.add_to({.node = 3, .round = 4}, 2.5, on_top);
    fill_gaussian(1, {.stream = Stream::noise, .trial = 2, .node = 3, .round = 4}, normals);
    for (std::size_t k = 0; k < p; ++k) {
      EXPECT_EQ(alone[k], 2.5 * normals[k]) << k;
      EXPECT_NEAR(on_top[k], 0.25 + alone[k], 1e-15 * (1 + std::abs(alone[k]))) << k;
    }
  }
}

/// Remembers what it was given, and can fail when it has added.
class Curious final : public NoiseSource {
 public:
  void add_to(NodeRound, double standard_deviation, std::span<double> value) override {
    seen.assign(value.begin(), value.end());
    for (double& v : value) v += 7 * standard_deviation;
    if (fails) throw InvalidInput({"randomness", "", "failed"}, FaultKind::entropy);
  }
  std::vector<double> seen;
  bool fails = false;
};

TEST(Released, IsTheEstimateAndItsNoiseWhichNeverSawTheEstimate) {
  Curious noise;
  Released y = Released::nothing(2);
  Node::say({10, -1}, noise, y);
  EXPECT_EQ(noise.seen, (std::vector<double>{0, 0}));
  EXPECT_EQ(y.values()[0], 13.5);
  EXPECT_EQ(y.values()[1], 2.5);
}

TEST(Released, HoldsNeitherEstimateNorNoiseWhereNoiseFailed) {
  Curious noise;
  noise.fails = true;
  Released message = Released::nothing(2);
  EXPECT_THROW(Node::say({10, -1}, noise, message), InvalidInput);
  for (const double value : message.values()) EXPECT_EQ(value, 0);
}

}  // namespace
}  // namespace sotto
