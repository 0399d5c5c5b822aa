// SPDX-License-Identifier: MIT
// Comparisons: whole trials only, and a verdict that knows its doubt.
#include "sotto/experiment/comparison.hpp"

#include <gtest/gtest.h>

#include "experiment/support.hpp"

namespace sotto {
namespace {

const Progress in_silence = [](std::uint32_t, std::uint32_t) {};

Comparison run(const Scenario& scenario, const Progress& progress = in_silence,
               const std::atomic<bool>& interrupt = test::never) {
  return compare(scenario, {{"this plan", scenario.plan()}}, progress, interrupt);
}

void expect_equal(const RunningStatistic& a, const RunningStatistic& b) {
  EXPECT_EQ(a.count(), b.count());
  EXPECT_EQ(a.mean(), b.mean());
  EXPECT_EQ(a.standard_error(), b.standard_error());
}

TEST(Comparison, InterruptedItKeepsExactlyTheWholeTrials) {
  std::atomic<bool> interrupt{false};
  const Comparison cut = run(
      Scenario(test::small()), [&](std::uint32_t done, std::uint32_t) { interrupt = done == 3; }, interrupt);
  const Comparison whole = run(Scenario(test::small({"run.trials=3"})));
  EXPECT_TRUE(cut.interrupted);
  EXPECT_FALSE(whole.interrupted);
  EXPECT_EQ(cut.trials_done, 3U);
  expect_equal(cut.plans[0].normalised_error, whole.plans[0].normalised_error);
  expect_equal(cut.plans[0].node_error, whole.plans[0].node_error);
  expect_equal(cut.no_privacy, whole.no_privacy);
  expect_equal(cut.node_alone, whole.node_alone);
  expect_equal(cut.curator, whole.curator);
  ASSERT_EQ(cut.plans[0].rounds.size(), whole.plans[0].rounds.size());
  for (std::size_t k = 0; k < cut.plans[0].rounds.size(); ++k)
    expect_equal(cut.plans[0].rounds[k].worst_error, whole.plans[0].rounds[k].worst_error);
}

TEST(Comparison, InterruptedBeforeTheFirstTrialItHoldsNone) {
  const std::atomic<bool> at_once{true};
  const Comparison cut = run(Scenario(test::small()), in_silence, at_once);
  EXPECT_TRUE(cut.interrupted);
  EXPECT_EQ(cut.trials_done, 0U);
  EXPECT_EQ(cut.curator.count(), 0U);
  EXPECT_EQ(cut.plans[0].normalised_error.count(), 0U);
}

TEST(Comparison, ProgressCountsEveryTrial) {
  std::vector<std::uint32_t> heard;
  run(Scenario(test::small({"run.trials=4"})), [&](std::uint32_t done, std::uint32_t wanted) {
    heard.push_back(done);
    EXPECT_EQ(wanted, 4U);
  });
  EXPECT_EQ(heard, (std::vector<std::uint32_t>{1, 2, 3, 4}));
}

TEST(Comparison, PlansAreComparedOnTheSameRecords) {
  const Scenario scenario(test::small());
  const Comparison both = compare(scenario, {{"a", scenario.plan()}, {"b", scenario.plan()}}, in_silence, test::never);
  expect_equal(both.plans[0].normalised_error, both.plans[1].normalised_error);
}

TEST(Comparison, RoundsAreRecordedFromTheFirstNoisyOneToTheEndOfStageII) {
  const Comparison done = run(Scenario(test::small({"algorithm.consensus_rounds=6"})));
  const auto& rounds = done.plans[0].rounds;
  ASSERT_EQ(rounds.size(), 20U + 6);
  for (std::size_t k = 0; k < rounds.size(); ++k) EXPECT_EQ(rounds[k].round, k + 2);
  EXPECT_EQ(done.plans[0].normalised_error.mean(), rounds[19].mean_error.mean());
  EXPECT_EQ(done.plans[0].disagreement.mean(), rounds.back().disagreement.mean());
  EXPECT_EQ(done.plans[0].first_trial_node_errors.size(), rounds.size());
}

/// Statistics of the given values, for the verdict alone.
Comparison judged(const std::vector<double>& together, const std::vector<double>& alone) {
  Comparison comparison{.plans = {{.name = "p", .plan = Scenario(test::small()).plan()}}};
  comparison.nodes = 2;
  for (const double value : together) comparison.plans[0].node_error.add(value);
  for (const double value : alone) comparison.node_alone.add(value);
  comparison.trials_done = static_cast<std::uint32_t>(together.size());
  return comparison;
}

Verdict verdict(const Comparison& comparison) {
  return cooperation(comparison.plans[0], comparison);
}

TEST(Cooperation, PaysWhenWhatANodeEndsWithIsClearlyBetter) {
  const Comparison clear = judged({0.9, 1.0, 1.1}, {4.9, 5.0, 5.1});
  EXPECT_EQ(verdict(clear), Verdict::pays);
  EXPECT_NE(cooperation_sentence(clear.plans[0], clear).find("Cooperation paid"), std::string::npos);
  EXPECT_NE(cooperation_sentence(clear.plans[0], clear).find("5.0 times"), std::string::npos);
}

TEST(Cooperation, DoesNotPayWhenANodeAloneIsClearlyBetter) {
  const Comparison clear = judged({4.9, 5.0, 5.1}, {0.9, 1.0, 1.1});
  EXPECT_EQ(verdict(clear), Verdict::does_not_pay);
  EXPECT_NE(cooperation_sentence(clear.plans[0], clear).find("did not pay"), std::string::npos);
}

TEST(Cooperation, CannotBeToldWithinTwoStandardErrors) {
  EXPECT_EQ(verdict(judged({0, 2}, {1, 4})), Verdict::cannot_tell);
  EXPECT_EQ(verdict(judged({1, 1}, {1, 1})), Verdict::cannot_tell);
}

TEST(Cooperation, IsNoQuestionForOneNode) {
  Comparison lonely = judged({0.9, 1.0, 1.1}, {4.9, 5.0, 5.1});
  lonely.nodes = 1;
  EXPECT_EQ(verdict(lonely), Verdict::cannot_tell);
  EXPECT_NE(cooperation_sentence(lonely.plans[0], lonely).find("nobody to cooperate with"), std::string::npos);
}

TEST(Theory, HoldsWithinFourStandardErrorsOfWhatWasMeasured) {
  PlanResult result{.name = "p", .plan = Scenario(test::small()).plan()};
  for (const double value : {0.9, 1.0, 1.1}) result.normalised_error.add(value);  // standard error 0.058
  result.theory.add(1.2);
  EXPECT_TRUE(theory_holds(result));
  result.theory.add(1.4);  // mean 1.3
  EXPECT_FALSE(theory_holds(result));
}

TEST(Cooperation, CannotBeToldFromOneTrial) {
  const Comparison one = judged({1}, {50});
  EXPECT_EQ(verdict(one), Verdict::cannot_tell);
  EXPECT_NE(cooperation_sentence(one.plans[0], one).find("from 1 trial:"), std::string::npos);
}

TEST(Cooperation, IsTrueOfARealRunEitherWay) {
  const Comparison pays = run(Scenario(test::small({"privacy.epsilon=400", "run.trials=40"})));
  const Comparison does_not = run(Scenario(test::small({"privacy.epsilon=0.1", "run.trials=40"})));
  EXPECT_EQ(verdict(pays), Verdict::pays);
  EXPECT_EQ(verdict(does_not), Verdict::does_not_pay);
}

}  // namespace
}  // namespace sotto
