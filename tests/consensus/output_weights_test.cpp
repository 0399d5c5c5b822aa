// SPDX-License-Identifier: MIT
// Which messages a result is made of: their weights, against what is known of the best ones.
#include "sotto/consensus/output_weights.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <numeric>

namespace sotto {
namespace {

/// Steps 1/t, and noise scales t^-power.
std::vector<WeighedRound> falling(std::size_t rounds, double power) {
  std::vector<WeighedRound> all;
  for (std::size_t t = 1; t <= rounds; ++t)
    all.push_back({.step = 1 / static_cast<double>(t), .noise_scale = std::pow(static_cast<double>(t), -power)});
  return all;
}

/// The variance of the result where message t+1 is the mean of x* + s n(s) over s <= t.
double variance(const std::vector<double>& weights, const std::vector<WeighedRound>& rounds) {
  double sum = 0;
  for (std::size_t s = 0; s < rounds.size(); ++s) {
    double of_noise = 0;
    for (std::size_t t = s; t < rounds.size(); ++t) of_noise += weights[t] / static_cast<double>(t + 1);
    sum += std::pow(of_noise * static_cast<double>(s + 1) * rounds[s].noise_scale, 2);
  }
  return sum;
}

TEST(OutputWeights, SumToOne) {
  for (const Output output : all_outputs)
    for (const std::size_t rounds : {1u, 2u, 30u}) {
      const std::vector<double> weights = output_weights(output, falling(rounds, 0.75));
      EXPECT_NEAR(std::accumulate(weights.begin(), weights.end(), 0.0), 1, 1e-14);
    }
}

TEST(OutputWeights, OfTheLastMessageAreNoOthers) {
  EXPECT_EQ(output_weights(Output::last, falling(3, 1)), (std::vector<double>{0, 0, 1}));
}

TEST(OutputWeights, OfPolynomialGrowWithTheSquareOfTheRound) {
  const std::vector<double> weights = output_weights(Output::polynomial, falling(3, 1));
  EXPECT_DOUBLE_EQ(weights[0] * 14, 1);
  EXPECT_DOUBLE_EQ(weights[1] * 14, 4);
  EXPECT_DOUBLE_EQ(weights[2] * 14, 9);
}

/// On the constant schedule every round brings the same news, and the last message is their mean.
TEST(OutputWeights, OfInverseVarianceOnTheConstantScheduleAreTheLastMessage) {
  const std::vector<double> weights = output_weights(Output::inverse_variance, falling(50, 1));
  for (std::size_t t = 0; t + 1 < 50; ++t) EXPECT_NEAR(weights[t], 0, 1e-15) << t;
  EXPECT_NEAR(weights.back(), 1, 1e-13);
}

/// 1 / sum_t 1/(t M_t)^2, which no weights can beat: the news of rounds is independent.
TEST(OutputWeights, OfInverseVarianceReachTheBestVarianceOnThePapersSchedule) {
  const std::vector<WeighedRound> rounds = falling(200, 0.75);
  double information = 0;
  for (std::size_t t = 1; t <= 200; ++t)
    information += 1 / std::pow(static_cast<double>(t) * rounds[t - 1].noise_scale, 2);
  const double best = variance(output_weights(Output::inverse_variance, rounds), rounds);
  EXPECT_NEAR(best * information, 1, 1e-12);
  EXPECT_NEAR(best / variance(output_weights(Output::last, rounds), rounds), 0.79, 0.01);
  std::vector<double> others = output_weights(Output::inverse_variance, rounds);
  others[100] += 0.01;
  others[150] -= 0.01;
  EXPECT_GT(variance(others, rounds), best * (1 + 1e-6));
}

/// Equal steps: every message stands for itself.
TEST(OutputWeights, OfInverseVarianceWithEqualStepsFollowTheVariancesOfMessages) {
  const std::vector<double> weights =
      output_weights(Output::inverse_variance,
                     std::vector<WeighedRound>{{.step = 2, .noise_scale = 1}, {.step = 2, .noise_scale = 2}});
  EXPECT_DOUBLE_EQ(weights[0], 0.8);
  EXPECT_DOUBLE_EQ(weights[1], 0.2);
}

}  // namespace
}  // namespace sotto
