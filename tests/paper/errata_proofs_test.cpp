// SPDX-License-Identifier: MIT
// Erratum E10, the slips inside the convergence proof: indices, a stray scale, a lost step, and Corollary 2.
#include <gtest/gtest.h>

#include "sotto/consensus/convergence_bound.hpp"
#include "support.hpp"

namespace sotto {
namespace {

using test::RandomPoints;
using test::Stacked;
using test::World;

TEST(ErratumE10, TheProjectionUndoesTheNoiseOfTheRoundBeforeNotOfThisOne) {
  RandomPoints points(1);
  int beyond_printed = 0;
  for (int k = 0; k < 100; ++k) {
    const World world(test::random_world(points, 8));
    const auto said = world.run(1);
    for (Round t = 2; t <= world.plan().gradient_rounds(); ++t) {
      const Stacked mixed = world.mix(said.y(t));
      const double u = test::norm(test::difference(world.onto_domain(mixed), mixed));
      EXPECT_LE(u, test::norm(world.noise(1, t - 1)) * (1 + 1e-12));
      if (u > test::norm(world.noise(1, t))) ++beyond_printed;
    }
  }
  EXPECT_GT(beyond_printed, 10);
}

TEST(ErratumE10, AStrayNoiseScaleInTheDisagreementBoundMakesItFalse) {
  // The proof of Lemma 1 ends with 2 M_s ||n(s)||. Measured in small units M_s is nearly 0: the noise would not count.
  const World world({.domain = Box{2, 1e-3},
                     .graph = ring_graph(6),
                     .records_per_node = 1,
                     .rounds = 2000,
                     .accountant = Accountant::exact,
                     .schedule = NoiseSchedule::constant});
  const Round T = 2000;
  const auto said = world.run(1);
  const double G = world.plan().request().constants.gradient_bound;
  double with_stray = 0, gradients = 0, noise = 0;
  for (Round s = 1; s < T; ++s) {
    const double n = test::norm(world.noise(1, s));
    with_stray = world.beta() * (with_stray + 2 * world.noise_scale(s) * n);
    noise = world.beta() * (noise + n);
    gradients = world.beta() * (gradients + std::sqrt(6.0) * G * world.plan().step(s));
  }
  const Stacked mixed = world.mix(said.y(T)), z = world.onto_domain(mixed);
  const double u = test::norm(test::difference(z, mixed));
  EXPECT_GT(test::distance_to_mean(z), with_stray + gradients + u);
  EXPECT_LE(test::distance_to_mean(z), noise + gradients);
}

/// eq:thm:conv:mean2 at one round, as printed: the last three terms have lost the factor 2 eta_t of the line before.
struct PrintedRound {
  double S, M_before, M, beta, eta, eta_before, G, c, N, p;
  double operator()() const {
    const double shrink = 1 - eta / c;
    return shrink * S + p * N * shrink * M_before * M_before + N * eta * eta * G * G + G * std::sqrt(p) * N * M +
           2 * G * std::sqrt(p) * N * M_before * beta + G * G * N * eta_before * beta;
  }
};

TEST(ErratumE10, ARecursionWithoutEtaDependsOnTheUnitsOfF) {
  // f -> s f with mu, L, G, D0 -> s times as much leaves every step eta grad f, every M_t and every error as it was.
  RandomPoints points(3);
  for (int k = 0; k < 200; ++k) {
    const double mu = points.log_uniform({0.1, 10}), G = points.log_uniform({0.1, 10}),
                 s = points.log_uniform({10, 1e3});
    const auto plan_of = [&](double scale) {
      return make_plan({.budget = {4, 1e-3},
                        .gradient_rounds = 30,
                        .constants = {{scale * mu, scale * 5 * mu}, scale * G, scale * G},
                        .accountant = Accountant::paper,
                        .schedule = NoiseSchedule::paper,
                        .step = StepRule::paper});
    };
    const Plan plan = plan_of(1), scaled = plan_of(s);
    const NetworkConstants network{.nodes = 5, .dimension = 3, .mixing_rate = 0.8, .domain_diameter = 2};
    EXPECT_NEAR(scaled.noise_scale(7).standard_deviation() / plan.noise_scale(7).standard_deviation(), 1, 1e-12);
    EXPECT_NEAR(corrected_theorem2(scaled, network).sum() / corrected_theorem2(plan, network).sum(), 1, 1e-12);
    EXPECT_NEAR(recursion_bound(scaled, network).released_mean / recursion_bound(plan, network).released_mean, 1,
                1e-11);
    const auto printed = [&](const Plan& p, double scale) {
      return PrintedRound{.S = 1,
                          .M_before = p.noise_scale(1).standard_deviation(),
                          .M = p.noise_scale(2).standard_deviation(),
                          .beta = 0.8,
                          .eta = p.step(2),
                          .eta_before = p.step(1),
                          .G = scale * G,
                          .c = p.step(1),
                          .N = 5,
                          .p = 3}();
    };
    EXPECT_GT(printed(scaled, s), 1.5 * printed(plan, 1));
  }
}

TEST(ErratumE10, TheDisagreementTermFallsLikeOneOverTheRootOfT) {
  RandomPoints points(4);
  for (int k = 0; k < 100; ++k) {
    const auto T = static_cast<Round>(1 + points.below(500));
    const auto plan_of = [&](Round rounds) {
      return make_plan({.budget = {4, 1e-3},
                        .gradient_rounds = rounds,
                        .constants = {{1, 5}, 2, 1},
                        .accountant = Accountant::paper,
                        .schedule = NoiseSchedule::paper,
                        .step = StepRule::paper});
    };
    const NetworkConstants network{
        .nodes = 4, .dimension = 2, .mixing_rate = points.uniform({0.01, 0.99}), .domain_diameter = 2};
    const Plan plan = plan_of(T), longer = plan_of(16 * T);
    EXPECT_NEAR(corrected_theorem2(longer, network).noise_in_disagreement /
                    corrected_theorem2(plan, network).noise_in_disagreement,
                1.0 / 4, 1e-12);
    EXPECT_NEAR(
        printed_theorem2(longer, network).noise_in_disagreement / printed_theorem2(plan, network).noise_in_disagreement,
        1.0 / 2, 1e-12);
  }
}

TEST(ErratumE10, StageTwoStartsFromTheNoisyMessageNotFromXOfT) {
  const World world(
      {.domain = Ball{3, 1}, .graph = ring_graph(5), .records_per_node = 1, .budget = {0.1, 1e-3}, .rounds = 3});
  int beyond_printed = 0;
  for (std::uint32_t trial = 0; trial < 100; ++trial) {
    const auto said = world.run(trial, 2);
    const Stacked x = test::difference(said.y(4), world.noise(trial, 3));  // x(T)
    for (const Round k : {1u, 2u}) {
      const double apart = test::distance_to_mean(said.y(4 + k)), contraction = std::pow(world.beta(), k);
      EXPECT_LE(apart, contraction * test::norm(said.y(4)) * (1 + 1e-12));
      if (apart > contraction * test::norm(x)) ++beyond_printed;
    }
  }
  EXPECT_EQ(beyond_printed, 200);
}

}  // namespace
}  // namespace sotto
