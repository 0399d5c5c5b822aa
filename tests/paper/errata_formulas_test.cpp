// SPDX-License-Identifier: MIT
// Errata E7 to E10, about what is written: each printed claim is shown to fail where it fails, and what holds instead.
#include <gtest/gtest.h>

#include "sotto/consensus/convergence_bound.hpp"
#include "sotto/graph/weight_matrix.hpp"
#include "sotto/problem/truncated_gaussian.hpp"
#include "sotto/simulation/observation/running_statistic.hpp"
#include "support.hpp"

namespace sotto {
namespace {

using test::RandomPoints;
using test::Stacked;
using test::World;

double delta_of_classic(const PrivacyBudget& budget) {  // sigma^2 = 2 ln(1.25/delta) Delta^2 / eps^2
  const double alpha = budget.epsilon * budget.epsilon / (2 * std::log(1.25 / budget.delta));
  return delta_of(Accountant::exact, {alpha, budget.epsilon});
}

TEST(ErratumE7, TheGaussianMechanismNeedsEpsilonBelowOneAndDeltaSquared) {
  RandomPoints points(7);
  for (int k = 0; k < 2000; ++k) {
    const PrivacyBudget budget{points.log_uniform({1e-4, 1}), points.log_uniform({1e-30, 0.2})};
    EXPECT_LE(delta_of_classic(budget), budget.delta);
  }
  EXPECT_GT(delta_of_classic({8, 1e-3}), 1.3e-3);
  // With Delta where Delta^2 belongs, alpha grows with Delta: at Delta = 10 it is ten times what it may be.
  const double alpha_printed = 10 * 0.5 * 0.5 / (2 * std::log(1.25 / 1e-3));
  EXPECT_GT(delta_of(Accountant::exact, {alpha_printed, 0.5}), 10e-3);
}

TEST(ErratumE8, DoublyStochasticIsNotEnoughSoAsymmetricWeightsAreRefused) {
  // W = J + u v'/6.1: rows and columns sum to 1, no entry is negative, and W - J = u v'/6.1 has eigenvalues
  // v'u/6.1 = 0 only. So beta, the second largest modulus, is 0, but (W - J) v is not.
  const double u[] = {1, -1, 0}, v[] = {1, 1, -2};
  std::vector<double> W;
  for (const double row : u)
    for (const double column : v) W.push_back(1.0 / 3 + row * column / 6.1);
  for (std::size_t i = 0; i < 3; ++i) {
    EXPECT_NEAR(W[3 * i] + W[3 * i + 1] + W[3 * i + 2], 1, 1e-15);
    EXPECT_NEAR(W[i] + W[3 + i] + W[6 + i], 1, 1e-15);
  }
  for (const double w : W) EXPECT_GE(w, 0);
  const double beta = std::abs(u[0] * v[0] + u[1] * v[1] + u[2] * v[2]) / 6.1;
  const double stretch = std::sqrt(2.0 * 6.0) / 6.1;  // ||W - J|| = ||u|| ||v|| / 6.1
  EXPECT_EQ(beta, 0);
  EXPECT_GT(stretch, 0.56);
  EXPECT_THROW(WeightMatrix(complete_graph(3), W), InvalidInput);
  RandomPoints points(8);
  for (int k = 0; k < 40; ++k) {  // the paper's own weights: symmetric, eigenvalues in [1/3, 1]
    const World world({.domain = Box{1, 1}, .graph = test::random_world(points, 1).graph, .rounds = 1});
    Stacked x;
    for (NodeId i = 0; i < world.nodes(); ++i) x.push_back(points.gaussian_vector(1));
    const Stacked mixed = world.mix(x);
    double along = 0;
    for (NodeId i = 0; i < world.nodes(); ++i) along += x[i][0] * mixed[i][0];
    EXPECT_GE(along, std::pow(test::norm(x), 2) / 3 * (1 - 1e-9));
    EXPECT_LE(along, std::pow(test::norm(x), 2) * (1 + 1e-12));
  }
}

TEST(ErratumE9, RIsTheHalfSideAndTheMomentsAreThoseBeforeTruncation) {
  const Domain cube = Box{3, 2};
  EXPECT_TRUE(contains(cube, std::vector<double>{2, -2, 2}));
  EXPECT_FALSE(contains(cube, std::vector<double>{2.001, 0, 0}));
  std::vector<double> far{5, -5, 1};
  project(cube, far);
  EXPECT_EQ(far, (std::vector<double>{2, -2, 1}));
  EXPECT_DOUBLE_EQ(diameter(cube), 4 * std::sqrt(3.0));  // 2 R sqrt(p), as its sensitivity has it
  // R = 1, mean 0.7: truncation moves the mean to 0.20 and the variance to 0.27. 40000 draws, 4.5 standard errors.
  const double R = 1, m = 0.7, low = -R - m, high = R - m;
  const auto phi = [](double x) { return std::exp(-x * x / 2) / std::sqrt(8 * std::atan(1.0)); };
  const double mass = test::tail(low) - test::tail(high), shift = (phi(low) - phi(high)) / mass;
  const double truncated_mean = m + shift, variance = 1 + (low * phi(low) - high * phi(high)) / mass - shift * shift;
  const Records records =
      draw_records({.dimension = 1, .mean = m, .radius = R}, {.seed = 1, .trial = 0, .node = 0, .record_count = 40000});
  RunningStatistic value, squared;
  for (const double d : records.values) {
    EXPECT_LE(std::abs(d), R);
    value.add(d);
    squared.add((d - truncated_mean) * (d - truncated_mean));
  }
  EXPECT_NEAR(value.mean(), truncated_mean, 4.5 * value.standard_error());
  EXPECT_NEAR(squared.mean(), variance, 4.5 * squared.standard_error());
  EXPECT_LT(truncated_mean, 0.2);
  EXPECT_LT(variance, 0.3);
}

TEST(ErratumE10, TheHarmonicSumIsAtMostOnePlusLogTAndNotLogT) {
  double sum = 0;
  for (int T = 1; T <= 100000; ++T) {
    sum += 1.0 / T;
    EXPECT_LE(sum, 1 + std::log(T) + 1e-12);
    EXPECT_GT(sum, std::log(T));
  }
}

TEST(ErratumE10, TheExponentRuleHasTheWrongSign) {
  RandomPoints points(10);
  for (int k = 0; k < 200; ++k) {
    const double a = points.uniform({0, 0.99});
    const int T = 1 + static_cast<int>(points.below(2000));
    double sum = 0;
    for (int t = 1; t <= T; ++t) sum += std::pow(t, -a);
    EXPECT_LE(sum, std::pow(T, 1 - a) / (1 - a) * (1 + 1e-12));  // what the proof needs, and uses for M_t
  }
  EXPECT_GT(1.0, std::pow(1, 1.5) / 1.5);                                        // printed, exponent 1/2, T = 1
  EXPECT_GT(1 + std::sqrt(2.0) + std::sqrt(3.0) + 2, std::pow(4.0, 0.5) / 0.5);  // printed, exponent -1/2, T = 4
}

TEST(ErratumE10, TheTwoSidedTailCostsAFactorTwoThatPrivacyDoesNotNeed) {
  RandomPoints points(11);
  const auto one_sided = [](const PrivacyBudget& b) {  // the proof's root with ln(1/delta) for ln(2/delta)
    const double l = std::log(1 / b.delta);
    return std::pow(std::sqrt(2 * l + 2 * b.epsilon) - std::sqrt(2 * l), 2);
  };
  for (int k = 0; k < 500; ++k) {
    const PrivacyBudget budget{points.log_uniform({0.01, 100}), points.log_uniform({1e-20, 0.2})};
    EXPECT_GT(one_sided(budget), alpha_limit(Accountant::root, budget));
    EXPECT_LE(delta_of(Accountant::exact, {one_sided(budget), budget.epsilon}), budget.delta);
  }
  EXPECT_NEAR(alpha_limit(Accountant::paper, {4, 1e-3}), 0.8333, 5e-5);
  EXPECT_NEAR(alpha_limit(Accountant::root, {4, 1e-3}), 0.8425, 5e-5);
  EXPECT_NEAR(one_sided({4, 1e-3}), 0.9097, 5e-5);
  EXPECT_NEAR(alpha_limit(Accountant::exact, {4, 1e-3}), 1.4761, 5e-5);
}

}  // namespace
}  // namespace sotto
