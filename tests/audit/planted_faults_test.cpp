// SPDX-License-Identifier: MIT
// Mistakes planted in a double of Algorithm 1 that the check of the noise catches; the shipped node passes it.
//
// The check's false-alarm rate is 1e-6 in each test (NoiseCheck::false_alarm_rate).
#include <gtest/gtest.h>

#include "audit/support.hpp"

namespace sotto {
namespace {

using test::Audited;
using test::Planted;

bool blames(const NoiseCheck& check, const std::string& words) {
  return std::any_of(check.failures.begin(), check.failures.end(),
                     [&](const Finding& finding) { return finding.what.find(words) != std::string::npos; });
}

/// What the check says of a double; the shipped nodes must pass on the same network.
NoiseCheck caught(const Audited& audited, Planted fault) {
  EXPECT_TRUE(audited.noise_check(audited.shipped()).passed());
  NoiseCheck check = audited.noise_check(audited.with(fault));
  EXPECT_FALSE(check.passed());
  if (check.failures.empty()) check.failures.push_back({"nothing", 0, 0, 0});
  return check;
}

TEST(AlgorithmDouble, WithoutAFaultSaysWhatTheShippedNodesSayBitForBit) {
  for (const Domain& domain : {Domain(Box{3, 1}), Domain(Ball{2, 0.5})}) {
    const Audited audited({.graph = path_graph(4), .domain = domain, .consensus_rounds = 5});
    Transcript shipped(audited.shape()), repeated(audited.shape());
    for (const Side side : {Side::data, Side::neighbour}) {
      for (std::uint32_t trial = 0; trial < 20; ++trial) {
        audited.shipped()(side, trial, shipped);
        audited.with(Planted::nothing)(side, trial, repeated);
        ASSERT_EQ(shipped.last_round(), 16U);
        ASSERT_EQ(repeated.last_round(), 16U);
        for (Round t = 1; t <= 16; ++t)
          for (NodeId i = 0; i < 4; ++i)
            EXPECT_TRUE(
                std::equal(shipped.message(t, i).begin(), shipped.message(t, i).end(), repeated.message(t, i).begin()));
      }
    }
  }
}

TEST(PlantedFault, NoiseAtNineTenthsOfItsScaleIsCaughtByTheVarianceOfTheResiduals) {
  const Audited audited;
  const NoiseCheck check = caught(audited, Planted::noise_times_09);
  EXPECT_TRUE(blames(check, "variance of all messages"));
  EXPECT_NEAR(check.variance, 0.81, 0.02);
}

TEST(PlantedFault, ARoundWithoutNoiseIsCaughtByTheVarianceOfThatRound) {
  const Audited audited;
  const NoiseCheck check = caught(audited, Planted::a_silent_round);
  EXPECT_EQ(check.failures.front().what, "variance of round 3");
  EXPECT_NEAR(check.failures.front().value, 0, 1e-20);
}

TEST(PlantedFault, ThePrintedHandOverIsCaughtByTheVarianceOfTheLastNoisyRound) {
  const Audited audited({.consensus_rounds = 3});
  EXPECT_EQ(caught(audited, Planted::printed_hand_over).failures.front().what, "variance of round 10");
}

TEST(PlantedFault, TheOwnExactEstimateInTheMixIsCaughtByTheCorrelationOfRounds) {
  const Audited audited({.graph = ring_graph(5)});
  EXPECT_TRUE(blames(caught(audited, Planted::own_exact_estimate), "correlation of rounds that are 1 apart"));
}

TEST(PlantedFault, LatticeNoiseThatWasPlannedForAWeakerPromiseIsCaughtByItsVariance) {
  test::AuditedSpec spec;
  spec.lattice = true;
  const Audited audited(spec);
  spec.budget.epsilon = 4.6;  // about 0.9 of the noise
  const Audited weaker(spec);
  EXPECT_TRUE(audited.noise_check(audited.shipped()).passed());
  EXPECT_TRUE(blames(audited.noise_check(weaker.shipped()), "variance of all messages"));
}

TEST(PlantedFault, FreshNoisePerNeighbourIsCaughtByComparingTheCopies) {
  const Audited audited;
  EXPECT_EQ(caught(audited, Planted::noise_per_neighbour).failures.front().what,
            "different messages to different neighbours");
}

TEST(PlantedFault, AReusedSeedOnTwoNodesIsCaughtByTheCorrelationOfTheirNoise) {
  const Audited audited;
  const NoiseCheck check = caught(audited, Planted::reused_seed);
  EXPECT_EQ(check.failures.front().what, "correlation of nodes 0 and 1");
  EXPECT_NEAR(check.failures.front().value, 1, 0.05);
}

TEST(PlantedFault, VarianceSplitOverCoordinatesIsCaughtByTheVarianceOfTheResiduals) {
  const Audited audited;
  EXPECT_NEAR(caught(audited, Planted::split_variance).variance, 0.5, 0.02);
}

TEST(PlantedFault, CurvatureComputedFromDataIsCaughtByTheMeansOfTheResiduals) {
  const Audited audited;
  EXPECT_TRUE(blames(caught(audited, Planted::curvature_from_data), "mean of round"));
}

TEST(PlantedFault, AnUnclippedRecordIsCaughtByTheMeansOfTheResiduals) {
  const Audited audited({.first = 5});
  EXPECT_TRUE(blames(caught(audited, Planted::unclipped_record), "node 0, coordinate"));
}

TEST(NoiseCheck, KnowsHowStageTwoAverages) {
  const Audited plain({.graph = path_graph(4), .consensus_rounds = 5});
  const Audited accelerated({.graph = path_graph(4), .consensus_rounds = 5, .consensus = Consensus::chebyshev});
  EXPECT_TRUE(accelerated.noise_check(accelerated.shipped()).passed());
  for (const NoiseCheck& check : {accelerated.noise_check(plain.shipped()), plain.noise_check(accelerated.shipped())}) {
    ASSERT_EQ(check.failures.size(), 1U) << "the noise itself is white";
    EXPECT_EQ(check.failures.front().value, 13) << "the second message of Stage II: the first is the same";
  }
}

TEST(PlantedFault, RecordsInStageTwoAreCaughtBecauseItsMessagesAreNotMixtures) {
  const Audited audited({.consensus_rounds = 3});
  const NoiseCheck check = caught(audited, Planted::stage_two_adds_records);
  ASSERT_EQ(check.failures.size(), 1U) << "the noise itself is white";
  EXPECT_EQ(check.failures.front().value, 12) << "the first message of Stage II";
}

}  // namespace
}  // namespace sotto
