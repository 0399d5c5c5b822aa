// SPDX-License-Identifier: MIT
// Blocks of trials against the reference engine: the same bits, trial by trial.
#include "sotto/montecarlo/trial_block.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <functional>

#include "sotto/engine/reference.hpp"
#include "sotto/graph/topologies.hpp"
#include "sotto/graph/weight_rules.hpp"
#include "sotto/privacy/seeded_noise.hpp"
#include "sotto/problem/mean_estimation.hpp"
#include "sotto/problem/minimiser.hpp"
#include "sotto/problem/truncated_gaussian.hpp"

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
      plans.push_back(make_plan({.budget = {of.epsilon * (1 + i % 3), 1e-3},
                                 .gradient_rounds = 12,
                                 .constants = views[0][0]->public_constants(),
                                 .schedule = i % 2 == 0 ? NoiseSchedule::constant : NoiseSchedule::paper}));
    if (of.own_plans) own.assign(plans.begin() + 1, plans.end());
    for (std::size_t k = 0; k < of.trials; ++k)
      block_trials.push_back({*weights[of.fresh_graphs ? k : 0], views[k], minimisers[k]});
  }
  TrialBlock block(bool every_node = false) const {
    return {.trials = block_trials,
            .domain = settings.domain,
            .plan = plans[0],
            .own_plans = own,
            .stop = settings.stop,
            .consensus = settings.consensus,
            .seed = seed,
            .first_trial = first_trial,
            .every_node = every_node};
  }

  Case settings;
  std::vector<std::unique_ptr<WeightMatrix>> weights;
  std::vector<std::unique_ptr<Objective>> objectives;
  std::vector<std::vector<const Objective*>> views;
  std::vector<std::vector<double>> minimisers;
  std::vector<Plan> plans, own;
  std::vector<BlockTrial> block_trials;
};

struct Reference final : Eavesdropper {
  explicit Reference(const World& world, std::size_t k) : recorder(world.minimisers[k], true) {
    SeededNoise noise({.seed = seed, .trial = first_trial + static_cast<std::uint32_t>(k)});
    const Network network{.weights = world.block_trials[k].weights,
                          .domain = world.settings.domain,
                          .plan = world.plans[0],
                          .objectives = world.views[k],
                          .own_plans = world.own,
                          .consensus = world.settings.consensus};
    outcome = run_reference(network, world.settings.stop, noise, *this, nobody_interrupts);
  }
  void hear(Round t, std::span<const Released> y) override {
    recorder.hear(t, y);
    if (t == 13) first_message.assign(y[0].values().begin(), y[0].values().end());
  }
  RunRecorder recorder;
  RunOutcome outcome;
  std::vector<double> first_message;
};

void expect_close(double ours, double reference, double tolerance) {
  if (tolerance == 0)
    ASSERT_EQ(ours, reference);
  else
    ASSERT_NEAR(ours, reference, tolerance * std::abs(reference));
}

void expect_equals_reference(const Case& of, double tolerance = 0) {
  const World world(of);
  for (const Kernel& kernel : all_kernels()) {
    if (!kernel.runs_here()) continue;
    SCOPED_TRACE(kernel.instruction_set);
    const auto outcomes = run_block(world.block(true), nobody_interrupts, kernel);
    ASSERT_TRUE(outcomes);
    for (std::size_t k = 0; k < of.trials; ++k) {
      const Reference reference(world, k);
      const BlockOutcome& ours = (*outcomes)[k];
      ASSERT_EQ(ours.consensus_rounds, reference.outcome.consensus_rounds);
      EXPECT_EQ(ours.ended_by_cap, reference.outcome.ended_by_cap);
      ASSERT_EQ(ours.rounds.mean_error.size(), reference.recorder.rounds().size());
      for (std::size_t c = 0; c < reference.first_message.size(); ++c)
        expect_close(ours.first_message[c], reference.first_message[c], tolerance);
      for (std::size_t r = 0; r < ours.rounds.mean_error.size(); ++r) {
        const RoundRecord& record = reference.recorder.rounds()[r];
        expect_close(ours.rounds.mean_error[r], record.mean_error, tolerance);
        expect_close(ours.rounds.node_error[r], record.node_error, tolerance);
        expect_close(ours.rounds.worst_error[r], record.worst_error, tolerance);
        expect_close(ours.rounds.disagreement[r], record.disagreement, tolerance);
        for (std::size_t i = 0; i < of.graph.node_count() && k == 0; ++i)
          expect_close(ours.node_errors[r][i], reference.recorder.node_errors()[r][i], tolerance);
      }
      double node_error = 0;
      for (Released y : reference.outcome.messages_at_end) {
        y.project_onto(of.domain);
        node_error += reference.recorder.error_of(y.values());
      }
      expect_close(ours.outputs.mean, node_error / static_cast<double>(of.graph.node_count()), tolerance);
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
  const auto whole = run_block(all.block(), nobody_interrupts);
  for (const std::size_t size : {1u, 7u, 8u})
    for (std::size_t first = 0; first < 20; first += size) {
      TrialBlock part = all.block();
      part.trials = part.trials.subspan(first, std::min<std::size_t>(size, 20 - first));
      part.first_trial += static_cast<std::uint32_t>(first);
      const auto outcomes = run_block(part, nobody_interrupts);
      for (std::size_t k = 0; k < part.trials.size(); ++k) {
        EXPECT_EQ((*outcomes)[k].rounds.mean_error, (*whole)[first + k].rounds.mean_error);
        EXPECT_EQ((*outcomes)[k].first_message, (*whole)[first + k].first_message);
      }
    }
}

TEST(TrialBlock, WithoutNoiseComesToTheMinimiser) {
  const World world({.trials = 4});
  TrialBlock block = world.block();
  block.noisy = false;
  const auto outcomes = run_block(block, nobody_interrupts);
  for (const BlockOutcome& outcome : *outcomes)
    EXPECT_LT(outcome.rounds.mean_error[11], 1e-24);  // a step of 1/(mu t) averages the records exactly
}

TEST(TrialBlock, AnInterruptEndsIt) {
  const std::atomic<bool> pressed{true};
  const World world({});
  EXPECT_FALSE(run_block(world.block(), pressed));
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

}  // namespace
}  // namespace sotto
