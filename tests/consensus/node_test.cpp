// SPDX-License-Identifier: MIT
// The node is Algorithm 1: each round against the formulas, and everything that must not pass is stopped.
#include "sotto/consensus/node.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>

#include "support/network.hpp"
#include "support/random_points.hpp"

namespace sotto {
namespace {

/// Draws the same noise as SeededNoise and counts: one draw per (node, round).
class CountingNoise final : public NoiseSource {
 public:
  void add_to(NodeRound at, double scale, std::span<double> value) override {
    draws.push_back(at);
    SeededNoise({.seed = 1, .trial = 0}).add_to(at, scale, value);
  }
  std::vector<NodeRound> draws;
};

/// Noise that is a given vector: puts any finite or non-finite value into a message.
class GivenNoise final : public NoiseSource {
 public:
  explicit GivenNoise(double value) : value_(value) {}
  void add_to(NodeRound, double scale, std::span<double> to) override {
    for (double& v : to) v += scale * value_;
  }

 private:
  double value_;
};

TEST(Node, FollowsAlgorithm1RoundByRound) {
  const test::TestNetwork net({.graph = ring_graph(4), .rounds = 6});
  const Plan& plan = net.plan();
  SeededNoise noise({.seed = 7, .trial = 0});
  test::Tape tape;
  run_reference(net.network(), FixedRounds{3}, noise, tape, test::never);
  std::vector<std::vector<double>> y(4, std::vector<double>(3, 0.0));  // y(1) = 0
  for (Round t = 1; t <= 9; ++t) {
    std::vector<std::vector<double>> next = y;
    for (NodeId i = 0; i < 4; ++i) {
      const auto row = net.weights().row(i);
      std::vector<double> z(3, 0.0), g(3), n(3);
      for (std::size_t j = 0; j < row.columns.size(); ++j)
        for (int k = 0; k < 3; ++k) z[k] += row.weights[j] * y[row.columns[j]][k];
      if (t <= 6) {
        project(net.domain(), z);
        net.objectives()[i]->gradient(z, g);
        noise.add_to({.node = i, .round = t}, 1, n);
        for (int k = 0; k < 3; ++k) z[k] -= plan.step(t) * g[k];
        project(net.domain(), z);
        for (int k = 0; k < 3; ++k) z[k] += plan.noise_scale(t).standard_deviation() * n[k];
      }
      next[i] = z;
    }
    y = next;
    EXPECT_EQ(tape.rounds[t - 1], t + 1);
    for (NodeId i = 0; i < 4; ++i)
      for (int k = 0; k < 3; ++k) EXPECT_NEAR(tape.messages[t - 1][i][k], y[i][k], 1e-11) << t;
  }
}

/// Pulls towards a point outside the domain, with mu < L, so that both projections bind.
class PulledOutside final : public Objective {
 public:
  std::size_t dimension() const override { return 2; }
  double value(std::span<const double>) const override { return 0; }
  void gradient(std::span<const double> x, std::span<double> out) const override {
    out[0] = x[0] - 5;
    out[1] = 3 * (x[1] + 7);
  }
  PublicConstants public_constants() const override { return {{1, 3}, 1, 100}; }
};

TEST(Node, ProjectsTheMixtureAndTheStepWhereBothBind) {
  const Domain box = Box{.dimension = 2, .half_side = 1};
  const PulledOutside objective;
  const WeightMatrix weights = make_weights(complete_graph(2), WeightRule::metropolis);
  const Plan plan = make_plan({.budget = {1, 1e-3}, .gradient_rounds = 20, .constants = objective.public_constants()});
  SeededNoise noise({.seed = 3, .trial = 0});
  const Objective* both[] = {&objective, &objective};
  test::Tape tape;
  run_reference({.weights = weights, .domain = box, .plan = plan, .objectives = both}, FixedRounds{0}, noise, tape,
                test::never);
  int mixture_bound = 0, step_bound = 0;
  for (Round t = 2; t <= 20; ++t)
    for (NodeId i = 0; i < 2; ++i) {
      std::vector<double> z(2), g(2), x(2), n(2);
      for (int k = 0; k < 2; ++k) z[k] = 0.5 * tape.messages[t - 2][0][k] + 0.5 * tape.messages[t - 2][1][k];
      mixture_bound += contains(box, z) ? 0 : 1;
      project(box, z);
      objective.gradient(z, g);
      for (int k = 0; k < 2; ++k) x[k] = z[k] - plan.step(t) * g[k];
      step_bound += contains(box, x) ? 0 : 1;
      project(box, x);
      noise.add_to({.node = i, .round = t}, 1, n);
      for (int k = 0; k < 2; ++k)
        EXPECT_NEAR(tape.messages[t - 1][i][k], x[k] + plan.noise_scale(t).standard_deviation() * n[k], 1e-12);
    }
  EXPECT_GT(mixture_bound, 10);
  EXPECT_GT(step_bound, 10);
}

TEST(Node, DrawsNoiseOncePerRoundAndNeverAfterRoundT) {
  const test::TestNetwork net({.graph = complete_graph(3), .rounds = 5});
  CountingNoise noise;
  NobodyListens nobody;
  run_reference(net.network(), FixedRounds{7}, noise, nobody, test::never);
  ASSERT_EQ(noise.draws.size(), 15u);
  for (std::size_t k = 0; k < 15; ++k) {
    EXPECT_EQ(noise.draws[k].round, k / 3 + 1);
    EXPECT_EQ(noise.draws[k].node, k % 3);
  }
}

struct LoneNode {
  test::TestNetwork net{{.graph = complete_graph(2), .rounds = 4}};
  CountingNoise noise;
  Node node{{.id = 0,
             .weights = net.weights(),
             .domain = net.domain(),
             .plan = net.plan(),
             .objective = *net.objectives()[0],
             .noise = noise}};
  Released zero = Released::nothing(3), next = Released::nothing(3);
};

TEST(Node, AMessageOfAnotherLengthIsRefusedAndTheRoundStays) {
  LoneNode lone;
  const Released shorter = Released::nothing(2);
  const Released* bad[] = {&lone.zero, &shorter};
  const Released* too_few[] = {&lone.zero};
  EXPECT_EQ(lone.node.round(bad, lone.next), Heard::wrong_length);
  EXPECT_EQ(lone.node.round(too_few, lone.next), Heard::wrong_length);
  EXPECT_EQ(lone.node.current_round(), 1u);
  EXPECT_TRUE(lone.noise.draws.empty());
  const Released* good[] = {&lone.zero, &lone.zero};
  EXPECT_EQ(lone.node.round(good, lone.next), Heard::accepted);
  EXPECT_EQ(lone.node.current_round(), 2u);
}

TEST(Node, AMixtureThatIsNotFiniteIsRefusedAndTheRoundStays) {
  const test::TestNetwork net({.graph = complete_graph(2), .rounds = 4});
  // Rows may sum to 1 within 1e-12; a little above, and two messages at the end of the range overflow.
  const WeightMatrix heavy(complete_graph(2), {0.5, 0.5 + 4e-13, 0.5 + 4e-13, 0.5});
  const auto node_with = [&](NoiseSource& noise) {
    return Node({.id = 0,
                 .weights = heavy,
                 .domain = net.domain(),
                 .plan = net.plan(),
                 .objective = *net.objectives()[0],
                 .noise = noise});
  };
  const Released zero = Released::nothing(3);
  const Released* silence[] = {&zero, &zero};
  Released loudest = zero, large = zero, next = zero;
  GivenNoise end_of_range(std::numeric_limits<double>::max() / net.plan().noise_scale(1).standard_deviation() *
                          (1 - 1e-15));
  GivenNoise loud(1e300);
  ASSERT_EQ(node_with(end_of_range).round(silence, loudest), Heard::accepted);
  ASSERT_EQ(node_with(loud).round(silence, large), Heard::accepted);

  CountingNoise noise;
  Node node = node_with(noise);
  const Released* too_loud[] = {&loudest, &loudest};
  EXPECT_EQ(node.round(too_loud, next), Heard::not_finite);
  EXPECT_EQ(node.current_round(), 1u);
  EXPECT_TRUE(noise.draws.empty());
  for (double v : next.values()) EXPECT_EQ(v, 0);
  const Released* extreme[] = {&zero, &large};  // finite, however large, is projected and does no harm
  EXPECT_EQ(node.round(extreme, next), Heard::accepted);
  for (double v : next.values()) EXPECT_LT(std::abs(v), 1e4);
}

TEST(Node, KeepsItsPlanWhenTheVariableItCameFromIsAssignedAnother) {
  LoneNode lone;
  Plan plan = lone.net.plan();
  Node node({.id = 0,
             .weights = lone.net.weights(),
             .domain = lone.net.domain(),
             .plan = plan,
             .objective = *lone.net.objectives()[0],
             .noise = lone.noise});
  PlanRequest careless = plan.request();
  careless.constants.record_sensitivity = 1e-9;
  plan = make_plan(careless);
  Released with_own = Released::nothing(3), expected = Released::nothing(3);
  const Released* silence[] = {&lone.zero, &lone.zero};
  node.round(silence, with_own);
  lone.node.round(silence, expected);
  for (int k = 0; k < 3; ++k) EXPECT_EQ(with_own.values()[k], expected.values()[k]);
}

/// Breaks its promise of finite gradients.
class BrokenObjective final : public Objective {
 public:
  std::size_t dimension() const override { return 3; }
  double value(std::span<const double>) const override { return 0; }
  void gradient(std::span<const double>, std::span<double> out) const override {
    std::fill(out.begin(), out.end(), std::nan(""));
  }
  PublicConstants public_constants() const override { return {{1, 1}, 1, 1}; }
};

TEST(NodeDeathTest, OnANonFiniteEstimateNothingIsSent) {
  LoneNode lone;
  const BrokenObjective broken;
  Node node({.id = 0,
             .weights = lone.net.weights(),
             .domain = lone.net.domain(),
             .plan = lone.net.plan(),
             .objective = broken,
             .noise = lone.noise});
  const Released* heard[] = {&lone.zero, &lone.zero};
  EXPECT_DEATH(node.round(heard, lone.next), "nothing was sent");
}

TEST(Node, APlanForASmallerSensitivityIsRefused) {
  LoneNode lone;
  const MeanEstimation wider(Box{.dimension = 3, .half_side = 11}, {.dimension = 3, .values = {1, 2, 3}});
  EXPECT_THROW(Node({.id = 0,
                     .weights = lone.net.weights(),
                     .domain = lone.net.domain(),
                     .plan = lone.net.plan(),
                     .objective = wider,
                     .noise = lone.noise}),
               InvalidInput);
}

TEST(Node, APlanForAddRemoveIsRefusedByAnObjectiveThatUsesTheNumberOfItsRecords) {
  LoneNode lone;
  PlanRequest request = lone.net.plan().request();
  request.budget.adjacency = Adjacency::add_remove;
  request.constants.uses_record_count = false;  // a plan from numbers cannot know
  EXPECT_THROW(Node({.id = 0,
                     .weights = lone.net.weights(),
                     .domain = lone.net.domain(),
                     .plan = make_plan(request),
                     .objective = *lone.net.objectives()[0],
                     .noise = lone.noise}),
               InvalidInput);
}

}  // namespace
}  // namespace sotto
