// SPDX-License-Identifier: MIT
// A transcript is what was broadcast, and nothing of it is lost or counted twice.
#include "sotto/audit/transcript.hpp"

#include <gtest/gtest.h>

#include "support/network.hpp"

namespace sotto {
namespace {

TEST(Transcript, HoldsEveryMessageOfARunAsItWasBroadcast) {
  const test::TestNetwork net({.graph = ring_graph(4), .rounds = 6});
  Transcript heard({.nodes = 4, .dimension = 3});
  test::Tape tape;
  for (Eavesdropper* listener : {static_cast<Eavesdropper*>(&tape), static_cast<Eavesdropper*>(nullptr)}) {
    SeededNoise noise({.seed = 1, .trial = 0});
    TranscriptEar ear(heard);
    run_reference(net.network(), FixedRounds{3}, noise, listener != nullptr ? *listener : ear, test::never);
  }
  ASSERT_EQ(heard.last_round(), 10U);
  for (NodeId i = 0; i < 4; ++i)
    for (const double v : heard.message(1, i)) EXPECT_EQ(v, 0);
  for (Round t = 2; t <= 10; ++t)
    for (NodeId i = 0; i < 4; ++i)
      EXPECT_TRUE(std::equal(heard.message(t, i).begin(), heard.message(t, i).end(), tape.messages[t - 2][i].begin()));
}

TEST(Transcript, MixesAsANodeDoesBitForBit) {
  const test::TestNetwork net({.graph = star_graph(5), .rounds = 2});
  Transcript heard({.nodes = 5, .dimension = 3});
  SeededNoise noise({.seed = 2, .trial = 0});
  TranscriptEar ear(heard);
  run_reference(net.network(), FixedRounds{4}, noise, ear, test::never);
  std::vector<double> mixture(3);
  for (Round t = 3; t < 7; ++t) {
    for (NodeId i = 0; i < 5; ++i) {
      mix(net.weights(), heard, t, i, mixture);
      EXPECT_TRUE(std::equal(mixture.begin(), mixture.end(), heard.message(t + 1, i).begin()));
    }
  }
}

TEST(Transcript, CountsEqualCopiesOnceAndFindsOnesThatDiffer) {
  Transcript heard({.nodes = 3, .dimension = 1});
  heard.add_round();
  heard.message(2, 0)[0] = 5;
  heard.tell(2, 0, 1, {5});
  EXPECT_TRUE(heard.all_copies_equal());
  EXPECT_EQ(heard.copies(2, 0).size(), 1U);
  heard.tell(2, 0, 2, {6});
  EXPECT_FALSE(heard.all_copies_equal());
  ASSERT_EQ(heard.copies(2, 0).size(), 2U);
  EXPECT_EQ(heard.copies(2, 0)[1][0], 6);
  EXPECT_EQ(heard.heard_by(2, 2, 0)[0], 6);
  EXPECT_EQ(heard.heard_by(1, 2, 0)[0], 5);
  EXPECT_EQ(heard.copies(2, 1).size(), 1U) << "another speaker";
  const WeightMatrix weights = make_weights(complete_graph(3), WeightRule::metropolis);
  double of_1 = 0, of_2 = 0;
  mix(weights, heard, 2, 1, {&of_1, 1});
  mix(weights, heard, 2, 2, {&of_2, 1});
  EXPECT_NEAR(of_1, 5.0 / 3, 1e-12);
  EXPECT_NEAR(of_2, 2, 1e-12) << "a listener mixes what it was told";
  heard.begin();
  EXPECT_TRUE(heard.all_copies_equal());
  EXPECT_EQ(heard.last_round(), 1U);
}

}  // namespace
}  // namespace sotto
