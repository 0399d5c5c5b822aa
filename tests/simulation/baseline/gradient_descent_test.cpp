// SPDX-License-Identifier: MIT
// Descent in plain vectors is what nodes do, with and without noise.
#include "sotto/simulation/baseline/gradient_descent.hpp"

#include <gtest/gtest.h>

#include "simulation/baseline/support.hpp"

namespace sotto {
namespace {

/// y(T+1) by real nodes.
Points by_nodes(const Network& network, NoiseSource& noise) {
  NobodyListens nobody;
  const TrialOutcome outcome = run_reference(network, FixedRounds{0}, noise, nobody, test::never);
  Points y = points_at_zero(network.weights.node_count(), dimension(network.domain));
  for (NodeId i = 0; i < y.count(); ++i)
    std::copy_n(outcome.messages_at_end[i].values().data(), y.dimension, y.of(i).data());
  return y;
}

/// Small boxes, so that both projections bind; and more neighbours than are mixed at once.
const test::QuadraticNetwork& cramped(bool many) {
  static const test::QuadraticNetwork few({.graph = ring_graph(5), .rounds = 7, .smoothness = 6, .half_side = 0.3});
  static const test::QuadraticNetwork all(
      {.graph = complete_graph(70), .rounds = 3, .smoothness = 6, .half_side = 0.3});
  return many ? all : few;
}

void expect_near(const std::vector<double>& value, const std::vector<double>& expected) {
  ASSERT_EQ(value.size(), expected.size());
  for (std::size_t k = 0; k < value.size(); ++k) EXPECT_NEAR(value[k], expected[k], 1e-12);
}

TEST(GradientDescent, WithTheirNoiseSaysWhatNodesSay) {
  for (const bool many : {false, true}) {
    const Network network = cramped(many).network();
    SeededNoise noise({.seed = 2, .trial = 1});
    const DescentRules rules{.step = [&](Round t) { return network.plan.step(t); },
                             .disturb =
                                 [&](NodeRound at, std::span<double> x) {
                                   noise.add_to(at, network.plan.noise_scale(at.round).standard_deviation(), x);
                                 }};
    expect_near(gradient_descent(network, rules, test::never).values, by_nodes(network, noise).values);
  }
}

TEST(NoPrivacy, IsTheMeanOfWhatNodesWouldSayIfTheirNoiseWereSilent) {
  for (const bool many : {false, true}) {
    const Network network = cramped(many).network();
    test::Silence silence;
    expect_near(test::outputs("no_privacy", network)[0], mean_of(by_nodes(network, silence)));
  }
}

TEST(NoPrivacy, HasTheMomentumOfThePlan) {
  const test::QuadraticNetwork accelerated(
      {.graph = ring_graph(5), .rounds = 7, .smoothness = 6, .half_side = 0.3, .acceleration = Acceleration::nesterov});
  test::Silence silence;
  expect_near(test::outputs("no_privacy", accelerated.network())[0], mean_of(by_nodes(accelerated.network(), silence)));
}

}  // namespace
}  // namespace sotto
