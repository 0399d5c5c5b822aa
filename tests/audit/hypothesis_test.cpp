// SPDX-License-Identifier: MIT
// What an attacker computes is what the node computed, bit for bit.
#include "sotto/audit/hypothesis.hpp"

#include <gtest/gtest.h>

#include "sotto/graph/topologies.hpp"
#include "sotto/graph/weight_rules.hpp"
#include "support/network.hpp"

namespace sotto {
namespace {

/// Pulls far out of the domain, so that the step ends on its boundary.
class Steep final : public Objective {
 public:
  std::size_t dimension() const override { return 2; }
  double value(std::span<const double>) const override { return 0; }
  void gradient(std::span<const double> x, std::span<double> out) const override {
    out[0] = 3 * (x[0] - 0.9);
    out[1] = 10 * (x[1] + 7);
  }
  PublicConstants public_constants() const override { return {{3, 10}, 1, 80}; }
};

class NoNoise final : public NoiseSource {
 public:
  void add_to(NodeRound, double, std::span<double>) override {}
};

TEST(RealStep, IsTheEstimateOfANodeBitForBit) {
  for (const Domain& domain : {Domain(Box{2, 1}), Domain(Ball{2, 1})}) {
    const Steep objective;
    const Plan plan = make_plan({.budget = {4, 1e-3},
                                 .gradient_rounds = 5,
                                 .constants = objective.public_constants(),
                                 .step = StepRule::paper});
    const WeightMatrix alone = make_weights(complete_graph(1), WeightRule::metropolis);
    NoNoise noise;
    Node node({.id = 0, .weights = alone, .domain = domain, .plan = plan, .objective = objective, .noise = noise});
    const auto hypothesis = make_hypothesis(domain, plan, objective);
    Released y = Released::nothing(2), next = y;
    for (Round t = 1; t <= 5; ++t) {
      const Released* heard = &y;
      ASSERT_EQ(node.round({&heard, 1}, next), Heard::accepted);
      std::vector<double> z(y.values().begin(), y.values().end()), x(2);
      project(domain, z);
      hypothesis->estimate(t, z, x);
      EXPECT_TRUE(std::equal(x.begin(), x.end(), next.values().begin())) << t;
      EXPECT_EQ(hypothesis->noise_scale(t), plan.noise_scale(t).standard_deviation());
      std::swap(y, next);
    }
  }
}

}  // namespace
}  // namespace sotto
