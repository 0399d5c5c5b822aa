// SPDX-License-Identifier: MIT
// The engine for large networks against the reference engine: the same messages, metrics and outcome, bit for bit.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

#include "simulation/large_network/support.hpp"
#include "sotto/problem/mean_estimation.hpp"
#include "sotto/simulation/engine/reference.hpp"
#include "sotto/simulation/engine/run_recorder.hpp"
#include "sotto/simulation/large_network/large_engine.hpp"
#include "sotto/workers/worker_pool.hpp"
#include "support/network.hpp"
#include "support/trial_errors.hpp"

namespace sotto {
namespace {

using test::never;

constexpr SeededNoise::Key key{.seed = 0xFEDCBA9876543210, .trial = 0xFFFFFFF7, .stream = Stream::baseline};
constexpr std::size_t records = 4;

/// A network on which both engines can run.
struct BothEngines {
  BothEngines(const Graph& graph, const Domain& set, Round rounds = 3)
      : domain(set),
        weights(make_weights(graph, WeightRule::metropolis)),
        request{.budget = {4, 1e-3},
                .gradient_rounds = rounds,
                .constants = MeanEstimation::constants_for(domain, records)},
        plan(make_plan(request)) {
    for (NodeId i = 0; i < graph.node_count(); ++i) {
      owned.push_back(std::make_unique<MeanEstimation>(
          domain, draw_records({.dimension = dimension(domain), .mean = 1, .radius = largest_coordinate(domain)},
                               {.seed = 1, .trial = 0, .node = i, .record_count = records})));
      view.push_back(owned.back().get());
    }
    sums = std::make_unique<RecordSums>(sums_of_gradients());
  }

  LargeNetwork large(const LargeKernel& kernel = fastest_large_kernel(), Crew& crew = one_worker()) const {
    return LargeNetwork(
        {.weights = placed, .domain = domain, .records_per_node = records, .kernel = kernel, .crew = crew});
  }
  RecordSums sums_of_gradients() const {
    const std::vector<double> origin(dimension(domain), 0.0);
    return RecordSums(*placed,
                      {.dimension = static_cast<std::uint32_t>(dimension(domain)), .records_per_node = records},
                      one_worker(), [&](NodeId i, std::span<double> sum) {
                        view[i]->gradient(origin, sum);  // at 0 it is minus the sum of the records
                        for (double& s : sum) s = 0.0 - s;
                      });
  }
  Network reference() const {
    return {.weights = weights,
            .domain = domain,
            .plan = plan,
            .objectives = view,
            .own_plans = own_plans,
            .consensus = consensus,
            .record_sums = sums.get()};
  }
  Trial trial(const StopRule& stop) const { return {.network = reference(), .stop = stop, .noise = key}; }

  Domain domain;
  WeightMatrix weights;
  PlanRequest request;
  Plan plan;
  std::vector<Plan> own_plans;
  std::vector<std::unique_ptr<MeanEstimation>> owned;
  std::vector<const Objective*> view;
  std::shared_ptr<const PlacedWeights> placed = std::make_shared<const PlacedWeights>(weights);
  std::unique_ptr<RecordSums> sums;
  Consensus consensus = Consensus::plain;
};

/// What the other engine says to its listener.
struct TableTape {
  void operator()(Round t, const MessageTable& y) {
    rounds.push_back(t);
    messages.emplace_back();
    for (NodeId i = 0; i < y.size(); ++i) messages.back().emplace_back(y[i].values().begin(), y[i].values().end());
  }
  std::vector<Round> rounds;
  std::vector<std::vector<std::vector<double>>> messages;
};

void expect_same_outcome(const TrialOutcome& ours, const TrialOutcome& expected) {
  EXPECT_EQ(ours.gradient_rounds, expected.gradient_rounds);
  EXPECT_EQ(ours.consensus_rounds, expected.consensus_rounds);
  EXPECT_EQ(ours.interrupted, expected.interrupted);
  EXPECT_EQ(ours.ended_by_cap, expected.ended_by_cap);
  EXPECT_EQ(ours.messages, expected.messages);
  EXPECT_EQ(ours.bytes, expected.bytes);
  EXPECT_EQ(ours.alpha_spent, expected.alpha_spent);
  EXPECT_TRUE(ours.simulation);
}

/// Every round of every node, with every kernel that this machine can run.
void expect_same_bits(const BothEngines& both, const StopRule& stop) {
  test::Tape expected;
  SeededNoise noise(key);
  const TrialOutcome outcome = run_reference(both.reference(), stop, noise, expected, never);
  for (const LargeKernel& kernel : all_large_kernels()) {
    if (!kernel.runs_here()) continue;
    SCOPED_TRACE(kernel.instruction_set);
    LargeNetwork network = both.large(kernel);
    TableTape ours;
    expect_same_outcome(network.run(both.trial(stop), std::ref(ours), never), outcome);
    EXPECT_EQ(ours.rounds, expected.rounds);
    EXPECT_EQ(ours.messages, expected.messages);
    for (NodeId i = 0; i < network.node_count(); ++i) {
      const MessageTable messages = network.messages();
      const std::span<const double> last = messages[messages.size() == 1 ? 0 : i].values();
      EXPECT_TRUE(std::equal(last.begin(), last.end(), outcome.messages_at_end[i].values().begin())) << i;
    }
  }
}

TEST(LargeNetwork, EqualsTheReferenceEngineOnEveryKindOfGraph) {
  for (const Graph& graph :
       {complete_graph(1), complete_graph(2), ring_graph(101), test::numbered_at_random(grid_graph({6, 7})),
        test::numbered_at_random(star_graph(300)), random_regular_graph({.nodes = 64, .degree = 8, .seed = 3})}) {
    SCOPED_TRACE(std::string(name_of(graph.known().family)) + ", nodes: " + std::to_string(graph.node_count()));
    expect_same_bits(BothEngines(graph, Box{.dimension = 16, .half_side = 2}), FixedRounds{2});
  }
}

TEST(LargeNetwork, EqualsTheReferenceEngineInEveryDimension) {
  for (const std::size_t p : {1u, 2u, 3u, 7u, 8u, 9u, 10u, 15u, 17u, 24u, 127u, 128u, 129u, 257u, 390u}) {
    SCOPED_TRACE("p = " + std::to_string(p));
    const Graph graph = test::numbered_at_random(grid_graph({3, 7}));
    expect_same_bits(BothEngines(graph, Box{.dimension = p, .half_side = 2}), FixedRounds{1});
    expect_same_bits(BothEngines(graph, Ball{.dimension = p, .radius = 2}), FixedRounds{1});
  }
}

TEST(LargeNetwork, EqualsTheReferenceEngineWhereSquaresOverflow) {
  expect_same_bits(BothEngines(ring_graph(9), Ball{.dimension = 3, .radius = 1e200}), FixedRounds{1});
}

TEST(LargeNetwork, EqualsTheReferenceEngineWhereStepsLeaveTheDomain) {
  for (const Domain& domain :
       {Domain(Box{.dimension = 6, .half_side = 2}), Domain(Ball{.dimension = 6, .radius = 2})}) {
    BothEngines both(ring_graph(9), domain);
    both.request.constants.curvature = {.strong_convexity = 1, .smoothness = 1};  // of fewer records than there are
    both.plan = make_plan(both.request);
    expect_same_bits(both, FixedRounds{0});
  }
}

TEST(LargeNetwork, StopsWhereTheReferenceEngineDoes) {
  BothEngines both(test::numbered_at_random(grid_graph({4, 5})), Box{.dimension = 5, .half_side = 3});
  const StopRule rules[] = {FixedRounds{0},
                            FixedRounds{9},
                            UntilContracted{1e-3, 500},
                            UntilContracted{1e-9, 3},
                            UntilAgreement{1e-2, 500},
                            UntilAgreement{1e-9, 4},
                            UntilAgreement{0.5, 0}};
  for (const StopRule& stop : rules) {
    SCOPED_TRACE("rule " + std::to_string(stop.index()));
    for (const Consensus consensus : all_consensus) {
      both.consensus = consensus;
      expect_same_bits(both, stop);
    }
  }
}

TEST(LargeNetwork, AcceleratesStageTwoAsTheReferenceEngineDoes) {
  for (const std::size_t p : {1u, 8u, 10u, 17u, 129u})
    for (const Graph& graph : {complete_graph(1), ring_graph(31), test::numbered_at_random(star_graph(40))}) {
      SCOPED_TRACE(std::string(name_of(graph.known().family)) + ", p = " + std::to_string(p));
      BothEngines both(graph, Box{.dimension = p, .half_side = 2}, 2);
      both.consensus = Consensus::chebyshev;
      expect_same_bits(both, FixedRounds{6});
    }
}

TEST(LargeNetwork, LetsNodesHavePlansOfTheirOwn) {
  BothEngines both(test::numbered_at_random(grid_graph({4, 5})), Box{.dimension = 4, .half_side = 3});
  both.own_plans.assign(20, both.plan);
  both.request.budget.epsilon = 1;
  both.own_plans[7] = both.own_plans[13] = make_plan(both.request);
  both.request.schedule = NoiseSchedule::paper_normalised;
  both.own_plans[0] = make_plan(both.request);
  expect_same_bits(both, FixedRounds{2});
}

/// A sum over 5000 nodes is exact.
TEST(LargeNetwork, AddsMaskedSumsAsTheReferenceEngineDoes) {
  for (const NodeId nodes : {2u, 9u, 5000u})
    for (const Domain& domain :
         {Domain(Box{.dimension = 5, .half_side = 2}), Domain(Ball{.dimension = 5, .radius = 2})}) {
      SCOPED_TRACE(nodes);
      BothEngines both(test::numbered_at_random(ring_graph(std::max(nodes, 3u))), domain);
      both.request.mechanism = MaskedSums{.members = std::max(nodes, 3u), .colluders = 1};
      for (const Output output : all_outputs)
        for (const Acceleration acceleration : all_accelerations) {
          both.request.output = output;
          both.request.acceleration = acceleration;
          both.request.step = acceleration == Acceleration::none ? StepRule::shifted : StepRule::constant;
          both.plan = make_plan(both.request);
          expect_same_bits(both, FixedRounds{3});
        }
    }
}

TEST(LargeNetwork, MixesAcceleratesAndWeighsAsTheReferenceEngineDoes) {
  for (const Domain& domain : {Domain(Box{.dimension = 5, .half_side = 2}), Domain(Ball{.dimension = 5, .radius = 2})})
    for (const Round mixing_rounds : {1u, 2u, 5u})
      for (const Consensus consensus : all_consensus)
        for (const Output output : all_outputs)
          for (const Acceleration acceleration : all_accelerations) {
            BothEngines both(test::numbered_at_random(grid_graph({4, 5})), domain, 4);
            both.consensus = consensus;
            both.request.mixing_rounds = mixing_rounds;
            both.request.output = output;
            both.request.acceleration = acceleration;
            both.request.step = acceleration == Acceleration::none ? StepRule::paper : StepRule::constant;
            both.plan = make_plan(both.request);
            expect_same_bits(both, FixedRounds{3});
          }
}

TEST(LargeNetwork, GivesARecorderTheMetricsOfTheReferenceEngine) {
  const BothEngines both(test::numbered_at_random(grid_graph({9, 5})), Box{.dimension = 6, .half_side = 3});
  const std::vector<double> minimiser{1, 2, 0.5, -1, 0.25, 3};
  RunRecorder expected(minimiser, true), ours(minimiser, true);
  SeededNoise noise(key);
  run_reference(both.reference(), FixedRounds{3}, noise, expected, never);
  both.large().run(
      both.trial(FixedRounds{3}), [&](Round t, const MessageTable& y) { ours.hear(t, y); }, never);
  EXPECT_EQ(ours.rounds().mean_error, expected.rounds().mean_error);
  EXPECT_EQ(ours.rounds().node_error, expected.rounds().node_error);
  EXPECT_EQ(ours.rounds().worst_error, expected.rounds().worst_error);
  EXPECT_EQ(ours.rounds().disagreement, expected.rounds().disagreement);
  EXPECT_EQ(ours.node_errors(), expected.node_errors());
}

/// So many nodes that sums over them are exact.
TEST(LargeNetwork, AnyNumberOfThreadsInsideMakesTheSameBits) {
  for (const Domain& domain :
       {Domain(Box{.dimension = 3, .half_side = 3}), Domain(Ball{.dimension = 3, .radius = 3})}) {
    BothEngines both(ring_graph(2 * most_added_plainly + 77), domain);
    const std::vector<double> minimiser{1, 2, 0.5};
    Trial trial = both.trial(UntilAgreement{0.3, 9});
    trial.minimiser = minimiser;
    trial.every_node = true;
    const TrialOutcome expected = ReferenceEngine().run({&trial, 1}, never)[0];
    ASSERT_GT(expected.consensus_rounds, 0u);
    for (const unsigned threads : {1u, 2u, 3u, 7u}) {
      SCOPED_TRACE(threads);
      LargeEngine engine(both.weights, [&] { return std::make_unique<WorkerPool>(threads); });
      const std::vector<TrialOutcome> ours = engine.run({&trial, 1}, never);
      ASSERT_EQ(ours.size(), 1u);
      expect_same_outcome(ours[0], expected);
      test::expect_same_errors(ours[0].errors, expected.errors);
    }
  }
}

TEST(LargeEngine, RefusesATrialOnOtherWeights) {
  const BothEngines both(ring_graph(5), Box{.dimension = 2, .half_side = 3}),
      others(ring_graph(5), Box{.dimension = 2, .half_side = 3});
  LargeEngine engine(others.weights, [] { return std::make_unique<OneWorker>(); });
  const Trial trial = both.trial(FixedRounds{0});
  EXPECT_THROW(engine.run({&trial, 1}, never), std::logic_error);
}

TEST(LargeNetwork, RunsTrialAfterTrialFromTheStart) {
  BothEngines both(ring_graph(12), Box{.dimension = 4, .half_side = 3});
  both.consensus = Consensus::chebyshev;  // which starts anew as well
  LargeNetwork network = both.large();
  TableTape first, other, again;
  network.run(both.trial(FixedRounds{3}), std::ref(first), never);
  Trial trial = both.trial(FixedRounds{3});
  trial.noise.trial = 5;
  network.run(trial, std::ref(other), never);
  network.run(both.trial(FixedRounds{3}), std::ref(again), never);
  EXPECT_EQ(first.messages, again.messages);
  EXPECT_NE(first.messages, other.messages);
}

TEST(LargeNetwork, StopsBetweenRoundsWhenInterrupted) {
  const BothEngines both(ring_graph(12), Box{.dimension = 4, .half_side = 3}, 5);
  for (const Round last : {2u, 6u, 8u}) {  // t of y(t): in Stage I, at its end, in Stage II
    std::atomic<bool> interrupt{false};
    TableTape heard;
    LargeNetwork network = both.large();
    const TrialOutcome outcome = network.run(
        both.trial(FixedRounds{4}),
        [&](Round t, const MessageTable& y) {
          heard(t, y);
          interrupt = t == last;
        },
        interrupt);
    EXPECT_TRUE(outcome.interrupted);
    EXPECT_FALSE(outcome.ended_by_cap);
    EXPECT_EQ(outcome.gradient_rounds, std::min(last - 1, 5u));
    EXPECT_EQ(outcome.consensus_rounds, last - 1 - outcome.gradient_rounds);
    EXPECT_EQ(outcome.messages, 24u * (last - 1));
    EXPECT_EQ(heard.rounds.back(), last);
  }
}

TEST(LargeNetwork, RefusesPlansThatTheReferenceEngineRefuses) {
  BothEngines both(ring_graph(5), Box{.dimension = 2, .half_side = 3});
  LargeNetwork network = both.large();
  const auto refuses_plans = [&](const Plan& plan, std::span<const Plan> own) {
    const Network asked{both.weights, both.domain, plan, both.view, own, Consensus::plain, both.sums.get()};
    EXPECT_THROW(network.run({.network = asked, .stop = FixedRounds{0}, .noise = key}, nullptr, never), InvalidInput);
  };
  const auto refuses = [&](const PlanRequest& request) {
    const Plan plan = make_plan(request);
    refuses_plans(plan, {});
    refuses_plans(both.plan, std::vector<Plan>{both.plan, both.plan, both.plan, both.plan, plan});
  };
  PlanRequest less = both.request, lattice = both.request, add_remove = both.request, longer = both.request;
  less.constants.record_sensitivity /= 2;
  refuses(less);
  lattice.lattice = both.domain;
  refuses(lattice);
  add_remove.budget.adjacency = Adjacency::add_remove;
  add_remove.constants.uses_record_count = false;
  refuses(add_remove);
  longer.gradient_rounds = 9;
  const std::vector<Plan> of_other_lengths(5, make_plan(longer)), too_few(4, both.plan);
  refuses_plans(both.plan, of_other_lengths);
  refuses_plans(both.plan, too_few);
}

TEST(LargeNetwork, RefusesToGoOnFromAMessageThatIsNotFinite) {
  const BothEngines both(ring_graph(5), Box{.dimension = 2, .half_side = 3});
  for (const LargeKernel& kernel : all_large_kernels()) {
    if (!kernel.runs_here()) continue;
    LargeNetwork network = both.large(kernel);
    const RecordSums bad(*both.placed, {.dimension = 2, .records_per_node = records}, one_worker(),
                         [](NodeId i, std::span<double> sum) { sum[1] = i == 3 ? std::nan("") : 0.0; });
    Trial trial = both.trial(FixedRounds{0});
    trial.network.record_sums = &bad;
    EXPECT_THROW(network.run(trial, nullptr, never), InvalidInput) << kernel.instruction_set;
  }
}

TEST(LargeNetwork, RefusesADomainWithoutRoomAndNodesWithoutRecords) {
  const BothEngines both(ring_graph(5), Box{.dimension = 2, .half_side = 3});
  const auto make = [&](const Domain& domain, std::size_t count) {
    LargeNetwork({.weights = both.placed, .domain = domain, .records_per_node = count});
  };
  EXPECT_THROW(make(Box{.dimension = 0, .half_side = 3}, records), InvalidInput);
  EXPECT_THROW(make(Box{.dimension = 2, .half_side = -1}, records), InvalidInput);
  EXPECT_THROW(make(Ball{.dimension = 2, .radius = std::nan("")}, records), InvalidInput);
  EXPECT_THROW(make(both.domain, 0), InvalidInput);
  for (const Domain& other : {Domain(Simplex{2, 3}), Domain(L1Ball{2, 3}), Domain(Product{{Box{2, 3}}})})
    EXPECT_THROW(make(other, records), InvalidInput);
}

TEST(LargeNetwork, HoldsAtMost520BytesForANodeOfDegree8InDimension16) {
  const BothEngines both(random_regular_graph({.nodes = 512, .degree = 8, .seed = 1}),
                         Box{.dimension = 16, .half_side = 3});
  EXPECT_LE(both.large().bytes() + both.sums->bytes(), 520u * 512);
}

}  // namespace
}  // namespace sotto
