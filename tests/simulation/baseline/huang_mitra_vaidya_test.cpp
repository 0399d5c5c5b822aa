// SPDX-License-Identifier: MIT
// The Laplace predecessor: what its rounds cost, where its steps end, and the law of its noise.
#include <gtest/gtest.h>

#include <algorithm>

#include "simulation/baseline/support.hpp"
#include "sotto/simulation/baseline/geometric_schedule.hpp"
#include "sotto/simulation/baseline/gradient_descent.hpp"
#include "sotto/simulation/baseline/laplace.hpp"

namespace sotto {
namespace {

/// Epsilons add over rounds.
double epsilon_spent(const GeometricSchedule& schedule, double sensitivity) {
  double sum = 0;
  for (std::size_t k = schedule.steps.size(); k-- > 0;)
    sum += schedule.steps[k] == 0 ? 0 : schedule.steps[k] * sensitivity / schedule.noise_scales[k];
  return sum;
}

TEST(GeometricSchedule, TheRoundsTogetherSpendEpsilonWhateverTheRatios) {
  test::RandomPoints points(1);
  for (int repeat = 0; repeat < 300; ++repeat) {
    const double step_ratio = points.uniform({0.01, 0.999});
    const GeometricDecay decay{.first_step = points.log_uniform({1e-6, 1e6}),
                               .step_ratio = step_ratio,
                               .noise_ratio = step_ratio + (1 - step_ratio) * points.uniform({0.01, 0.99})};
    const PureBudget budget{.epsilon = points.log_uniform({1e-3, 500}), .sensitivity = points.log_uniform({1e-3, 1e6})};
    const auto rounds = static_cast<Round>(points.log_uniform({1, 3000}));
    const GeometricSchedule schedule = geometric_schedule(decay, budget, rounds);
    ASSERT_EQ(schedule.steps.size(), rounds);
    EXPECT_LE(epsilon_spent(schedule, budget.sensitivity), budget.epsilon);
    EXPECT_GT(epsilon_spent(schedule, budget.sensitivity), budget.epsilon * (1 - 1e-9));
    for (Round t = 2; t <= std::min<Round>(rounds, 40); ++t) {
      EXPECT_NEAR(schedule.steps[t - 1], schedule.steps[t - 2] * step_ratio, 1e-14 * schedule.steps[t - 2]);
      EXPECT_NEAR(schedule.noise_scales[t - 1] / schedule.noise_scales[t - 2], decay.noise_ratio, 1e-14);
    }
  }
}

TEST(GeometricSchedule, NumbersThatMakeNoScheduleAreRefused) {
  const GeometricDecay good{.first_step = 1, .step_ratio = 0.5, .noise_ratio = 0.8};
  const PureBudget budget{.epsilon = 1, .sensitivity = 1};
  const auto refused = [&](const GeometricDecay& decay, const PureBudget& its) {
    EXPECT_THROW(geometric_schedule(decay, its, 10), InvalidInput);
  };
  EXPECT_NO_THROW(geometric_schedule(good, budget, 10));
  for (const double bad : {0.0, -1.0, std::nan(""), HUGE_VAL}) {
    refused({.first_step = bad, .step_ratio = 0.5, .noise_ratio = 0.8}, budget);
    refused({.first_step = 1, .step_ratio = bad, .noise_ratio = 0.8}, budget);
    refused({.first_step = 1, .step_ratio = 0.5, .noise_ratio = bad}, budget);
    refused(good, {.epsilon = bad, .sensitivity = 1});
    refused(good, {.epsilon = 1, .sensitivity = bad});
  }
  refused({.first_step = 1, .step_ratio = 0.5, .noise_ratio = 0.5}, budget);
  refused({.first_step = 1, .step_ratio = 0.5, .noise_ratio = 1}, budget);
  refused({.first_step = 1e300, .step_ratio = 0.5, .noise_ratio = 0.8}, {.epsilon = 1e-300, .sensitivity = 1e300});
}

TEST(GeometricSchedule, ManyRoundsUnderflowToSilenceAndNotToNonsense) {
  const GeometricSchedule schedule = geometric_schedule(decay_for({7, 7}), {.epsilon = 4, .sensitivity = 60}, 20000);
  EXPECT_EQ(schedule.steps.back(), 0);
  EXPECT_EQ(schedule.noise_scales.back(), 0);
  EXPECT_LE(epsilon_spent(schedule, 60), 4);
}

double total_variance(double step_ratio, double noise_ratio) {
  const GeometricSchedule schedule = geometric_schedule(
      {.first_step = 1, .step_ratio = step_ratio, .noise_ratio = noise_ratio}, {.epsilon = 1, .sensitivity = 1}, 2000);
  double sum = 0;
  for (const double b : schedule.noise_scales) sum += b * b;
  return sum;
}

TEST(GeometricSchedule, OurNoiseRatioMakesTheNoiseOfAllRoundsSmallest) {
  for (const double smoothness : {1.0, 4.0, 30.0}) {
    const GeometricDecay chosen = decay_for({1, smoothness});
    const double least = total_variance(chosen.step_ratio, chosen.noise_ratio);
    for (const double away : {-0.2, -0.02, 0.02, 0.2}) {
      const double other = chosen.noise_ratio + away * (1 - chosen.noise_ratio);
      EXPECT_LT(least, total_variance(chosen.step_ratio, other)) << smoothness;
    }
  }
}

/// One quadratic with a direction of curvature mu and others up to L: how much of the way is left.
double way_left(double smoothness, Round rounds) {
  const test::QuadraticNetwork net({.graph = complete_graph(1), .rounds = rounds, .smoothness = smoothness});
  const GeometricDecay decay = decay_for({1, smoothness});
  const Points end = gradient_descent(
      net.network(), {.step = [&](Round t) { return decay.first_step * std::pow(decay.step_ratio, t - 1.0); }},
      test::never);
  const std::vector<double> minimiser = net.minimiser();
  double left = 0, whole = 0;
  for (std::size_t k = 0; k < 3; ++k) {
    left += std::pow(end.of(0)[k] - minimiser[k], 2);
    whole += std::pow(minimiser[k], 2);
  }
  return std::sqrt(left / whole);
}

TEST(GeometricSchedule, ItsStepsEndAfterAFiniteWaySoABiasStaysHoweverManyRounds) {
  for (const double smoothness : {1.0, 40.0}) {
    const GeometricSchedule schedule =
        geometric_schedule(decay_for({1, smoothness}), {.epsilon = 1, .sensitivity = 1}, 5000);
    double way = 0, left = 1;
    for (const double step : schedule.steps) way += step, left *= 1 - step;
    EXPECT_NEAR(way, 2, 1e-9);
    EXPECT_LE(left, std::exp(-2.0));
    EXPECT_GE(left, smoothness > 1 ? 0.9 * std::exp(-2.0) : 0);
  }
  EXPECT_LT(way_left(1, 200), 1e-12) << "mu = L: the first step arrives";
  EXPECT_GT(way_left(40, 1000), 0.005);
  EXPECT_NEAR(way_left(40, 2000), way_left(40, 1000), 1e-9);
}

/// sqrt(n) times the largest distance between the sample's distribution and Laplace's. Above 2.4 with probability
/// 2 exp(-2 2.4^2) = 2e-5.
double kolmogorov_smirnov(std::vector<double> sample) {
  std::sort(sample.begin(), sample.end());
  const auto n = static_cast<double>(sample.size());
  double most = 0;
  for (std::size_t k = 0; k < sample.size(); ++k) {
    const double x = sample[k], below = x < 0 ? std::exp(x) / 2 : 1 - std::exp(-x) / 2;
    most = std::max({most, below - static_cast<double>(k) / n, (static_cast<double>(k) + 1) / n - below});
  }
  return std::sqrt(n) * most;
}

void expect_laplace(const std::vector<double>& sample) {
  EXPECT_LT(kolmogorov_smirnov(sample), 2.4);
  for (const double wrong : {0.85, 1.15}) {
    std::vector<double> scaled = sample;
    for (double& x : scaled) x *= wrong;
    EXPECT_GT(kolmogorov_smirnov(scaled), 2.4) << "a scale 15 % off must be noticed";
  }
}

TEST(Laplace, FollowsItsLawAndANormalOfTheSameVarianceDoesNot) {
  std::vector<double> sample(20001), normal(20001);
  fill_laplace(3, {.stream = Stream::baseline}, sample);
  expect_laplace(sample);
  fill_gaussian(3, {.stream = Stream::baseline}, normal);
  for (double& x : normal) x *= std::sqrt(2.0);
  EXPECT_GT(kolmogorov_smirnov(normal), 2.4);
}

TEST(Laplace, NeighbouringCoordinatesAndPlacesAreIndependent) {
  constexpr std::size_t n = 20000;
  std::vector<double> here(n), there(n);
  fill_laplace(3, {.stream = Stream::baseline, .round = 1}, here);
  fill_laplace(3, {.stream = Stream::baseline, .round = 2}, there);
  double across = 0, along = 0, signs = 0;
  for (std::size_t k = 0; k + 1 < n; ++k) {
    across += here[k] * there[k];
    along += here[k] * here[k + 1];
    signs += here[k] > 0 ? std::abs(here[k]) - 1 : 1 - std::abs(here[k]);
  }
  // Products have variance 4; a sign times (magnitude - 1) has variance 1. 4.5 standard deviations: 7e-6 each.
  EXPECT_LT(std::abs(across), 4.5 * 2 * std::sqrt(double{n}));
  EXPECT_LT(std::abs(along), 4.5 * 2 * std::sqrt(double{n}));
  EXPECT_LT(std::abs(signs), 4.5 * std::sqrt(double{n}));
}

/// One node and one round: what is said is the mean of the records and Laplace noise of scale sqrt(p) D0 / (n eps).
TEST(HuangMitraVaidya, HidesItsMessageWithTheScaleOfTheL1Sensitivity) {
  const test::TestNetwork net(
      {.graph = complete_graph(1), .dimension = 20, .records = 10, .rounds = 1, .budget = {2, 1e-3}});
  const std::vector<double> mean = non_private_minimiser(net.objectives(), net.domain());
  const double scale = std::sqrt(20.0) * (20 * std::sqrt(20.0)) / 10 / 2;
  std::vector<double> sample;
  for (std::uint32_t trial = 0; trial < 1000; ++trial) {
    const std::vector<double> said = test::outputs("huang_mitra_vaidya", net.network(), trial)[0];
    for (std::size_t k = 0; k < 20; ++k) sample.push_back((said[k] - mean[k]) / scale);
  }
  expect_laplace(sample);
}

TEST(HuangMitraVaidya, DoesNotDependOnDeltaNorOnTheAccountant) {
  const auto out = [](double its_delta) {
    const test::TestNetwork net({.graph = ring_graph(4), .budget = {2, its_delta}});
    return test::outputs("huang_mitra_vaidya", net.network());
  };
  EXPECT_EQ(out(1e-3), out(1e-9));
}

}  // namespace
}  // namespace sotto
