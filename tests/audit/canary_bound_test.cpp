// SPDX-License-Identifier: MIT
// The bound from one run: its formula by brute force, its validity on a mechanism whose epsilon is known.
#include "sotto/audit/canary_bound.hpp"

#include <gtest/gtest.h>

#include <cmath>

#include "support/random_points.hpp"

namespace sotto {
namespace {

TEST(CanaryPValue, IsTheFormulaSummedByHand) {
  const double rate = 1 / (1 + std::exp(-0.8));
  std::vector<double> tail(22, 0.0);  // tail[v] = P(Binomial(20, rate) >= v)
  for (int v = 20; v >= 0; --v)
    tail[v] = tail[v + 1] + std::exp(std::lgamma(21) - std::lgamma(v + 1) - std::lgamma(21 - v)) * std::pow(rate, v) *
                                std::pow(1 - rate, 20 - v);
  for (int v = 0; v <= 20; ++v) {
    double steepest = 0;
    for (int i = 1; i <= v; ++i) steepest = std::max(steepest, (tail[v - i] - tail[v]) / i);
    for (const double delta : {0.0, 1e-3}) {
      const double expected = std::min(1.0, tail[v] + 2 * 80 * delta * steepest);
      const CanaryGuesses guesses{80, 20, static_cast<std::uint64_t>(v)};
      EXPECT_NEAR(canary_p_value(guesses, {.epsilon = 0.8, .delta = delta}), expected, 1e-10);
    }
  }
}

TEST(CanaryBound, GrowsWithRightGuessesAndShrinksWithDelta) {
  double before = -1;
  for (std::uint64_t correct = 0; correct <= 50; ++correct) {
    const double bound = canary_lower_bound({200, 50, correct}, {.delta = 1e-5, .confidence = 0.95});
    EXPECT_GE(bound, before);
    EXPECT_LE(bound, canary_lower_bound({200, 50, correct}, {.delta = 0, .confidence = 0.95}));
    before = bound;
  }
  // All 50 right: rate^50 = 0.05.
  const double rate = std::pow(0.05, 1.0 / 50);
  EXPECT_NEAR(canary_lower_bound({200, 50, 50}, {.delta = 0, .confidence = 0.95}), std::log(rate / (1 - rate)), 1e-7);
  EXPECT_EQ(canary_lower_bound({4, 4, 4}, {.delta = 0, .confidence = 0.95}), 0) << "four coins show nothing";
  EXPECT_EQ(canary_lower_bound({0, 0, 0}, {.delta = 0, .confidence = 0.95}), 0);
}

TEST(CanaryBound, ExceedsTheTruthNoMoreOftenThanItSaysOnRandomisedResponse) {
  // 2000 audits of epsilon = 1 at 90 %: more than 10 % + 4.5 standard errors (3 %) wrong has 4e-6 false alarms. Guesses
  // that were right by 10 % more than epsilon = 1 allows would be caught.
  const auto wrong_share = [](double truth) {
    test::RandomPoints points(9);
    int wrong = 0;
    for (int audit = 0; audit < 2000; ++audit) {
      CanaryGuesses guesses{100, 100, 0};
      for (int k = 0; k < 100; ++k) guesses.correct += points.uniform({0, 1}) < truth ? 1 : 0;
      wrong += canary_p_value(guesses, {.epsilon = 1, .delta = 0}) <= 0.1 ? 1 : 0;
    }
    return wrong / 2000.0;
  };
  EXPECT_LT(wrong_share(1 / (1 + std::exp(-1.0))), 0.13);
  EXPECT_GT(wrong_share(0.1 + 1 / (1 + std::exp(-1.0))), 0.5);
}

TEST(GuessedCoins, AreTheSurestOnesByTheSignOfTheirScore) {
  std::vector<double> scores(100, 0.1);
  std::vector<bool> heads(100, false);
  for (std::size_t k = 0; k < 25; ++k) {
    scores[4 * k] = k % 2 == 0 ? 5 : -5;
    heads[4 * k] = k % 2 == 0;
  }
  heads[0] = false;
  const CanaryGuesses guesses = guess_coins(scores, heads);
  EXPECT_EQ(guesses.canaries, 100U);
  EXPECT_EQ(guesses.guesses, 25U);
  EXPECT_EQ(guesses.correct, 24U);
  EXPECT_EQ(guesses_for(10), 10U);
  EXPECT_EQ(guesses_for(60), 20U);
  EXPECT_EQ(guesses_for(0), 0U);
}

}  // namespace
}  // namespace sotto
