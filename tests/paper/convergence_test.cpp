// SPDX-License-Identifier: MIT
// Theorem 2 and Corollary 2 as formulas: printed, corrected and recursive; how they order, what is false in print.
#include <gtest/gtest.h>

#include "sotto/consensus/convergence_bound.hpp"
#include "support.hpp"

namespace sotto {
namespace {

using test::RandomPoints;

PlanRequest paper_request(RandomPoints& points) {
  const double mu = points.log_uniform({1e-2, 1e2}), G = points.log_uniform({1e-2, 1e2});
  return {.budget = {points.log_uniform({0.1, 50}), points.log_uniform({1e-9, 1e-2})},
          .gradient_rounds = static_cast<Round>(1 + points.below(400)),
          .constants = {{mu, mu * points.log_uniform({1, 1e3})}, 2 * G, G},
          .accountant = Accountant::paper,
          .schedule = NoiseSchedule::paper,
          .step = StepRule::paper};
}

NetworkConstants random_network(RandomPoints& points) {
  return {.nodes = static_cast<double>(1 + points.below(50)),
          .dimension = static_cast<double>(1 + points.below(50)),
          .mixing_rate = points.uniform({0, 0.99}),
          .domain_diameter = points.log_uniform({1e-2, 1e2})};
}

TEST(Theorem2, ThePrintedBoundHasThePrintedConstants) {
  RandomPoints points(1);
  for (int k = 0; k < 300; ++k) {
    const Plan plan = make_plan(paper_request(points));
    const NetworkConstants network = random_network(points);
    const PrivacyBudget& budget = plan.request().budget;
    const PublicConstants& constants = plan.request().constants;
    const Round T = plan.gradient_rounds();
    const double mu = constants.curvature.strong_convexity, L = constants.curvature.smoothness, p = network.dimension;
    const double G = constants.gradient_bound, c = (mu + L) / (2 * mu * L), gap = 1 - network.mixing_rate;
    const double kappa =
        budget.epsilon * budget.epsilon / (4 * G * G * (budget.epsilon + 2 * std::log(2 / budget.delta)));
    for (Round t = 1; t <= T; ++t)
      EXPECT_NEAR(
          std::pow(plan.noise_scale(t).standard_deviation(), 2) / (2 / kappa * c * c * std::sqrt(T) / std::pow(t, 1.5)),
          1, 1e-12);
    const double printed = 2 * p / kappa * c * c + G * G * (1 + 1 / gap) * c * c * std::log(T) / T +
                           2 * std::sqrt(2 * p) * G / std::sqrt(kappa) * (4 + 3 / gap) * c * c / std::pow(T, 0.25) +
                           network.domain_diameter * network.domain_diameter / T;
    EXPECT_NEAR(printed_theorem2(plan, network).sum() / printed, 1, 1e-11);
  }
}

TEST(Theorem2, TheRecursionIsNeverAboveTheCorrectedClosedForm) {
  RandomPoints points(2);
  for (int k = 0; k < 300; ++k) {
    const Plan plan = make_plan(paper_request(points));
    NetworkConstants network = random_network(points);
    const double closed = corrected_theorem2(plan, network).sum();
    const Recursion recursion = recursion_bound(plan, network);
    EXPECT_LE(recursion.released_mean, closed * (1 + 1e-12));
    EXPECT_LT(recursion.mean_before_release, recursion.released_mean);
    network.gradients_at_minimiser =
        points.uniform({0, 1}) * std::sqrt(network.nodes) * plan.request().constants.gradient_bound;
    EXPECT_LE(recursion_bound(plan, network).released_mean, recursion.released_mean * (1 + 1e-12));
  }
}

TEST(Theorem2, TheRecursionIsTheOneOfTheProofWrittenOut) {
  // eq:thm:conv:mean with eta_t kept and n(t-1) where n(t) is printed, from the paper's letters again.
  RandomPoints points(3);
  for (int k = 0; k < 200; ++k) {
    PlanRequest request = paper_request(points);
    request.step = all_step_rules[points.below(2)];
    request.schedule = all_schedules[points.below(3)];
    const Plan plan = make_plan(request);
    const NetworkConstants network = random_network(points);
    const auto [mu, L] = request.constants.curvature;
    const double N = network.nodes, p = network.dimension, G = request.constants.gradient_bound;
    double S = N * std::pow(network.domain_diameter, 2), q = 0, M2 = 0, step_before = 0;
    for (Round t = 1; t <= plan.gradient_rounds(); ++t) {
      if (t > 1) q = network.mixing_rate * std::hypot(q + std::sqrt(N) * G * step_before, std::sqrt(p * (N - 1) * M2));
      const double eta = plan.step(t), K = 2 / ((mu + L) * eta);
      const double g = K > 1 ? std::min(1.0, K / (K - 1)) : 1;  // H^2 = N G^2 here: never below 1
      S = (1 - 2 * mu * L / (mu + L) * eta) * (S + p * N * M2) + N * eta * eta * G * G * g +
          2 * eta * std::sqrt(N) * G * q;
      M2 = std::pow(plan.noise_scale(t).standard_deviation(), 2);
      step_before = eta;
    }
    const double V = std::pow(q + std::sqrt(N) * G * step_before, 2) + p * (N - 1) * M2;
    EXPECT_NEAR(recursion_bound(plan, network).mean_before_release / (S / N), 1, 1e-9);
    EXPECT_NEAR(recursion_bound(plan, network).released_mean / ((S + p * M2) / N), 1, 1e-9);
    EXPECT_NEAR(recursion_bound(plan, network).disagreement / V, 1, 1e-9);
  }
}

TEST(Corollary2, PrintedAndCorrectedAreWhatTheySay) {
  RandomPoints points(4);
  for (int k = 0; k < 300; ++k) {
    const Plan plan = make_plan(paper_request(points));
    const NetworkConstants network = random_network(points);
    const auto rounds = static_cast<Round>(points.below(60));
    const double T = plan.gradient_rounds(), contraction = std::pow(network.mixing_rate, 2.0 * rounds);
    const Recursion recursion = recursion_bound(plan, network);
    const double B = recursion.released_mean;
    EXPECT_NEAR(
        corrected_corollary2(recursion, network, rounds, B) / (2 * contraction * recursion.disagreement + 2 * B), 1,
        1e-12);
    NetworkConstants accelerated = network;
    accelerated.consensus = Consensus::chebyshev;
    const double left = 1 / std::cosh(rounds * std::acosh(1 / network.mixing_rate));
    EXPECT_NEAR(
        corrected_corollary2(recursion, accelerated, rounds, B) / 2 / (left * left * recursion.disagreement + B), 1,
        1e-9);
    EXPECT_EQ(printed_corollary2(plan, accelerated, rounds), printed_corollary2(plan, network, rounds));
    const BoundTerms terms = printed_theorem2(plan, network);
    const double rest =
        terms.privacy + terms.gradient_steps + terms.noise_in_disagreement / std::pow(T, 0.25) + terms.start;
    const double C_exp = 2 * network.nodes * std::pow(network.domain_diameter, 2);
    EXPECT_NEAR(printed_corollary2(plan, network, rounds) / (2 * C_exp * contraction + 2 * rest), 1, 1e-12);
  }
}

}  // namespace
}  // namespace sotto
