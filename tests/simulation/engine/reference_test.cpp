// SPDX-License-Identifier: MIT
// The reference engine: what it counts, when it stops, and what the recorder makes of the messages.
#include "sotto/simulation/engine/reference.hpp"

#include <gtest/gtest.h>

#include <cmath>

#include "sotto/simulation/engine/run_recorder.hpp"
#include "support/network.hpp"
#include "support/ranks_of_threads.hpp"
#include "support/trial_errors.hpp"

namespace sotto {
namespace {

TEST(Reference, CountsMessagesBytesRoundsAndCost) {
  const test::TestNetwork net({.graph = star_graph(5), .rounds = 6});
  SeededNoise noise({.seed = 1, .trial = 0});
  NobodyListens nobody;
  const TrialOutcome outcome = run_reference(net.network(), FixedRounds{4}, noise, nobody, test::never);
  EXPECT_EQ(outcome.gradient_rounds, 6u);
  EXPECT_EQ(outcome.consensus_rounds, 4u);
  EXPECT_EQ(outcome.messages, 8u * 10);  // 4 edges, both directions, 10 rounds
  EXPECT_EQ(outcome.bytes, 8u * 10 * 3 * 8);
  EXPECT_NEAR(outcome.alpha_spent, net.plan().alpha_spent(), 1e-12);
  EXPECT_FALSE(outcome.interrupted);
}

/// Asks for an end when it has heard a round.
class Impatient final : public Eavesdropper {
 public:
  Impatient(Round last, std::atomic<bool>& flag) : last_(last), flag_(flag) {}
  void hear(Round t, std::span<const Released>) override { flag_ = flag_ || t == last_; }

 private:
  Round last_;
  std::atomic<bool>& flag_;
};

TEST(Reference, AnInterruptEndsItBetweenRoundsAndOnlyWhatWasSentIsCharged) {
  const test::TestNetwork net({.graph = ring_graph(4), .rounds = 10});
  for (Round last : {3u, 11u, 13u}) {
    std::atomic<bool> flag{false};
    Impatient listener(last, flag);
    SeededNoise noise({.seed = 1, .trial = 0});
    const TrialOutcome outcome = run_reference(net.network(), FixedRounds{9}, noise, listener, flag);
    EXPECT_TRUE(outcome.interrupted);
    EXPECT_EQ(outcome.gradient_rounds + outcome.consensus_rounds, last - 1);
    double cost = 0;
    for (Round t = 1; t <= std::min(last - 1, 10u); ++t) cost += net.plan().cost(t);
    EXPECT_DOUBLE_EQ(outcome.alpha_spent, cost);
  }
}

TEST(Reference, RunsOneNodeAlone) {
  const test::TestNetwork net({.graph = complete_graph(1), .rounds = 3});
  SeededNoise noise({.seed = 1, .trial = 0});
  NobodyListens nobody;
  const TrialOutcome outcome =
      run_reference(net.network(), UntilContracted{.tolerance = 1e-6, .cap = 100}, noise, nobody, test::never);
  EXPECT_EQ(outcome.messages, 0u);
  EXPECT_EQ(outcome.gradient_rounds, 3u);
}

TEST(Reference, RefusesAnObjectiveTooMany) {
  const test::TestNetwork net({.graph = ring_graph(4)});
  const WeightMatrix other = make_weights(ring_graph(5), WeightRule::metropolis);
  SeededNoise noise({.seed = 1, .trial = 0});
  NobodyListens nobody;
  const Network wrong{.weights = other, .domain = net.domain(), .plan = net.plan(), .objectives = net.objectives()};
  EXPECT_THROW(run_reference(wrong, FixedRounds{0}, noise, nobody, test::never), InvalidInput);
}

TEST(RunRecorder, MeasuresWhatTheMessagesSay) {
  const test::TestNetwork net({.graph = ring_graph(4), .rounds = 5});
  SeededNoise noise({.seed = 1, .trial = 0});
  RunRecorder recorder({1, 1, 1}, true);
  run_reference(net.network(), FixedRounds{2}, noise, recorder, test::never);
  test::Tape tape;
  run_reference(net.network(), FixedRounds{2}, noise, tape, test::never);
  ASSERT_EQ(recorder.rounds().mean_error.size(), 7u);
  for (std::size_t t = 0; t < 7; ++t) {
    double node_error = 0, worst = 0, mean_error = 0, spread = 0;
    std::vector<double> mean(3, 0.0);
    for (const auto& y : tape.messages[t])
      for (int k = 0; k < 3; ++k) mean[k] += y[k] / 4;
    for (std::size_t i = 0; i < 4; ++i) {
      double error = 0;
      for (int k = 0; k < 3; ++k) {
        error += std::pow(tape.messages[t][i][k] - 1, 2) / 3;
        spread += std::pow(tape.messages[t][i][k] - mean[k], 2) / 12;
      }
      EXPECT_NEAR(recorder.node_errors()[t][i], error, 1e-12 * error);
      node_error += error / 4;
      worst = std::max(worst, error);
    }
    for (int k = 0; k < 3; ++k) mean_error += std::pow(mean[k] - 1, 2) / 3;
    EXPECT_NEAR(recorder.rounds().node_error[t], node_error, 1e-12 * node_error);
    EXPECT_NEAR(recorder.rounds().worst_error[t], worst, 1e-12 * worst);
    EXPECT_NEAR(recorder.rounds().mean_error[t], mean_error, 1e-10 * mean_error);
    EXPECT_NEAR(recorder.rounds().disagreement[t], spread, 1e-12 * spread);
  }
}

/// Each rank holds some nodes in an order of its own.
TEST(RunRecorder, OnSeveralRanksKnowsTheErrorsOverAllNodes) {
  const NodeId nodes = most_added_plainly + 50;
  const test::TestNetwork net({.graph = ring_graph(nodes), .rounds = 3});
  const std::vector<double> minimiser{1, 1, 1};
  const Trial trial{
      .network = net.network(), .stop = FixedRounds{2}, .noise = {.seed = 1, .trial = 0}, .minimiser = minimiser};
  const TrialErrors expected = ReferenceEngine().run({&trial, 1}, test::never)[0].errors;
  SeededNoise noise(trial.noise);
  test::Tape tape;
  run_reference(net.network(), FixedRounds{2}, noise, tape, test::never);

  test::run_on_ranks(3, [&](Ranks& ranks) {
    std::vector<NodeId> own, places;
    for (NodeId i = nodes; i-- > 0;)
      if (i % 7 % 3 == ranks.number()) own.push_back(i);
    for (NodeId place = 0; place < own.size(); ++place) places.push_back(place);
    const std::optional<std::size_t> first = ranks.number() == 0 ? std::optional(own.size() - 1) : std::nullopt;
    RunRecorder recorder(trial, NodesHere{own.size(), nodes, one_worker(), ranks}, first);
    for (std::size_t r = 0; r < tape.rounds.size(); ++r) {
      std::vector<double> values;
      for (const NodeId i : own) values.insert(values.end(), tape.messages[r][i].begin(), tape.messages[r][i].end());
      recorder.hear(
          tape.rounds[r],
          MessageTable(
              {.values = values.data(), .stride = 3, .dimension = 3, .count = places.size(), .places = places.data()}));
    }
    test::expect_same_errors(
        recorder.finish(trial, [&](std::size_t k) { return std::span(tape.messages.back()[own[k]]); }), expected);
  });
}

TEST(RunRecorder, AMinimiserAtZeroHasNoNormalisedError) {
  EXPECT_THROW(RunRecorder({0, 0}), InvalidInput);
}

}  // namespace
}  // namespace sotto
