// SPDX-License-Identifier: MIT
// Advice as a whole, on the mean.
#include "sotto/study/advice.hpp"

#include <gtest/gtest.h>

#include "study/some_advice.hpp"

namespace sotto {
namespace {

/// Noise of N - q members hides each: the error of trust in nobody over N - q.
TEST(Advice, SaysWhatTrustInAllButOneWouldBring) {
  const Advice advice = test::advised(test::eight_nodes({}));
  ASSERT_TRUE(advice.other_trust);
  EXPECT_EQ(advice.other_trust->colluders, 1U);
  EXPECT_EQ(advice.chosen.candidate.colluders, 0U) << "only who says so trusts";
  EXPECT_NEAR(advice.other_trust->best.shown.value, advice.chosen.shown.value / 7, 0.1 * advice.chosen.shown.value / 7);
  EXPECT_GT(advice.other_trust->epsilon_all, 4);
  EXPECT_NEAR(advice.epsilon_all, 4, 1e-6);
  ASSERT_TRUE(advice.pays.median.epsilon && advice.other_trust->pays.median.epsilon);
  EXPECT_LT(*advice.other_trust->pays.median.epsilon, *advice.pays.median.epsilon);
}

TEST(Advice, ChoosesMaskedSumsWhereTheyAreGivenAndHelp) {
  const Advice advice = test::advised(test::eight_nodes({"privacy.trust=all-but-q", "privacy.colluders=2"}));
  EXPECT_EQ(advice.chosen.candidate.colluders, 2U);
  EXPECT_EQ(advice.advised.privacy.colluders, 2U);
  EXPECT_EQ(advice.stage_two.rounds, 0U);
  EXPECT_GT(advice.epsilon_all, 4);
  EXPECT_EQ(advice.other_trust->colluders, 0U);
  for (const PredictedCandidate& one : advice.candidates) EXPECT_EQ(one.candidate.colluders, 2U);
  EXPECT_TRUE(Scenario(test::read_toml(to_toml(advice.advised))).plan().is_masked());
}

/// With a limit of epsilon itself against all others, masked sums have the noise of trust in nobody.
TEST(Advice, TrustsNobodyWhereTrustBringsNothing) {
  const Advice advice = test::advised(test::eight_nodes(
      {"privacy.trust=all-but-q", "privacy.colluders=2", "privacy.epsilon_all=4.000001", "advice.trials=16"}));
  EXPECT_EQ(advice.chosen.candidate.colluders, 0U);
  EXPECT_EQ(advice.advised.privacy.trust, Trust::nobody);
  EXPECT_FALSE(Scenario(test::read_toml(to_toml(advice.advised))).plan().is_masked());
}

TEST(Advice, RaisesALimitOnAllOthersWithEpsilon) {
  const Advice advice = test::advised(test::eight_nodes(
      {"privacy.trust=all-but-q", "privacy.colluders=2", "privacy.epsilon_all=5", "advice.trials=4"}));
  EXPECT_LE(advice.epsilon_all, 5 * (1 + 1e-9));
  EXPECT_FALSE(advice.nodes_to_pay) << "the noise follows from the limit, not from N - q";
  EXPECT_NE(advice.assumptions.back().find("privacy.epsilon_all"), std::string::npos);
}

TEST(Advice, TellsOfNoTrustThatCannotBeHad) {
  EXPECT_FALSE(test::advised(test::eight_nodes({"node.1.epsilon=2", "advice.trials=4"})).other_trust);
}

TEST(Advice, IsNothingWhenInterrupted) {
  const std::atomic<bool> now{true};
  EXPECT_FALSE(advise(
      test::small(), [](std::uint32_t, std::uint32_t) {}, now));
}

}  // namespace
}  // namespace sotto
