// SPDX-License-Identifier: MIT
// What each round is: T gradient rounds and then averaging rounds, one after another, and the messages that follow.
#include "sotto/consensus/timetable.hpp"

#include <gtest/gtest.h>

#include <map>

#include "sotto/consensus/plan.hpp"
#include "sotto/graph/topologies.hpp"
#include "sotto/graph/weight_rules.hpp"

namespace sotto {
namespace {

TEST(Timetable, HasTGradientRoundsAndThenAveragingRoundsAlone) {
  for (const Round T : {1u, 2u, 7u}) {
    const Timetable timetable({T});
    Round gradients = 0;
    for (Round t = 1; t <= T + 5; ++t) {
      EXPECT_EQ(timetable.kind(t), t <= T ? RoundKind::gradient : RoundKind::averaging) << T << ' ' << t;
      gradients += timetable.kind(t) == RoundKind::gradient ? 1 : 0;
    }
    EXPECT_EQ(gradients, timetable.gradient_rounds());
    EXPECT_EQ(gradients, T);
  }
}

TEST(Timetable, NumbersTheRoundsOfAKindWithoutAGap) {
  const Timetable timetable({3});
  std::map<RoundKind, Round> last;
  for (Round t = 1; t <= 9; ++t) EXPECT_EQ(timetable.number(t), ++last[timetable.kind(t)]) << t;
}

/// Round t makes y(t+1). The message y(1) = 0 is public.
TEST(Timetable, AMessageCarriesNoiseWhereAGradientRoundMadeIt) {
  const Timetable timetable({3});
  EXPECT_FALSE(timetable.carries_noise(1));
  for (Round t = 1; t <= 9; ++t)
    EXPECT_EQ(timetable.carries_noise(t + 1), timetable.kind(t) == RoundKind::gradient) << t;
}

TEST(Timetable, HandsOverTheLastMessageWithNoise) {
  for (const Round T : {1u, 4u}) {
    const Timetable timetable({T});
    EXPECT_TRUE(timetable.carries_noise(timetable.hand_over()));
    EXPECT_FALSE(timetable.carries_noise(timetable.hand_over() + 1));
  }
}

TEST(Timetable, AnAcceleratedStageTwoLooksBackFromItsSecondRoundOn) {
  const Timetable timetable({3});
  for (Round t = 1; t <= 4; ++t) EXPECT_FALSE(timetable.extrapolates(t)) << t;
  for (Round t = 5; t <= 9; ++t) EXPECT_TRUE(timetable.extrapolates(t)) << t;
}

TEST(Timetable, ANodeMixesByItsOwnRowInEveryRound) {
  const WeightMatrix weights = make_weights(star_graph(4), WeightRule::metropolis);
  const Timetable timetable({2});
  for (NodeId i = 0; i < 4; ++i)
    for (const Round t : {1u, 2u, 3u, 9u}) {
      EXPECT_EQ(timetable.row(weights, i, t).columns.data(), weights.row(i).columns.data());
      EXPECT_EQ(timetable.row(weights, i, t).weights.size(), weights.row(i).weights.size());
    }
}

/// T = 3, K = 4: g m m m g m m m g, then the output, then averaging.
TEST(Timetable, MixesBetweenGradientsAndWeighsMessagesAfterTheLast) {
  const Timetable timetable({.gradient_rounds = 3, .mixing_rounds = 4, .weighs_messages = true});
  std::string kinds;
  std::vector<Round> numbers, mixtures;
  for (Round t = 1; t <= 13; ++t) {
    kinds += "gmoa"[static_cast<std::size_t>(timetable.kind(t))];
    numbers.push_back(timetable.number(t));
    mixtures.push_back(timetable.mixture(t));
  }
  EXPECT_EQ(kinds, "gmmmgmmmgoaaa");
  EXPECT_EQ(numbers, (std::vector<Round>{1, 1, 2, 3, 2, 1, 2, 3, 3, 1, 1, 2, 3}));
  EXPECT_EQ(mixtures, (std::vector<Round>{1, 1, 2, 3, 4, 1, 2, 3, 4, 1, 1, 2, 3}));
  EXPECT_EQ(timetable.last_noisy(), 10u);
  EXPECT_EQ(timetable.hand_over(), 11u);
  for (Round t = 1; t <= 13; ++t) EXPECT_EQ(timetable.extrapolates(t), mixtures[t - 1] > 1) << t;
}

TEST(Timetable, APlanBooksARoundWhereTheTimetableHasAGradient) {
  const Plan plan = make_plan({.budget = {1, 1e-6},
                               .gradient_rounds = 5,
                               .constants = {{1, 2}, 1, 1},
                               .lattice = Domain(Box{.dimension = 2, .half_side = 1})});
  EXPECT_EQ(plan.timetable().gradient_rounds(), 5u);
  for (Round t = 1; t <= 9; ++t)
    EXPECT_EQ(units_of_round(plan, t).planned.alpha > 0, plan.timetable().kind(t) == RoundKind::gradient) << t;
}

}  // namespace
}  // namespace sotto
