// SPDX-License-Identifier: MIT
// What a team makes of trials against the reference engine: the same bits. Here one thread plays the team; a device
// runs the same function.
#include "sotto/simulation/cuda/team_engine.hpp"

#include <gtest/gtest.h>

#include "sotto/simulation/blocks/trial_block.hpp"
#include "sotto/simulation/engine/reference.hpp"
#include "support/trial_errors.hpp"
#include "support/trials.hpp"

namespace sotto {
namespace {

using test::Case, test::nobody_interrupts, test::World;

/// No trial may need it.
class NobodyElse final : public Engine {
 public:
  std::string_view name() const override { return "nobody"; }
  std::vector<TrialOutcome> run(std::span<const Trial>, const std::atomic<bool>&) override {
    ADD_FAILURE() << "the team did not take a trial";
    return {};
  }
};

/// A GPU where one answers.
TeamDevice& the_device() {
  std::string why_not;
  static const std::unique_ptr<TeamDevice> gpu = cuda_device(why_not), processor = processor_as_device();
  return gpu ? *gpu : *processor;
}

void expect_equals_reference(const Case& of) {
  World world(of);
  for (Trial& trial : world.trials) trial.every_node = false;
  const std::vector<TrialOutcome> expected = ReferenceEngine().run(world.trials, nobody_interrupts);
  const std::vector<TrialOutcome> ours =
      TeamEngine(the_device(), std::make_unique<NobodyElse>()).run(world.trials, nobody_interrupts);
  ASSERT_EQ(ours.size(), of.trials);
  for (std::size_t k = 0; k < of.trials; ++k) {
    ASSERT_EQ(ours[k].consensus_rounds, expected[k].consensus_rounds);
    EXPECT_EQ(ours[k].gradient_rounds, expected[k].gradient_rounds);
    EXPECT_EQ(ours[k].mixing_rounds, expected[k].mixing_rounds);
    EXPECT_EQ(ours[k].ended_by_cap, expected[k].ended_by_cap);
    EXPECT_EQ(ours[k].messages, expected[k].messages);
    EXPECT_EQ(ours[k].alpha_spent, expected[k].alpha_spent);
    test::expect_same_errors(ours[k].errors, expected[k].errors);
  }
}

TEST(TeamEngine, EqualsTheReferenceEngineBitForBit) {
  for (const std::size_t dimension : {1u, 2u, 3u, 10u, 13u})
    for (const std::size_t trials : {1u, 32u, 35u})
      expect_equals_reference({.domain = Box{.dimension = dimension, .half_side = 2}, .trials = trials});
}

TEST(TeamEngine, EqualsItForEveryStopRule) {
  for (const StopRule& stop :
       {StopRule{FixedRounds{0}}, StopRule{UntilContracted{1e-3, 1000}}, StopRule{UntilContracted{1e-9, 3}},
        StopRule{UntilAgreement{1e-2, 1000}}, StopRule{UntilAgreement{1e-9, 4}}, StopRule{UntilAgreement{0.5, 0}}})
    for (const Consensus consensus : all_consensus)
      for (const bool fresh_graphs : {false, true})
        expect_equals_reference({.stop = stop, .trials = 9, .consensus = consensus, .fresh_graphs = fresh_graphs});
}

TEST(TeamEngine, EqualsItWherePlansGraphsOrRecordsDiffer) {
  expect_equals_reference({.trials = 9, .own_plans = true});
  expect_equals_reference({.trials = 9, .same_records = true});
  expect_equals_reference({.graph = star_graph(9), .trials = 2});
  expect_equals_reference({.graph = complete_graph(1), .trials = 2, .consensus = Consensus::chebyshev});
  expect_equals_reference({.graph = ring_graph(70), .trials = 2});
  for (const bool own_plans : {false, true})  // a network of the size that has a kernel of its own
    for (const StopRule& stop : {StopRule{UntilContracted{1e-3, 1000}}, StopRule{UntilAgreement{1e-2, 1000}}}) {
      SCOPED_TRACE(testing::Message() << own_plans << stop.index());
      expect_equals_reference({.graph = erdos_renyi_graph({.nodes = known_nodes, .edge_probability = 0.5, .seed = 1}),
                               .stop = stop,
                               .trials = 40,
                               .own_plans = own_plans});
    }
}

/// An engine that runs what a team does not must be able to.
TEST(TeamEngine, LeavesNoiseOutWhereTheOtherEngineCan) {
  EXPECT_FALSE(TeamEngine(the_device(), std::make_unique<ReferenceEngine>()).can_leave_noise_out());
  EXPECT_TRUE(TeamEngine(the_device(), std::make_unique<BlockEngine>(8)).can_leave_noise_out());
}

TEST(TeamEngine, SaysWhoRanTrials) {
  World world({.trials = 2});
  TeamEngine engine(the_device(), std::make_unique<ReferenceEngine>());
  EXPECT_EQ(engine.name(), "reference");
  world.trials[0].every_node = false;
  engine.run(world.trials, nobody_interrupts);
  EXPECT_EQ(engine.name(), "cuda");
}

/// Everything that costs no privacy and what cancels, on both sets.
TEST(TeamEngine, MixesAcceleratesWeighsAndSumsAsTheReferenceEngineDoes) {
  for (const Domain& domain : {Domain(Box{.dimension = 3, .half_side = 2}), Domain(Ball{.dimension = 4, .radius = 2})})
    for (const bool masked : {false, true})
      for (const Acceleration acceleration : all_accelerations)
        for (const Output output : all_outputs)
          for (const Round mixing_rounds : masked ? std::vector<Round>{1} : std::vector<Round>{1, 2, 4})
            for (const Consensus consensus : all_consensus)
              for (const bool fresh_graphs : {false, true}) {
                SCOPED_TRACE(testing::Message() << masked << name_of(acceleration) << name_of(output) << mixing_rounds
                                                << name_of(consensus));
                expect_equals_reference({.domain = domain,
                                         .consensus = consensus,
                                         .fresh_graphs = fresh_graphs,
                                         .mixing_rounds = mixing_rounds,
                                         .acceleration = acceleration,
                                         .output = output,
                                         .masked = masked});
              }
}

}  // namespace
}  // namespace sotto
