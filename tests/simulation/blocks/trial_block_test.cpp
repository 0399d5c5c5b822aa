// SPDX-License-Identifier: MIT
// Blocks of trials against the reference engine: the same bits, trial by trial.
#include "sotto/simulation/blocks/trial_block.hpp"

#include <gtest/gtest.h>

#include "sotto/simulation/engine/reference.hpp"
#include "support/trial_errors.hpp"
#include "support/trials.hpp"

namespace sotto {
namespace {

using test::Case, test::nobody_interrupts, test::World;

void expect_equals_reference(const Case& of, double tolerance = 0) {
  const World world(of);
  const std::vector<TrialOutcome> expected = ReferenceEngine().run(world.trials, nobody_interrupts);
  for (const Kernel& kernel : all_kernels()) {
    if (!kernel.runs_here()) continue;
    SCOPED_TRACE(kernel.instruction_set);
    const std::vector<TrialOutcome> ours = run_block(world.trials, nobody_interrupts, kernel);
    ASSERT_EQ(ours.size(), of.trials);
    for (std::size_t k = 0; k < of.trials; ++k) {
      ASSERT_EQ(ours[k].consensus_rounds, expected[k].consensus_rounds);
      EXPECT_EQ(ours[k].gradient_rounds, expected[k].gradient_rounds);
      EXPECT_EQ(ours[k].ended_by_cap, expected[k].ended_by_cap);
      EXPECT_EQ(ours[k].messages, expected[k].messages);
      EXPECT_EQ(ours[k].alpha_spent, expected[k].alpha_spent);
      test::expect_same_errors(ours[k].errors, expected[k].errors, tolerance);
    }
  }
}

TEST(TrialBlock, EqualsTheReferenceEngineBitForBit) {
  for (const std::size_t dimension : {1u, 2u, 3u, 10u, 13u})
    for (const std::size_t trials : {1u, 8u, 11u})
      expect_equals_reference({.domain = Box{.dimension = dimension, .half_side = 2}, .trials = trials});
}

TEST(TrialBlock, EqualsItForEveryStopRule) {
  for (const StopRule& stop :
       {StopRule{FixedRounds{0}}, StopRule{UntilContracted{1e-3, 1000}}, StopRule{UntilContracted{1e-9, 3}},
        StopRule{UntilAgreement{1e-2, 1000}}, StopRule{UntilAgreement{1e-9, 4}}, StopRule{UntilAgreement{0.5, 0}}})
    for (const Consensus consensus : all_consensus)
      expect_equals_reference({.stop = stop, .trials = 9, .consensus = consensus});
}

TEST(TrialBlock, EqualsItWhereStageTwoIsAccelerated) {
  for (const std::size_t dimension : {1u, 4u, 13u})
    for (const std::size_t trials : {1u, 8u, 19u})
      expect_equals_reference({.domain = Box{.dimension = dimension, .half_side = 2},
                               .stop = FixedRounds{9},
                               .trials = trials,
                               .consensus = Consensus::chebyshev});
  for (const StopRule& stop :
       {StopRule{FixedRounds{9}}, StopRule{UntilContracted{1e-3, 1000}}, StopRule{UntilAgreement{1e-2, 1000}}})
    expect_equals_reference(
        {.stop = stop, .trials = 9, .consensus = Consensus::chebyshev, .fresh_graphs = true});  // every lane has a beta
  expect_equals_reference({.graph = complete_graph(1), .trials = 2, .consensus = Consensus::chebyshev});
}

TEST(TrialBlock, EqualsItWherePlansGraphsOrRecordsDiffer) {
  expect_equals_reference({.trials = 9, .own_plans = true});
  expect_equals_reference({.stop = UntilContracted{1e-3, 1000}, .trials = 9, .fresh_graphs = true});
  expect_equals_reference({.stop = UntilAgreement{1e-2, 1000}, .trials = 9, .fresh_graphs = true});
  expect_equals_reference({.trials = 9, .same_records = true});
  expect_equals_reference({.graph = star_graph(9), .trials = 2});
  expect_equals_reference({.graph = complete_graph(1), .trials = 2});
}

TEST(TrialBlock, EqualsItOnABallAndForObjectivesItDoesNotKnow) {
  expect_equals_reference({.domain = Ball{.dimension = 5, .radius = 2}, .trials = 9});
  expect_equals_reference({.domain = Ball{.dimension = 4, .radius = 2}, .trials = 9, .own_plans = true});
  expect_equals_reference({.trials = 9, .soft = true}, 1e-12);
  expect_equals_reference({.trials = 9, .same_records = true, .soft = true}, 1e-12);
}

TEST(TrialBlock, HowTrialsAreCutIntoBlocksChangesNothing) {
  const World all({.trials = 20});
  const std::vector<TrialOutcome> whole = run_block(all.trials, nobody_interrupts);
  for (const std::size_t size : {1u, 7u, 8u})
    for (std::size_t first = 0; first < 20; first += size) {
      const auto part = std::span(all.trials).subspan(first, std::min<std::size_t>(size, 20 - first));
      const std::vector<TrialOutcome> outcomes = run_block(part, nobody_interrupts);
      for (std::size_t k = 0; k < part.size(); ++k)
        test::expect_same_errors(outcomes[k].errors, whole[first + k].errors);
    }
}

TEST(TrialBlock, WithoutNoiseComesToTheMinimiser) {
  World world({.trials = 4});
  for (Trial& trial : world.trials) trial.noisy = false;
  for (const TrialOutcome& outcome : run_block(world.trials, nobody_interrupts)) {
    EXPECT_LT(outcome.errors.rounds.mean_error[11], 1e-24);  // a step of 1/(mu t) averages the records exactly
    EXPECT_FALSE(outcome.errors.first_node_error) << "there is no noise to subtract";
  }
}

TEST(TrialBlock, MeasuresTheLastRoundOfStageOneAloneWhereNoMoreIsAskedFor) {
  World world({.stop = FixedRounds{0}, .trials = 4});
  const std::vector<TrialOutcome> all = run_block(world.trials, nobody_interrupts);
  for (Trial& trial : world.trials) trial.every_round = false;
  const std::vector<TrialOutcome> last = run_block(world.trials, nobody_interrupts);
  for (std::size_t k = 0; k < last.size(); ++k) {
    EXPECT_EQ(last[k].errors.rounds.mean_error, std::vector{all[k].errors.normalised_error});
    EXPECT_EQ(last[k].errors.normalised_error, all[k].errors.normalised_error);
  }
}

TEST(TrialBlock, AnInterruptEndsIt) {
  const std::atomic<bool> pressed{true};
  const World world({});
  EXPECT_TRUE(run_block(world.trials, pressed).empty());
}

TEST(TrialBlock, KnowsWhatItCannotRun) {
  const World world({});
  EXPECT_TRUE(suits_blocks(world.plans[0], world.settings.domain));
  const Box vast{.dimension = 1, .half_side = 3e307};
  const Plan wild =
      make_plan({.budget = {4, 1e-3}, .gradient_rounds = 1, .constants = MeanEstimation::constants_for(vast, 1)});
  EXPECT_FALSE(suits_blocks(wild, vast));
  for (const Domain& other : {Domain(Simplex{4, 1}), Domain(L1Ball{4, 1}), Domain(Product{{Box{4, 1}}})})
    EXPECT_FALSE(suits_blocks(world.plans[0], other));
  EXPECT_EQ(trials_in_block(10, 10) % 8, 0u);
  EXPECT_GT(trials_in_block(10, 10), 0u);
  EXPECT_EQ(trials_in_block(100'000, 16), 0u);
}

/// What costs no privacy and what cancels, on what has a kernel of its own and on what has not.
TEST(TrialBlock, MixesAcceleratesWeighsAndSumsAsTheReferenceEngineDoes) {
  for (const Domain& domain : {Domain(Box{.dimension = 3, .half_side = 2}), Domain(Ball{.dimension = 4, .radius = 2})})
    for (const bool masked : {false, true})
      for (const bool soft : {false, true})
        for (const Acceleration acceleration : all_accelerations)
          for (const Output output : all_outputs)
            for (const Round mixing_rounds : masked ? std::vector<Round>{1} : std::vector<Round>{1, 2, 4})
              for (const Consensus consensus : all_consensus) {
                SCOPED_TRACE(testing::Message() << masked << soft << name_of(acceleration) << name_of(output)
                                                << mixing_rounds << name_of(consensus));
                expect_equals_reference({.domain = domain,
                                         .consensus = consensus,
                                         .fresh_graphs = !soft,
                                         .soft = soft,
                                         .mixing_rounds = mixing_rounds,
                                         .acceleration = acceleration,
                                         .output = output,
                                         .masked = masked});
              }
}

}  // namespace
}  // namespace sotto
