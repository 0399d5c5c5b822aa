// SPDX-License-Identifier: MIT
// Stage II: the mean is kept, nodes contract by beta per round, the stop rule is met and says when its cap binds.
#include "sotto/consensus/stop_rule.hpp"

#include <gtest/gtest.h>

#include <cmath>

#include "support/network.hpp"

namespace sotto {
namespace {

double distance_to_mean(const std::vector<std::vector<double>>& y, std::vector<double>* mean_out = nullptr) {
  std::vector<double> mean(y[0].size(), 0.0);
  for (const auto& v : y)
    for (std::size_t k = 0; k < mean.size(); ++k) mean[k] += v[k] / static_cast<double>(y.size());
  double sum = 0;
  for (const auto& v : y)
    for (std::size_t k = 0; k < mean.size(); ++k) sum += (v[k] - mean[k]) * (v[k] - mean[k]);
  if (mean_out != nullptr) *mean_out = mean;
  return std::sqrt(sum);
}

test::Tape run(const test::TestNetwork& net, const StopRule& rule, TrialOutcome* outcome = nullptr,
               Consensus consensus = Consensus::plain) {
  SeededNoise noise({.seed = 3, .trial = 0});
  test::Tape tape;
  Network network = net.network();
  network.consensus = consensus;
  TrialOutcome result = run_reference(network, rule, noise, tape, test::never);
  if (outcome != nullptr) *outcome = std::move(result);
  return tape;
}

TEST(StageTwo, KeepsTheMeanAndContractsByBetaEveryRound) {
  for (const Graph& graph : {ring_graph(7), star_graph(6), path_graph(5), complete_graph(4),
                             erdos_renyi_graph({.nodes = 12, .edge_probability = 0.4, .seed = 1})}) {
    const test::TestNetwork net({.graph = graph, .rounds = 4});
    const test::Tape tape = run(net, FixedRounds{25});
    const double beta = net.weights().mixing_rate().beta;
    std::vector<double> mean, later;
    const double start = distance_to_mean(tape.messages[3], &mean);
    double before = start;
    for (std::size_t k = 4; k < tape.messages.size(); ++k) {
      const double now = distance_to_mean(tape.messages[k], &later);
      EXPECT_LE(now, beta * before + 1e-13 * start);
      for (std::size_t c = 0; c < mean.size(); ++c) EXPECT_NEAR(later[c], mean[c], 1e-12 * (1 + std::abs(mean[c])));
      before = now;
    }
  }
}

TEST(StageTwo, UntilContractedTakesTheFewestRoundsThatReachTheTolerance) {
  for (double beta : {0.0, 0.01, 0.5, 0.9, 0.999})
    for (double tolerance : {1e-2, 1e-6, 1e-12}) {
      const StageTwo stage =
          stage_two(UntilContracted{.tolerance = tolerance, .cap = 1000000}, {Consensus::plain, beta});
      EXPECT_FALSE(stage.cap_binds);
      EXPECT_LE(std::pow(beta, stage.most_rounds), tolerance * (1 + 1e-9));
      EXPECT_GT(std::pow(beta, stage.most_rounds - 1.0), tolerance * (1 - 1e-9));
      EXPECT_DOUBLE_EQ(stage.disagreement_left, std::pow(beta, stage.most_rounds));
    }
}

TEST(StageTwo, ACapThatBindsIsSaidWithWhatIsLeft) {
  const StageTwo stage = stage_two(UntilContracted{.tolerance = 1e-6, .cap = 100}, {Consensus::plain, 0.99});
  EXPECT_TRUE(stage.cap_binds);
  EXPECT_EQ(stage.most_rounds, 100u);
  EXPECT_DOUBLE_EQ(stage.disagreement_left, std::pow(0.99, 100));
}

TEST(StageTwo, TheRoundsAndWhatTheyLeaveAreThoseOfTheAveraging) {
  const Averaging chebyshev{Consensus::chebyshev, 0.99};
  const StageTwo stage = stage_two(UntilContracted{.tolerance = 1e-6, .cap = 200}, chebyshev);
  EXPECT_FALSE(stage.cap_binds);  // plain averaging needs 1375
  EXPECT_EQ(stage.most_rounds, rounds_to_contract(chebyshev, 1e-6));
  for (const StopRule& rule : {StopRule{FixedRounds{7}}, StopRule{UntilAgreement{.tolerance = 1e-6, .cap = 7}}})
    EXPECT_EQ(stage_two(rule, chebyshev).disagreement_left, disagreement_left(chebyshev, 7));
}

TEST(StageTwo, UntilContractedLeavesNoMoreThanTheToleranceInARealRun) {
  const test::TestNetwork net({.graph = ring_graph(9), .rounds = 4});
  Round before = 10000;
  for (const Consensus consensus : all_consensus) {
    const test::Tape tape = run(net, UntilContracted{.tolerance = 1e-4, .cap = 10000}, nullptr, consensus);
    EXPECT_LE(distance_to_mean(tape.messages.back()), 1e-4 * distance_to_mean(tape.messages[3]));
    EXPECT_LT(tape.rounds.back(), before);  // the second kind takes fewer
    before = tape.rounds.back();
  }
}

TEST(StageTwo, UntilAgreementStopsAtTheFirstRoundWithoutChange) {
  const test::TestNetwork net({.graph = ring_graph(9), .rounds = 4});
  TrialOutcome outcome;
  const test::Tape tape = run(net, UntilAgreement{.tolerance = 1e-3, .cap = 10000}, &outcome);
  const auto change = [&](std::size_t k) {
    double largest = 0;
    for (std::size_t i = 0; i < 9; ++i) {
      double moved = 0, length = 0;
      for (std::size_t c = 0; c < 3; ++c) {
        moved += std::pow(tape.messages[k][i][c] - tape.messages[k - 1][i][c], 2);
        length += std::pow(tape.messages[k - 1][i][c], 2);
      }
      largest = std::max(largest, std::sqrt(moved / length));
    }
    return largest;
  };
  const std::size_t last = tape.messages.size() - 1;
  EXPECT_EQ(outcome.consensus_rounds, last - 3);
  EXPECT_FALSE(outcome.ended_by_cap);
  EXPECT_LE(change(last), 1e-3);
  for (std::size_t k = 4; k < last; ++k) EXPECT_GT(change(k), 1e-3);
}

TEST(StageTwo, UntilAgreementEndsAtItsCap) {
  const test::TestNetwork net({.graph = ring_graph(9), .rounds = 4});
  TrialOutcome outcome;
  run(net, UntilAgreement{.tolerance = 1e-300, .cap = 5}, &outcome);
  EXPECT_EQ(outcome.consensus_rounds, 5u);
  EXPECT_TRUE(outcome.ended_by_cap);
  run(net, UntilContracted{.tolerance = 1e-300, .cap = 5}, &outcome);
  EXPECT_TRUE(outcome.ended_by_cap);
  run(net, FixedRounds{5}, &outcome);
  EXPECT_FALSE(outcome.ended_by_cap);
}

}  // namespace
}  // namespace sotto
