// SPDX-License-Identifier: MIT
// Trials of linear models whose gradients a device finds, against the reference engine: the same bits for every loss,
// for sparse and dense rows, with and without clips.
#include "sotto/simulation/cuda/linear_engine.hpp"

#include <gtest/gtest.h>

#include "problem/models.hpp"
#include "sotto/graph/topologies.hpp"
#include "sotto/graph/weight_rules.hpp"
#include "sotto/simulation/engine/reference.hpp"
#include "support/trial_errors.hpp"

namespace sotto {
namespace {

const std::atomic<bool> never{false};

class NobodyElse final : public Engine {
 public:
  std::string_view name() const override { return "nobody"; }
  std::vector<TrialOutcome> run(std::span<const Trial>, const std::atomic<bool>&) override {
    ADD_FAILURE() << "the device did not take a trial";
    return {};
  }
};

TeamDevice& the_device() {
  std::string why_not;
  static const std::unique_ptr<TeamDevice> gpu = cuda_device(why_not), processor = processor_as_device();
  return gpu ? *gpu : *processor;
}

struct LinearCase {
  Loss loss;
  bool dense = false, in_box = false;
  std::optional<double> clip = std::nullopt;
  std::size_t features = test::features, trials = 3;
  Round mixing_rounds = 1;
  Acceleration acceleration = Acceleration::none;
  Consensus consensus = Consensus::plain;
  bool masked = false, own_plans = false, every_round = true;
};

/// Nodes with 30 to 70 records each, so that sums have more terms than are asked for together, and others fewer.
struct LinearWorld {
  explicit LinearWorld(const LinearCase& of)
      : weights(make_weights(ring_graph(nodes), WeightRule::metropolis)),
        domain(of.in_box ? Domain(Box{.dimension = margins_of(of.loss) * of.features, .half_side = 0.8})
                         : Domain(Ball{.dimension = margins_of(of.loss) * of.features, .radius = 1.6})) {
    test::RandomPoints points(11);
    for (NodeId i = 0; i < nodes; ++i) {
      const std::size_t count = 30 + 10 * i;
      test::SameRows rows = test::random_rows(of.loss, of.features, count, points);
      objectives.push_back(std::make_unique<LinearModel>(domain,
                                                         LinearModelSetting{.loss = of.loss,
                                                                            .features = of.features,
                                                                            .records = count,
                                                                            .row_norm = 1.3,
                                                                            .weight = 0.8 + 0.1 * i,
                                                                            .strong_convexity = 0.4 + 0.2 * i,
                                                                            .clip = of.clip},
                                                         of.dense ? std::move(rows.dense) : std::move(rows.sparse)));
      view.push_back(objectives.back().get());
    }
    minimiser = test::random_point(domain, points);
    for (NodeId i = 0; i <= nodes; ++i)
      plans.push_back(make_plan({.budget = {20.0 * (1 + i % 2), 1e-3},
                                 .gradient_rounds = 8,
                                 .constants = objectives.back()->public_constants(),
                                 .step = of.acceleration == Acceleration::none ? StepRule::shifted : StepRule::constant,
                                 .mechanism = of.masked ? Mechanism(MaskedSums{nodes, 1}) : Independent{},
                                 .mixing_rounds = of.mixing_rounds,
                                 .acceleration = of.acceleration}));
    if (of.own_plans) own.assign(plans.begin() + 1, plans.end());
    for (std::uint32_t k = 0; k < of.trials; ++k)
      trials.push_back({.network = {.weights = weights,
                                    .domain = domain,
                                    .plan = plans[0],
                                    .objectives = view,
                                    .own_plans = own,
                                    .consensus = of.consensus},
                        .stop = FixedRounds{5},
                        .noise = {.seed = 3, .trial = k},
                        .minimiser = minimiser,
                        .every_round = of.every_round,
                        .every_node = k == 0});
  }

  static constexpr NodeId nodes = 5;
  WeightMatrix weights;
  Domain domain;
  std::vector<std::unique_ptr<Objective>> objectives;
  std::vector<const Objective*> view;
  std::vector<double> minimiser;
  std::vector<Plan> plans, own;
  std::vector<Trial> trials;
};

void expect_equals_reference(const LinearCase& of) {
  LinearWorld world(of);
  ASSERT_TRUE(suits_linear(world.trials));
  const std::vector<TrialOutcome> expected = ReferenceEngine().run(world.trials, never),
                                  ours = LinearEngine(the_device(), std::make_unique<NobodyElse>())
                                             .run(world.trials, never);
  ASSERT_EQ(ours.size(), of.trials);
  for (std::size_t k = 0; k < of.trials; ++k) {
    EXPECT_EQ(ours[k].gradient_rounds, expected[k].gradient_rounds);
    EXPECT_EQ(ours[k].consensus_rounds, expected[k].consensus_rounds);
    EXPECT_EQ(ours[k].messages, expected[k].messages);
    EXPECT_EQ(ours[k].alpha_spent, expected[k].alpha_spent);
    test::expect_same_errors(ours[k].errors, expected[k].errors);
    ASSERT_EQ(ours[k].said_at_end.size(), expected[k].messages_at_end.size());
    for (std::size_t i = 0; i < ours[k].said_at_end.size(); ++i)
      test::expect_close(ours[k].said_at_end[i], expected[k].messages_at_end[i].values(), 0);
  }
}

TEST(LinearEngine, EqualsTheReferenceEngineBitForBitForEveryLoss) {
  for (const test::NamedLoss& named : test::all_losses())
    for (const bool dense : {false, true})
      for (const std::optional<double> clip : {std::optional<double>(), std::optional<double>(0.4)})
        for (const std::size_t features : {1u, 5u, 21u}) {
          SCOPED_TRACE(testing::Message() << named.name << (dense ? " dense " : " sparse ") << features);
          expect_equals_reference({.loss = named.loss, .dense = dense, .clip = clip, .features = features});
        }
}

TEST(LinearEngine, EqualsItInEveryKindOfRound) {
  for (const bool in_box : {false, true})
    for (const bool masked : {false, true})
      for (const Consensus consensus : all_consensus)
        for (const Round mixing_rounds : masked ? std::vector<Round>{1} : std::vector<Round>{1, 3})
          for (const Acceleration acceleration : all_accelerations)
            expect_equals_reference({.loss = LogisticLoss{},
                                     .in_box = in_box,
                                     .trials = 19,
                                     .mixing_rounds = mixing_rounds,
                                     .acceleration = acceleration,
                                     .consensus = consensus,
                                     .masked = masked});
  expect_equals_reference({.loss = SoftmaxLoss{3}, .own_plans = true});
}

TEST(LinearEngine, TakesOtherRecordsWithAnotherNetwork) {
  LinearWorld first({.loss = LogisticLoss{}}), second({.loss = HuberLoss{.width = 0.7, .label_bound = 1.5}});
  LinearEngine engine(the_device(), std::make_unique<NobodyElse>());
  engine.run(first.trials, never);
  const std::vector<TrialOutcome> ours = engine.run(second.trials, never),
                                  expected = ReferenceEngine().run(second.trials, never);
  test::expect_same_errors(ours[0].errors, expected[0].errors);
}

TEST(LinearEngine, LeavesWhatTrialsDoNotShareToAnother) {
  LinearWorld one({.loss = LogisticLoss{}}), other({.loss = LogisticLoss{}});
  std::vector<Trial> mixed{one.trials[0], other.trials[1]};
  EXPECT_FALSE(suits_linear(mixed));
}

TEST(LinearEngine, StopsWhereItIsInterrupted) {
  LinearWorld world({.loss = LogisticLoss{}});
  const std::atomic<bool> interrupt{true};
  EXPECT_TRUE(LinearEngine(the_device(), std::make_unique<ReferenceEngine>()).run(world.trials, interrupt).empty());
}

}  // namespace
}  // namespace sotto
