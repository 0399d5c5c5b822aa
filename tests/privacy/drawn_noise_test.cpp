// SPDX-License-Identifier: MIT
// A round's noise hides one estimate. Noise that was used, was never drawn or was drawn in part ends the process.
#include "sotto/privacy/drawn_noise.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <vector>

#include "privacy/friends.hpp"
#include "sotto/input/invalid_input.hpp"

namespace sotto {
namespace {

using Steps = std::vector<std::int64_t>;
constexpr NodeRound first_round{.node = 0, .round = 1};
constexpr const char* no_message = "carries no noise; nothing was sent";

/// Gives these numbers and remembers where it wrote them. It can fail after the first.
class KnownNoise final : public LatticeNoise {
 public:
  explicit KnownNoise(Steps steps) : steps_(std::move(steps)) {}
  void draw(NodeRound, std::uint64_t, std::span<std::int64_t> noise) override {
    place = noise;
    noise[0] = steps_[0];
    if (fails) throw InvalidInput({"randomness", "", "failed"}, FaultKind::entropy);
    std::copy(steps_.begin(), steps_.end(), noise.begin());
  }
  bool is_secret() const override { return false; }

  std::span<const std::int64_t> place;
  bool fails = false;

 private:
  Steps steps_;
};

TEST(DrawnNoise, IsAddedToAnEstimateInStepsOfTheGrid) {
  KnownNoise source({7, -4});
  DrawnNoise noise(2);
  noise.draw(source, first_round, Plan::half_steps());
  EXPECT_EQ(Node::says({10, 1}, noise), (std::vector<double>{8.5, -1.5}));
}

TEST(DrawnNoiseDeathTest, HidesNoSecondEstimate) {
  KnownNoise source({7, -4});
  DrawnNoise noise(2);
  noise.draw(source, first_round, Plan::half_steps());
  Node::says({10, 1}, noise);
  EXPECT_DEATH(Node::says({11, 1}, noise), no_message);
  noise.draw(source, first_round, Plan::half_steps());
  EXPECT_EQ(Node::says({11, 1}, noise), (std::vector<double>{9, -1.5}));
}

TEST(DrawnNoiseDeathTest, ThatWasNeverDrawnHidesNothing) {
  DrawnNoise noise(2);
  EXPECT_DEATH(Node::says({10, 1}, noise), no_message);
}

TEST(DrawnNoiseDeathTest, ThatWasDrawnInPartHidesNothing) {
  KnownNoise source({7, -4});
  DrawnNoise noise(2);
  noise.draw(source, first_round, Plan::half_steps());
  source.fails = true;
  EXPECT_THROW(noise.draw(source, first_round, Plan::half_steps()), InvalidInput);
  EXPECT_DEATH(Node::says({10, 1}, noise), no_message);
}

TEST(DrawnNoiseDeathTest, OfAnotherLengthHidesNothing) {
  KnownNoise source({7, -4, 2});
  DrawnNoise noise(3);
  noise.draw(source, first_round, Plan::half_steps());
  EXPECT_DEATH(Node::says({10, 1}, noise), no_message);
  EXPECT_DEATH(Node::says({10, 1, 0}, noise), no_message);
}

TEST(DrawnNoise, IsGoneFromMemoryOnceItWasUsed) {
  KnownNoise source({7, -4});
  DrawnNoise noise(2);
  noise.draw(source, first_round, Plan::half_steps());
  EXPECT_EQ((Steps{source.place.begin(), source.place.end()}), (Steps{7, -4}));
  Node::says({10, 1}, noise);
  EXPECT_EQ((Steps{source.place.begin(), source.place.end()}), (Steps{0, 0}));
}

/// Where a double no longer holds every integer, all sums are one and the same, whatever the estimate was.
TEST(DrawnNoise, EndsWhereADoubleHoldsEveryInteger) {
  const double most = (0x1p53 - 1) / 2;
  for (const std::int64_t far : {std::int64_t{1} << 53, std::int64_t{1} << 62, INT64_MAX - 1}) {
    KnownNoise source({far, -far});
    DrawnNoise noise(2);
    for (const std::int64_t x : {0, 5, 1000}) {
      noise.draw(source, first_round, Plan::half_steps());
      EXPECT_EQ(Node::says({x, -x}, noise), (std::vector<double>{most, -most})) << far;
    }
  }
}

}  // namespace
}  // namespace sotto
