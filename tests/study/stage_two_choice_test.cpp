// SPDX-License-Identifier: MIT
// Stage II ends where disagreement is a tenth of the noise in the mean, and not a round later.
#include "sotto/study/stage_two_choice.hpp"

#include <gtest/gtest.h>

#include <cmath>

namespace sotto {
namespace {

Plan plan() {
  return make_plan({.budget = {.epsilon = 2, .delta = 1e-6},
                    .gradient_rounds = 20,
                    .constants = {.curvature = {1, 9}, .record_sensitivity = 0.5, .gradient_bound = 1}});
}

double noise_in_mean(const Plan& plan, const StageTwoNeed& need) {
  return plan.noise_scale(20).standard_deviation() * std::sqrt(need.dimension / need.nodes);
}

TEST(StageTwoChoice, IsTheFewestRoundsThatDo) {
  const Plan made = plan();
  for (const double beta : {0.1, 0.5, 0.9, 0.999})
    for (const double disagreement : {1e-3, 1.0, 1e6}) {
      const StageTwoNeed need{.nodes = 12, .dimension = 5, .mixing_rate = beta, .disagreement = disagreement};
      const StageTwoChoice choice = choose_stage_two(made, need);
      const double wanted = 0.1 * noise_in_mean(made, need) / std::sqrt(disagreement);
      EXPECT_LE(disagreement_left({choice.consensus, beta}, choice.rounds), wanted * (1 + 1e-9));
      EXPECT_NEAR(choice.left * wanted, 0.1 * disagreement_left({choice.consensus, beta}, choice.rounds), 1e-9);
      for (const Consensus consensus : all_consensus)
        EXPECT_GT(disagreement_left({consensus, beta}, choice.rounds - 1), wanted * (1 - 1e-9))
            << name_of(consensus) << " would do with a round less: beta " << beta;
    }
}

TEST(StageTwoChoice, IsNoneWhereNodesAgreeOrAreAlone) {
  EXPECT_EQ(choose_stage_two(plan(), {.nodes = 12, .dimension = 5, .mixing_rate = 0.5, .disagreement = 1e-12}).rounds,
            0U);
  EXPECT_EQ(choose_stage_two(plan(), {.nodes = 1, .dimension = 5, .mixing_rate = 0, .disagreement = 0}).rounds, 0U);
}

TEST(StageTwoChoice, EndsOnAGraphThatHardlyMixes) {
  const StageTwoChoice choice =
      choose_stage_two(plan(), {.nodes = 12, .dimension = 5, .mixing_rate = 1, .disagreement = 1});
  EXPECT_EQ(choice.rounds, 1'000'000U);
  EXPECT_GT(choice.left, 0.1) << "and it is said";
}

TEST(StageTwoChoice, IsNoneWithMaskedSums) {
  PlanRequest request = plan().request();
  request.mechanism = MaskedSums{.members = 12, .colluders = 2};
  const StageTwoNeed need{.nodes = 12, .dimension = 5, .mixing_rate = 0.9, .disagreement = 1};
  EXPECT_EQ(choose_stage_two(make_plan(request), need).rounds, 0U);
  EXPECT_EQ(choose_stage_two(make_plan(request), need).left, 0);
}

/// K was tried with Chebyshev's averaging, and one key decides both.
TEST(StageTwoChoice, IsChebyshevsWherePlansMix) {
  PlanRequest request = plan().request();
  request.mixing_rounds = 3;
  for (const double disagreement : {1e-30, 1.0}) {
    const StageTwoNeed need{.nodes = 12, .dimension = 5, .mixing_rate = 0.01, .disagreement = disagreement};
    EXPECT_EQ(choose_stage_two(make_plan(request), need).consensus, Consensus::chebyshev);
  }
}

/// A mean of messages has less noise than the last, so that disagreement is seen sooner.
TEST(StageTwoChoice, LooksAtTheNoiseOfTheOutput) {
  PlanRequest request = plan().request();
  const StageTwoNeed need{.nodes = 12, .dimension = 5, .mixing_rate = 0.9, .disagreement = 1};
  const double last = choose_stage_two(make_plan(request), need).left;
  request.output = Output::polynomial;
  EXPECT_NE(choose_stage_two(make_plan(request), need).left, last);
}

}  // namespace
}  // namespace sotto
