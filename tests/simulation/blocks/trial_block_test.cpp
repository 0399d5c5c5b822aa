// SPDX-License-Identifier: MIT
// Blocks of trials against the reference engine: the same bits, trial by trial.
#include "sotto/simulation/blocks/trial_block.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <functional>

#include "sotto/graph/topologies.hpp"
#include "sotto/graph/weight_rules.hpp"
#include "sotto/privacy/seeded_noise.hpp"
#include "sotto/problem/mean_estimation.hpp"
#include "sotto/problem/minimiser.hpp"
#include "sotto/problem/truncated_gaussian.hpp"
#include "sotto/simulation/engine/reference.hpp"
#include "support/trial_errors.hpp"

namespace sotto {
namespace {

const std::atomic<bool> nobody_interrupts{false};
constexpr std::uint64_t seed = 0x5EED5EED5EED;
constexpr std::uint32_t first_trial = 5;
constexpr std::size_t records = 4;

/// f(x) = sum over records of ||x - d||^2 / 2 + ln(1 + exp(<x, d>)): nothing the engine knows.
class SoftObjective final : public Objective {
 public:
  explicit SoftObjective(const Domain& domain, Records its_records)
      : domain_(domain), mean_(domain, its_records), records_(std::move(its_records)) {}
  std::size_t dimension() const override { return mean_.dimension(); }
  double value(std::span<const double> x) const override {
    double sum = mean_.value(x);
    for (std::size_t r = 0; r < records_.count(); ++r) sum += std::log1p(std::exp(inner(r, x)));
    return sum;
  }
  void gradient(std::span<const double> x, std::span<double> out) const override {
    mean_.gradient(x, out);
    for (std::size_t r = 0; r < records_.count(); ++r) {
      const double weight = 1 / (1 + std::exp(-inner(r, x)));
      for (std::size_t c = 0; c < x.size(); ++c) out[c] += weight * record(r)[c];
    }
  }
  PublicConstants public_constants() const override {
    PublicConstants constants = MeanEstimation::constants_for(domain_, records_.count());
    constants.record_sensitivity *= 2;
    return constants;
  }

 private:
  std::span<const double> record(std::size_t r) const {
    return std::span(records_.values).subspan(r * records_.dimension, records_.dimension);
  }
  double inner(std::size_t r, std::span<const double> x) const {
    double sum = 0;
    for (std::size_t c = 0; c < x.size(); ++c) sum += x[c] * record(r)[c];
    return sum;
  }
  Domain domain_;
  MeanEstimation mean_;
  Records records_;
};

struct Case {
  Domain domain = Box{.dimension = 3, .half_side = 2};
  Graph graph = erdos_renyi_graph({.nodes = 7, .edge_probability = 0.5, .seed = 1});
  StopRule stop = FixedRounds{6};
  std::size_t trials = 3;
  double epsilon = 40;  ///< so that the box binds now and then, but not always
  Consensus consensus = Consensus::plain;
  bool own_plans = false, fresh_graphs = false, same_records = false, soft = false;
  Round mixing_rounds = 1;
  Acceleration acceleration = Acceleration::none;
  Output output = Output::last;
  bool masked = false;
};

/// Everything that a block and the reference engine need, for some trials.
struct World {
  explicit World(const Case& of) : settings(of) {
    for (std::size_t k = 0; k < of.trials; ++k) {
      const auto trial = first_trial + static_cast<std::uint32_t>(k);
      weights.push_back(std::make_unique<WeightMatrix>(make_weights(
          of.fresh_graphs ? erdos_renyi_graph({.nodes = of.graph.node_count(), .edge_probability = 0.5, .seed = trial})
                          : of.graph,
          WeightRule::metropolis)));
      views.emplace_back();
      for (NodeId i = 0; i < of.graph.node_count(); ++i) {
        if (k > 0 && of.same_records) {
          views[k].push_back(views[0][i]);
          continue;
        }
        Records drawn =
            draw_records({.dimension = dimension(of.domain), .mean = 1, .radius = largest_coordinate(of.domain)},
                         {.seed = seed, .trial = trial, .node = i, .record_count = records});
        if (of.soft)
          objectives.push_back(std::make_unique<SoftObjective>(of.domain, std::move(drawn)));
        else
          objectives.push_back(std::make_unique<MeanEstimation>(of.domain, std::move(drawn)));
        views[k].push_back(objectives.back().get());
      }
      minimisers.push_back(of.soft ? std::vector<double>(dimension(of.domain), 1.0)
                                   : non_private_minimiser(views[k], of.domain));
    }
    for (NodeId i = 0; i <= of.graph.node_count(); ++i)
      plans.push_back(
          make_plan({.budget = {of.epsilon * (1 + i % 3), 1e-3},
                     .gradient_rounds = 12,
                     .constants = views[0][0]->public_constants(),
                     .schedule = i % 2 == 0 ? NoiseSchedule::constant : NoiseSchedule::paper,
                     .step = of.acceleration == Acceleration::none ? StepRule::shifted : StepRule::constant,
                     .mechanism = of.masked ? Mechanism(MaskedSums{of.graph.node_count(), 2}) : Independent{},
                     .mixing_rounds = of.mixing_rounds,
                     .acceleration = of.acceleration,
                     .output = of.output}));
    if (of.own_plans) own.assign(plans.begin() + 1, plans.end());
    for (std::size_t k = 0; k < of.trials; ++k)
      trials.push_back({.network = {.weights = *weights[of.fresh_graphs ? k : 0],
                                    .domain = settings.domain,
                                    .plan = plans[0],
                                    .objectives = views[k],
                                    .own_plans = own,
                                    .consensus = settings.consensus},
                        .stop = settings.stop,
                        .noise = {.seed = seed, .trial = first_trial + static_cast<std::uint32_t>(k)},
                        .minimiser = minimisers[k],
                        .every_node = k == 0});
  }

  Case settings;
  std::vector<std::unique_ptr<WeightMatrix>> weights;
  std::vector<std::unique_ptr<Objective>> objectives;
  std::vector<std::vector<const Objective*>> views;
  std::vector<std::vector<double>> minimisers;
  std::vector<Plan> plans, own;
  std::vector<Trial> trials;
};

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
