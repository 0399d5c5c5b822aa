// SPDX-License-Identifier: MIT
// Lemmas 1, 2, 3 and 5 on what real nodes said, round by round. (Lemma 4: privacy_loss_test.cpp.)
#include <gtest/gtest.h>

#include "objectives.hpp"
#include "support.hpp"

namespace sotto {
namespace {

using test::RandomPoints;
using test::Stacked;
using test::World;

/// The two sums of Lemmas 1 and 5 at round t: of beta^(t-s) ||n(s)||, and of sqrt(N) G eta_s beta^(t-s), s < t.
struct DisagreementSums {
  double noise = 0;
  double gradients = 0;
  void next_round(const World& world, double norm_of_noise, Round s) {
    const double G = world.plan().request().constants.gradient_bound;
    noise = world.beta() * (noise + norm_of_noise);
    gradients = world.beta() * (gradients + std::sqrt(world.nodes()) * G * world.plan().step(s));
  }
};

TEST(Lemma1, LocalPointsStayNearTheirMeanInBothStages) {
  RandomPoints points(1);
  for (int k = 0; k < 150; ++k) {
    const World world(test::random_world(points, 12));
    const Round T = world.plan().gradient_rounds();
    const auto said = world.run(1, 15);
    DisagreementSums sums;
    for (Round t = 1; t <= T; ++t) {
      const Stacked z = world.onto_domain(world.mix(said.y(t)));
      const double sharp = sums.noise + sums.gradients;  // a projection pulls points together: no second noise term
      const double printed = test::norm(world.noise(1, t)) + 2 * sums.noise + sums.gradients;
      EXPECT_LE(test::distance_to_mean(z), sharp * (1 + 1e-11)) << "round " << t;
      EXPECT_LE(sharp, printed);
      sums.next_round(world, test::norm(world.noise(1, t)), t);
    }
    const Stacked released = said.y(T + 1);  // noisy: the exact averaging starts from it
    for (Round t = T + 1; t <= said.last(); ++t) {
      const double contraction = std::pow(world.beta(), t - T - 1);
      EXPECT_LE(test::distance_to_mean(said.y(t)),
                contraction * test::distance_to_mean(released) + 1e-12 * test::norm(released));
      EXPECT_LE(test::norm(test::difference(test::mean(said.y(t)), test::mean(released))),
                1e-11 * test::norm(released));
    }
  }
}

TEST(Lemma2, GradientsAreCocoerciveForEveryKindOfObjective) {
  RandomPoints points(2);
  double closest = 0;
  for (int k = 0; k < 150; ++k) {
    const auto p = static_cast<std::size_t>(1 + points.below(5));
    std::vector<double> curvatures(p), centre = points.gaussian_vector(p);
    for (double& a : curvatures) a = points.log_uniform({0.01, 100});
    Stacked rows;
    for (int r = 0; r < 6; ++r) rows.push_back(points.gaussian_vector(p));
    const Domain domain = Ball{p, 3};
    const MeanEstimation mean_estimation(domain, test::random_records(points, domain, 4));
    const test::Quadratic quadratic(points, curvatures, centre);
    const test::RidgeLogistic logistic(rows, points.log_uniform({0.01, 10}));
    for (const Objective* f : {static_cast<const Objective*>(&mean_estimation),
                               static_cast<const Objective*>(&quadratic), static_cast<const Objective*>(&logistic)}) {
      const auto [mu, L] = f->public_constants().curvature;
      const auto x = points.gaussian_vector(p), y = points.gaussian_vector(p);
      std::vector<double> at_x(p), at_y(p);
      f->gradient(x, at_x);
      f->gradient(y, at_y);
      const auto g = test::difference(at_x, at_y), d = test::difference(x, y);
      const double right = mu * L / (mu + L) * test::squared_norm(d) + test::squared_norm(g) / (mu + L);
      EXPECT_GE(test::inner(d, g), right * (1 - 1e-9));
      closest = std::max(closest, right / test::inner(d, g));
    }
  }
  EXPECT_GT(closest, 1 - 1e-9);  // equality for mean estimation
}

TEST(Lemma3, MixingAndProjectingDoNotMoveNodesAwayFromAPointOfTheDomain) {
  RandomPoints points(3);
  for (int k = 0; k < 60; ++k) {
    const World world(test::random_world(points, 6));
    const Round T = world.plan().gradient_rounds();
    std::vector<double> x = points.gaussian_vector(world.p());
    for (double& v : x) v *= diameter(world.domain()) / 2;
    project(world.domain(), x);
    const Stacked same(world.nodes(), x);
    const auto said = world.run(1);
    for (Round t = 2; t <= T; ++t) {
      const Stacked z = world.onto_domain(world.mix(said.y(t)));
      EXPECT_LE(test::norm(test::difference(z, same)), test::norm(test::difference(said.y(t), same)) * (1 + 1e-12));
    }
  }
}

TEST(Lemma3, TheNoiseOfARoundAddsPNTimesItsVarianceInTheMean) {
  // 3000 draws of chi-squared with pN = 12 degrees: the mean's standard error is 0.75 %; 4.5 of them, 7e-6 false
  // alarms.
  const World world({.domain = Ball{3, 2}, .graph = ring_graph(4), .rounds = 1, .seed = 4});
  const Stacked target(4, std::vector<double>{1, 0.5, -1});
  const Stacked x = test::difference(world.run(1).y(2), world.noise(1, 1));
  const double before = std::pow(test::norm(test::difference(x, target)), 2),
               added = 12 * world.noise_scale(1) * world.noise_scale(1);
  double sum = 0, mixed = 0;
  for (std::uint32_t trial = 1; trial <= 3000; ++trial) {
    const Stacked y = world.run(trial).y(2);
    sum += std::pow(test::norm(test::difference(y, target)), 2) / 3000;
    mixed += std::pow(test::norm(test::difference(world.onto_domain(world.mix(y)), target)), 2) / 3000;
  }
  EXPECT_NEAR(sum / (before + added), 1, 0.034);
  EXPECT_LE(mixed, before + added);
}

TEST(Lemma5, MixedMessagesStayNearTheirMeanBeforeTheProjection) {
  RandomPoints points(5);
  double closest = 0;
  for (int k = 0; k < 150; ++k) {
    const World world(test::random_world(points, 12));
    const auto said = world.run(1);
    DisagreementSums sums;
    for (Round t = 1; t <= world.plan().gradient_rounds(); ++t) {
      const double apart = test::distance_to_mean(world.mix(said.y(t)));
      EXPECT_LE(apart, (sums.noise + sums.gradients) * (1 + 1e-11)) << "round " << t;
      if (t > 1) closest = std::max(closest, apart / (sums.noise + sums.gradients));
      sums.next_round(world, test::norm(world.noise(1, t)), t);
    }
  }
  EXPECT_GT(closest, 0.5);
}

}  // namespace
}  // namespace sotto
