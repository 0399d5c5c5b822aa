// SPDX-License-Identifier: MIT
// Noise that is added in doubles is told apart by its last bits; on a lattice the same attack finds nothing.
#include <gtest/gtest.h>

#include <bit>
#include <cmath>

#include "audit/support.hpp"
#include "sotto/audit/floating_point_attack.hpp"
#include "support/random_points.hpp"

namespace sotto {
namespace {

using test::Audited;

TEST(ForcedGrid, DividesEverySumWithADouble) {
  test::RandomPoints points(5);
  for (int k = 0; k < 100'000; ++k) {
    const double x = points.log_uniform({1e-6, 1e6}) * (points.below(2) == 0 ? 1 : -1);
    const double v = points.log_uniform({1e-12, 1e9}) * (points.below(2) == 0 ? 1 : -1);
    const double near = -x * points.uniform({0.4, 1.1});  // where the sum cancels
    for (const double term : {v, near}) ASSERT_EQ(std::remainder(x + term, forced_grid(x)), 0) << x << " " << term;
  }
  EXPECT_EQ(forced_grid(1), std::ldexp(1, -53));
  EXPECT_EQ(forced_grid(-1.75), std::ldexp(1, -53));
  EXPECT_EQ(forced_grid(0), 0) << "nothing is forced";
}

TEST(ForcedGrid, IsTheCoarsestThatDoes) {
  test::RandomPoints points(6);
  bool finer_needed = false;
  for (int k = 0; k < 1000; ++k) finer_needed |= std::remainder(1 - points.uniform({0.5, 1}), 2 * forced_grid(1)) != 0;
  EXPECT_TRUE(finer_needed);
}

/// One node with one record, 0 or 1, one round, and noise of standard deviation 1.
test::AuditedSpec one_attacked_alone() {
  return {.graph = complete_graph(1),
          .domain = Box{1, 1},
          .budget = {.epsilon = 4, .delta = delta_on_curve({.alpha = 4, .epsilon = 4})},
          .rounds = 1,
          .records = 1,
          .first = 0,
          .first_prime = 1};
}

FloatingPointAttack attacked(const Audited& audited) {
  const Protocol protocol = audited.shipped();
  const MeanEstimation one(audited.domain(), {.dimension = 1, .values = {1.0}});
  const auto neighbour = make_hypothesis(audited.domain(), audited.plan(), one);
  return attack_floating_point(
      {.protocol = protocol,
       .target = {.node = 0, .rounds = 1, .weights = audited.weights(), .domain = audited.domain()},
       .neighbour = *neighbour,
       .transcripts = 40'000,
       .epsilon = 4,
       .confidence = 0.95});
}

TEST(FloatingPointAttack, TellsZeroFromOneUnderSeededNoiseInDoubles) {
  // The event has probability 0.2573 (summed over binades); 40000 runs: 4.5 standard errors are 0.0098, 7e-6.
  const Audited audited(one_attacked_alone());
  EXPECT_NEAR(audited.plan().noise_scale(1).standard_deviation(), 1, 1e-9);
  const FloatingPointAttack doubles = attacked(audited);
  EXPECT_NEAR(doubles.right.rate(), 0.2573, 0.0098);
  EXPECT_EQ(doubles.wrong.hits, 0U);
  EXPECT_GT(doubles.delta_at_least, 0.24) << "at epsilon = 4, where 0.085 is promised";
}

TEST(FloatingPointAttack, FindsNothingInTheMessagesOfNodesWithExactNoise) {
  for (const Randomness randomness : all_randomness) {
    test::AuditedSpec spec = one_attacked_alone();
    spec.lattice = true;
    spec.randomness = randomness;
    const FloatingPointAttack exact = attacked(Audited(spec));
    EXPECT_EQ(exact.right.hits, 0U) << name_of(randomness);
    EXPECT_EQ(exact.delta_at_least, 0) << name_of(randomness);
  }
}

}  // namespace
}  // namespace sotto
