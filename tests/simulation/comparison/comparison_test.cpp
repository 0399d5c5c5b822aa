// SPDX-License-Identifier: MIT
// Comparisons: whole trials only, and a verdict that knows its doubt.
#include "sotto/simulation/comparison/comparison.hpp"

#include <gtest/gtest.h>

#include "simulation/comparison/support.hpp"

namespace sotto {
namespace {

const Progress in_silence = [](std::uint32_t, std::uint32_t) {};

Comparison run(const Scenario& scenario, const Progress& progress = in_silence,
               const std::atomic<bool>& interrupt = test::never) {
  return compare(scenario, test::contest({{"this plan", scenario.plan()}}), progress, interrupt);
}

void expect_equal(const RunningStatistic& a, const RunningStatistic& b) {
  EXPECT_EQ(a.count(), b.count());
  EXPECT_EQ(a.mean(), b.mean());
  EXPECT_EQ(a.standard_error(), b.standard_error());
}

/// An interrupt when the first trials are done: they are kept as if no more had been wanted.
void expect_whole_trials_kept(const std::string& engine, std::uint32_t done_first) {
  std::atomic<bool> interrupt{false};
  const Comparison cut = run(
      Scenario(test::small({engine, "run.trials=100", "run.threads=1"})),
      [&](std::uint32_t done, std::uint32_t) { interrupt = done >= 3; }, interrupt);
  EXPECT_EQ(cut.trials_done, done_first);
  const Comparison whole = run(Scenario(test::small({engine, "run.trials=" + std::to_string(cut.trials_done)})));
  EXPECT_TRUE(cut.interrupted);
  EXPECT_FALSE(whole.interrupted);
  expect_equal(cut.plans[0].normalised_error, whole.plans[0].normalised_error);
  expect_equal(cut.plans[0].node_error, whole.plans[0].node_error);
  expect_equal(cut.baseline("no_privacy")->error, whole.baseline("no_privacy")->error);
  expect_equal(cut.baseline("node_alone")->error, whole.baseline("node_alone")->error);
  expect_equal(cut.baseline("curator")->error, whole.baseline("curator")->error);
  ASSERT_EQ(cut.plans[0].rounds.size(), whole.plans[0].rounds.size());
  for (std::size_t k = 0; k < cut.plans[0].rounds.size(); ++k)
    expect_equal(cut.plans[0].rounds.worst_error[k], whole.plans[0].rounds.worst_error[k]);
}

TEST(Comparison, InterruptedItKeepsExactlyTheWholeTrials) {
  expect_whole_trials_kept("run.engine=reference", 3);
  expect_whole_trials_kept("run.engine=auto", 16);  // a block of trials of so small a network
}

TEST(Comparison, EveryEngineGivesTheSameBits) {
  for (const std::vector<std::string>& more : std::vector<std::vector<std::string>>{
           {},
           {"problem.domain=ball"},
           {"run.fresh=graph", "graph.kind=erdos-renyi", "graph.nodes=6", "graph.edge_probability=0.5"},
           {"run.fresh=noise"},
           {"node.2.epsilon=1", "node.2.schedule=paper"}}) {
    std::vector<std::string> with = more, without = more;
    with.insert(with.end(), {"run.trials=70", "run.threads=2"});
    without.insert(without.end(), {"run.trials=70", "run.engine=reference"});
    const Scenario fast(test::small(with)), slow(test::small(without));
    const Comparison ours =
        compare(fast, test::contest({{"a", fast.plan(), fast.own_plans()}}), in_silence, test::never);
    const Comparison reference =
        compare(slow, test::contest({{"a", slow.plan(), slow.own_plans()}}), in_silence, test::never);
    EXPECT_EQ(ours.engine, "montecarlo");
    EXPECT_EQ(reference.engine, "reference");
    expect_equal(ours.plans[0].normalised_error, reference.plans[0].normalised_error);
    expect_equal(ours.plans[0].first_node_error, reference.plans[0].first_node_error);
    expect_equal(ours.plans[0].node_error, reference.plans[0].node_error);
    expect_equal(ours.plans[0].disagreement, reference.plans[0].disagreement);
    expect_equal(ours.baseline("no_privacy")->error, reference.baseline("no_privacy")->error);
    EXPECT_EQ(ours.plans[0].first_trial.messages, reference.plans[0].first_trial.messages);
    EXPECT_EQ(ours.plans[0].first_trial.alpha_spent, reference.plans[0].first_trial.alpha_spent);
    EXPECT_EQ(ours.plans[0].first_trial_node_errors, reference.plans[0].first_trial_node_errors);
    ASSERT_EQ(ours.plans[0].rounds.size(), reference.plans[0].rounds.size());
    for (std::size_t k = 0; k < ours.plans[0].rounds.size(); ++k)
      expect_equal(ours.plans[0].rounds.node_error[k], reference.plans[0].rounds.node_error[k]);
  }
}

TEST(Comparison, InterruptedOnSeveralThreadsItKeepsTheFirstTrialsWithoutAGap) {
  std::atomic<bool> interrupt{false};
  const Comparison cut = run(
      Scenario(test::small({"run.trials=2000", "run.threads=3", "algorithm.rounds=2"})),
      [&](std::uint32_t done, std::uint32_t) { interrupt = done >= 300; }, interrupt);
  EXPECT_TRUE(cut.interrupted);
  ASSERT_GE(cut.trials_done, 1U);
  ASSERT_LT(cut.trials_done, 2000U);
  const Comparison whole =
      run(Scenario(test::small({"run.trials=" + std::to_string(cut.trials_done), "algorithm.rounds=2"})));
  expect_equal(cut.plans[0].normalised_error, whole.plans[0].normalised_error);
  expect_equal(cut.baseline("curator")->error, whole.baseline("curator")->error);
}

TEST(Comparison, InterruptedBeforeTheFirstTrialItHoldsNone) {
  const std::atomic<bool> at_once{true};
  const Comparison cut = run(Scenario(test::small()), in_silence, at_once);
  EXPECT_TRUE(cut.interrupted);
  EXPECT_EQ(cut.trials_done, 0U);
  EXPECT_EQ(cut.baseline("curator")->error.count(), 0U);
  EXPECT_EQ(cut.plans[0].normalised_error.count(), 0U);
}

TEST(Comparison, ProgressCountsEveryTrial) {
  std::vector<std::uint32_t> heard;
  run(Scenario(test::small({"run.trials=4", "run.engine=reference"})), [&](std::uint32_t done, std::uint32_t wanted) {
    heard.push_back(done);
    EXPECT_EQ(wanted, 4U);
  });
  EXPECT_EQ(heard, (std::vector<std::uint32_t>{1, 2, 3, 4}));
}

TEST(Comparison, PlansAreComparedOnTheSameRecords) {
  const Scenario scenario(test::small());
  const Comparison both =
      compare(scenario, test::contest({{"a", scenario.plan()}, {"b", scenario.plan()}}), in_silence, test::never);
  expect_equal(both.plans[0].normalised_error, both.plans[1].normalised_error);
}

TEST(Comparison, RoundsAreRecordedFromTheFirstNoisyOneToTheEndOfStageII) {
  const Comparison done = run(Scenario(test::small({"algorithm.consensus_rounds=6"})));
  const auto& rounds = done.plans[0].rounds;
  ASSERT_EQ(rounds.size(), 20U + 6);
  EXPECT_EQ(done.plans[0].normalised_error.mean(), rounds.mean_error[19].mean());
  EXPECT_EQ(done.plans[0].disagreement.mean(), rounds.disagreement[25].mean());
  EXPECT_EQ(done.plans[0].first_trial_node_errors.size(), rounds.size());
}

/// 200 trials in four chunks, the last of 8.
Comparison with_threads(const std::string& threads, const std::vector<std::string>& more = {}) {
  std::vector<std::string> assignments{"run.trials=200", "algorithm.rounds=3",
                                       "algorithm.consensus_rounds=until-agreement", "run.threads=" + threads};
  assignments.insert(assignments.end(), more.begin(), more.end());
  return run(Scenario(test::small(assignments)));
}

TEST(Comparison, IsTheSameToTheLastBitForAnyNumberOfThreads) {
  const Comparison one = with_threads("1");
  for (const char* threads : {"2", "3", "all"}) {
    const Comparison many = with_threads(threads);
    EXPECT_EQ(many.trials_done, 200U);
    expect_equal(many.plans[0].node_error, one.plans[0].node_error);
    expect_equal(many.plans[0].consensus_rounds, one.plans[0].consensus_rounds);
    expect_equal(many.baseline("curator")->error, one.baseline("curator")->error);
    EXPECT_EQ(many.plans[0].node_error.quantiles().at(0.95), one.plans[0].node_error.quantiles().at(0.95));
    ASSERT_EQ(many.plans[0].rounds.size(), one.plans[0].rounds.size());
    for (std::size_t k = 0; k < one.plans[0].rounds.size(); ++k)
      expect_equal(many.plans[0].rounds.node_error[k], one.plans[0].rounds.node_error[k]);
  }
}

TEST(Comparison, EndsAfterTheFirstChunkThatIsPreciseEnoughForAnyNumberOfThreads) {
  const Comparison all = with_threads("1"), first = with_threads("1", {"run.trials=64"}),
                   two = with_threads("1", {"run.trials=128"});
  const double after_one = *relative_standard_error(first), after_two = *relative_standard_error(two);
  ASSERT_LT(after_two, after_one);
  const std::string between = "run.until_se=" + show((after_one + after_two) / 2);
  for (const char* threads : {"1", "2", "3"}) {
    const Comparison stopped = with_threads(threads, {between});
    EXPECT_TRUE(stopped.precise_enough);
    EXPECT_FALSE(stopped.interrupted);
    EXPECT_GT(stopped.trials_done, 64U);
    EXPECT_LE(stopped.trials_done, 128U);
    const auto with = [](std::uint32_t trials) { return with_threads("1", {"run.trials=" + std::to_string(trials)}); };
    expect_equal(stopped.plans[0].normalised_error, with(stopped.trials_done).plans[0].normalised_error);
    EXPECT_GT(*relative_standard_error(with(stopped.trials_done - trials_per_chunk)), (after_one + after_two) / 2);
  }
  EXPECT_EQ(with_threads("2", {"run.until_se=0.999"}).trials_done, 64U);  // not before it can be judged
  const Comparison never = with_threads("2", {"run.until_se=1e-9"});
  EXPECT_FALSE(never.precise_enough);
  EXPECT_EQ(never.trials_done, 200U);
  expect_equal(never.plans[0].normalised_error, all.plans[0].normalised_error);
}

TEST(Comparison, IsPreciseWhenEveryPlanIs) {
  Comparison comparison;
  for (const double spread : {1.0, 4.0}) {
    PlanResult& result = comparison.plans.emplace_back(NamedPlan{.name = "p", .plan = Scenario(test::small()).plan()});
    for (const double value : {10 - spread, 10 + spread}) result.normalised_error.add(value);  // standard error: spread
  }
  EXPECT_FALSE(relative_standard_error(comparison).has_value());
  comparison.trials_done = 2;
  EXPECT_DOUBLE_EQ(*relative_standard_error(comparison), 0.4);
  comparison.plans[0].normalised_error.add(HUGE_VAL);
  EXPECT_EQ(*relative_standard_error(comparison), HUGE_VAL);
}

TEST(Comparison, BaselinesAloneRunAllTrials) {
  const Scenario scenario(test::small({"run.trials=100", "run.until_se=0.9", "algorithm.rounds=1"}));
  const Comparison done =
      compare(scenario, {.plans = {}, .baselines = usual_baselines(scenario.plan())}, in_silence, test::never);
  EXPECT_EQ(done.trials_done, 100U);
  EXPECT_FALSE(done.precise_enough);
  EXPECT_EQ(done.baseline("node_alone")->error.count(), 100U);
}

TEST(Comparison, WhatIsThrownOnAThreadOfTrialsReachesTheCaller) {
  const Progress disk_is_full = [](std::uint32_t done, std::uint32_t) {
    if (done >= 70) throw InvalidInput({"disk", "", "is full"}, FaultKind::store);
  };
  EXPECT_THROW(run(Scenario(test::small({"run.trials=1000", "algorithm.rounds=1"})), disk_is_full), InvalidInput);
}

TEST(Comparison, TrialsDifferInWhatIsFresh) {
  const std::vector<std::string> random{"graph.kind=erdos-renyi", "graph.nodes=6"};
  const auto fresh = [&](const std::string& what) {
    std::vector<std::string> assignments = random;
    assignments.push_back("run.fresh=" + what);
    return run(Scenario(test::small(assignments)));
  };
  const Comparison data = fresh("data"), noise = fresh("noise"), graph = fresh("graph");
  EXPECT_GT(data.baseline("node_alone")->error.standard_error(), 0);
  EXPECT_EQ(noise.baseline("node_alone")->error.standard_error(), 0);
  EXPECT_EQ(noise.minimiser_squared_norm.standard_error(), 0);
  EXPECT_GT(noise.plans[0].normalised_error.standard_error(), 0);
  EXPECT_EQ(data.plans[0].consensus_rounds.standard_error(), 0);
  EXPECT_GT(graph.plans[0].consensus_rounds.standard_error(), 0);  // every trial has a beta of its own
  expect_equal(graph.baseline("node_alone")->error, data.baseline("node_alone")->error);
  expect_equal(graph.plans[0].consensus_rounds, fresh("graph").plans[0].consensus_rounds);
}

/// Statistics of the given values, for the verdict alone.
Comparison judged(const std::vector<double>& together, const std::vector<double>& alone) {
  Comparison comparison;
  comparison.plans.emplace_back(NamedPlan{.name = "p", .plan = Scenario(test::small()).plan()});
  comparison.nodes = 2;
  for (const double value : together) comparison.plans[0].node_error.add(value);
  comparison.baselines.emplace_back("node_alone", baseline_named("node_alone"));
  for (const double value : alone) comparison.baselines[0].error.add(value);
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

/// On test records of two levels, of which 85.6 % are the more frequent one. Values: accuracy, AUC, log loss,
/// calibration.
using Measured = std::vector<double>;
Comparison judged_on_test(const Measured& together, const Measured& alone, const Measured& constant) {
  Comparison comparison = judged({1, 1}, {1, 1});
  comparison.test_metrics = metrics_for(LogisticLoss{});
  for (const double wobble : {-1e-5, 1e-5}) {
    const auto around = [&](Measured values) {
      for (double& value : values) value += wobble;
      return TestResult{.mean = values};
    };
    comparison.plans[0].test.add(around(together));
    comparison.baselines[0].test.add(around(alone));
    comparison.minimiser_test.add(around({0.86, 0.76, 0.36, 0.01}));
    comparison.constant_test.add(around(constant));
  }
  return comparison;
}
const Measured more_frequent_level{0.8560, 0.5, 0.4123, 0};

/// The case of a real cohort: both models answer the more frequent level nearly always, and one of them ranks far
/// better.
TEST(Cooperation, IsJudgedByLogLossWhereAccuracySaysTheOpposite) {
  const Comparison cohort =
      judged_on_test({0.8559, 0.753, 0.370, 0.02}, {0.8566, 0.650, 0.416, 0.05}, more_frequent_level);
  EXPECT_EQ(verdict(cohort), Verdict::pays);
  const std::string said = cooperation_sentence(cohort.plans[0], cohort);
  EXPECT_EQ(said,
            "Cooperation paid: log loss 0.3700 together, 0.4160 for a node that stays alone with its own records. But "
            "accuracy says the opposite: 0.8559 together and 0.8566 alone, where answering the more frequent level "
            "reaches 0.8560. AUC is 0.7530 together and 0.6500 alone. Alone is worse than answering the more frequent "
            "level, whose log loss is 0.4123.");
}

TEST(Cooperation, DoesNotPayByLogLossThoughAccuracyIsHigher) {
  const Comparison other = judged_on_test({0.8566, 0.66, 0.41, 0.02}, {0.8559, 0.65, 0.37, 0.05}, more_frequent_level);
  EXPECT_EQ(verdict(other), Verdict::does_not_pay);
  const std::string said = cooperation_sentence(other.plans[0], other);
  EXPECT_NE(said.find("But accuracy says the opposite"), std::string::npos) << said;
  EXPECT_NE(said.find("But AUC says the opposite: 0.6600 together and 0.6500 alone"), std::string::npos) << said;
  EXPECT_EQ(said.find("worse than answering"), std::string::npos) << said;
}

/// Log loss cannot tell; AUC and accuracy can, and each says it.
TEST(Cooperation, ThatCannotBeToldNamesEveryMetricThatCanTell) {
  Comparison unsure = judged_on_test({0.81, 0.8215, 0.4091, 0.02}, {0.80, 0.8361, 0.4103, 0.02}, more_frequent_level);
  unsure.plans[0].test.mean[2].add(0.42);  // a trial that differs much
  unsure.plans[0].test.mean[2].add(0.40);
  ASSERT_EQ(verdict(unsure), Verdict::cannot_tell);
  const std::string said = cooperation_sentence(unsure.plans[0], unsure);
  EXPECT_NE(said.find("By AUC it did not pay: 0.8215 together and 0.8361 alone."), std::string::npos) << said;
  EXPECT_NE(said.find("By accuracy it paid: 0.8100 together and 0.8000 alone, where answering"), std::string::npos)
      << said;
}

TEST(Cooperation, SaysWhereBothAreWorseThanAConstantAnswer) {
  const Comparison bad = judged_on_test({0.5, 0.5, 0.9, 0.1}, {0.5, 0.5, 0.8, 0.1}, more_frequent_level);
  EXPECT_NE(cooperation_sentence(bad.plans[0], bad).find("Both are worse than answering the more frequent level"),
            std::string::npos);
}

TEST(Cooperation, ThatPaidWithAModelBelowAConstantAnswerIsSaidSoFirst) {
  const Comparison bad = judged_on_test({0.5, 0.5, 0.8, 0.1}, {0.5, 0.5, 0.9, 0.1}, more_frequent_level);
  EXPECT_EQ(verdict(bad), Verdict::pays);
  EXPECT_EQ(cooperation_sentence(bad.plans[0], bad)
                .find("Cooperation paid, but the model is worse than a constant answer: log loss 0.8000 together"),
            0U);
}

/// The mean of the nodes gains, for one of them gains much; the other two lose a little.
TEST(Cooperation, SaysHowManyNodesFareOtherwiseThanTheirMean) {
  const auto with_nodes = [](const std::vector<double>& together, const std::vector<double>& alone) {
    Comparison comparison = judged_on_test({0.86, 0.75, 0.37, 0.02}, {0.86, 0.70, 0.40, 0.02}, more_frequent_level);
    for (const double wobble : {-1e-5, 1e-5}) {
      const auto around = [&](std::vector<double> values) {
        for (double& value : values) value += wobble;
        return TestResult{.judged = values};
      };
      comparison.plans[0].test.merge([&] {
        TestStatistics nodes;
        nodes.add(around(together));
        return nodes;
      }());
      comparison.baselines[0].test.merge([&] {
        TestStatistics nodes;
        nodes.add(around(alone));
        return nodes;
      }());
    }
    return cooperation_sentence(comparison.plans[0], comparison);
  };
  EXPECT_NE(with_nodes({0.37, 0.37, 0.37}, {0.36, 0.36, 0.48})
                .find("own records. Both are means over nodes: of 3 nodes 1 is better off together and 2 alone."),
            std::string::npos);
  EXPECT_EQ(with_nodes({0.37, 0.37, 0.37}, {0.39, 0.40, 0.41}).find("means over nodes"), std::string::npos);
}

TEST(Cooperation, CallsAnErrorAboveThatOfAnsweringZeroByItsName) {
  const Comparison bad = judged({4.9, 5.0, 5.1}, {0.9, 1.0, 1.1});
  EXPECT_NE(cooperation_sentence(bad.plans[0], bad).find("above 1, which is that of answering zero"),
            std::string::npos);
  const Comparison unsure = judged({0.5, 1.0, 1.8}, {0.01, 0.01, 0.01});
  EXPECT_EQ(cooperation_sentence(unsure.plans[0], unsure).find("above 1"), std::string::npos);
}

/// x* has log loss 0.2648 and the constant answer 0.2808, as in a run whose ranges were ten times too wide.
std::string said_of_excess(double together, double steps, double constant = 0.2808) {
  Comparison comparison = judged_on_test({0.85, 0.7, together, 0.1}, {0.85, 0.7, 0.41, 0.1}, {0.85, 0.5, constant, 0});
  comparison.baselines.emplace_back("no_privacy", baseline_named("no_privacy"));
  comparison.baselines.back().test.add(TestResult{.mean = {0.85, 0.7, steps, 0.1}});
  comparison.minimiser_test = {};
  comparison.minimiser_test.add(TestResult{.mean = {0.86, 0.76, 0.2648, 0.01}});
  return excess_sentence(comparison);
}

/// The steps end a tenth of the constant answer's way from x*, and that is nothing beside the noise.
TEST(Excess, IsThePriceOfNoiseWhereTheSameStepsWithoutItEndNearTheMinimiser) {
  EXPECT_EQ(said_of_excess(0.5092, 0.2673),
            "Noise costs 0.2419 of the 0.2444 above x*: the same steps without it end with log loss 0.2673, and x* has "
            "0.2648. sotto plan --advise tries what lowers it.");
}

/// x* is best on the rows that it was fitted to, and steps may end better on test rows.
TEST(Excess, IsNoiseAloneWhereTheStepsEndBelowTheMinimiser) {
  EXPECT_EQ(said_of_excess(0.5092, 0.2600).find("Noise costs 0.2444 of the 0.2444 above x*"), 0U);
}

TEST(Excess, IsTheOptimisersFaultWhereAtLeastHalfOfItIs) {
  const char* blamed = "end with log loss 0.2728, and x* has 0.2648: that is the optimiser's fault";
  EXPECT_NE(said_of_excess(0.2806, 0.2728).find(blamed), std::string::npos) << said_of_excess(0.2806, 0.2728);
  EXPECT_EQ(said_of_excess(0.2812, 0.2728).find("fault"), std::string::npos) << "less than half";
}

TEST(Excess, IsNotSpokenOfWhereTheModelIsNearTheMinimiser) {
  EXPECT_EQ(said_of_excess(0.2660, 0.2659), "") << "a tenth of the way to a constant answer is 0.2664";
}

TEST(Excess, SaysWhereAConstantAnswerBeatsTheMinimiser) {
  EXPECT_NE(said_of_excess(0.5092, 0.2673, 0.2640)
                .find("x* itself is no better than answering the more frequent level: log loss 0.2648 and 0.2640."),
            std::string::npos);
}

TEST(Excess, OfDistancesIsSharedOutToo) {
  const auto said = [](double plan, double steps) {
    Comparison comparison = judged({1, 1}, {1, 1});
    EXPECT_EQ(excess_sentence(comparison), "") << "without the baseline nothing is known";
    comparison.plans[0].normalised_error.add(plan);
    comparison.baselines.emplace_back("no_privacy", baseline_named("no_privacy"));
    comparison.baselines.back().error.add(steps);
    return excess_sentence(comparison);
  };
  EXPECT_NE(said(0.6, 0.5).find("end with error 5.00e-01: that is the optimiser's fault"), std::string::npos);
  EXPECT_NE(said(5, 0.02).find(
                "Noise costs 4.98e+00 of the 5.00e+00 above x*: the same steps without it end with error 2.00e-02."),
            std::string::npos);
  EXPECT_EQ(said(0.009, 0.009), "");
}

TEST(Theory, HoldsWithinFourStandardErrorsOfWhatWasMeasured) {
  PlanResult result(NamedPlan{.name = "p", .plan = Scenario(test::small()).plan()});
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

Comparison averaged_by(const std::string& consensus, const std::vector<std::string>& more) {
  std::vector<std::string> assignments{"run.trials=3", "algorithm.rounds=3", "algorithm.consensus=" + consensus};
  assignments.insert(assignments.end(), more.begin(), more.end());
  return run(Scenario(test::small(assignments)));
}

TEST(Comparison, AnAcceleratedStageTwoTakesFewerRoundsToTheSameMean) {
  for (const char* rule : {"auto", "until-agreement"}) {
    const std::vector<std::string> ring{"graph.nodes=16", std::string("algorithm.consensus_rounds=") + rule};
    const Comparison plain = averaged_by("plain", ring), accelerated = averaged_by("chebyshev", ring);
    EXPECT_LT(accelerated.plans[0].consensus_rounds.mean(), plain.plans[0].consensus_rounds.mean() / 3) << rule;
    EXPECT_EQ(accelerated.plans[0].ended_by_cap, 0U);
    expect_equal(accelerated.plans[0].normalised_error, plain.plans[0].normalised_error);
    EXPECT_NEAR(accelerated.plans[0].node_error.mean() / plain.plans[0].node_error.mean(), 1, 1e-4);
  }
}

TEST(Comparison, AnAcceleratedStageTwoHasTheSameBitsFromEveryEngine) {
  const std::vector<std::vector<std::string>> networks{{"graph.nodes=12"},
                                                       {"graph.nodes=2500", "algorithm.consensus_rounds=5"}};
  for (std::vector<std::string> network : networks) {
    const Comparison ours = averaged_by("chebyshev", network), plain = averaged_by("plain", network);
    network.emplace_back("run.engine=reference");
    const Comparison reference = averaged_by("chebyshev", network);
    EXPECT_NE(ours.engine, reference.engine);
    EXPECT_NE(ours.plans[0].node_error.mean(), plain.plans[0].node_error.mean());
    expect_equal(ours.plans[0].node_error, reference.plans[0].node_error);
    expect_equal(ours.plans[0].disagreement, reference.plans[0].disagreement);
    expect_equal(ours.plans[0].consensus_rounds, reference.plans[0].consensus_rounds);
  }
}

TEST(Comparison, ALargeNetworkGivesTheSameBitsToo) {
  const std::vector<std::string> network{"graph.kind=torus",
                                         "graph.nodes=2025",
                                         "problem.dimension=12",
                                         "algorithm.rounds=4",
                                         "algorithm.consensus_rounds=3",
                                         "run.trials=3"};
  std::vector<std::string> slow_network = network;
  slow_network.push_back("run.engine=reference");
  const Comparison ours = run(Scenario(test::small(network))), reference = run(Scenario(test::small(slow_network)));
  EXPECT_EQ(ours.engine, "large");
  EXPECT_EQ(reference.engine, "reference");
  expect_equal(ours.plans[0].normalised_error, reference.plans[0].normalised_error);
  expect_equal(ours.plans[0].first_node_error, reference.plans[0].first_node_error);
  expect_equal(ours.plans[0].node_error, reference.plans[0].node_error);
  expect_equal(ours.plans[0].disagreement, reference.plans[0].disagreement);
  EXPECT_EQ(ours.plans[0].first_trial.bytes, reference.plans[0].first_trial.bytes);
  EXPECT_EQ(ours.plans[0].first_trial_node_errors, reference.plans[0].first_trial_node_errors);
}

/// One chunk and more than two blocks of nodes: threads work inside its trials.
TEST(Comparison, ThreadsInsideALargeNetworkChangeNothing) {
  const auto with = [](const std::string& threads) {
    return run(Scenario(test::small({"graph.nodes=9000", "algorithm.rounds=4", "algorithm.consensus_rounds=2",
                                     "run.trials=2", "run.baselines=none", "run.threads=" + threads})));
  };
  const Comparison one = with("1");
  EXPECT_EQ(one.engine, "large");
  for (const char* threads : {"2", "5"}) {
    const Comparison many = with(threads);
    expect_equal(many.plans[0].normalised_error, one.plans[0].normalised_error);
    expect_equal(many.plans[0].first_node_error, one.plans[0].first_node_error);
    expect_equal(many.plans[0].node_error, one.plans[0].node_error);
    expect_equal(many.plans[0].disagreement, one.plans[0].disagreement);
    EXPECT_EQ(many.plans[0].first_trial_node_errors, one.plans[0].first_trial_node_errors);
  }
}

/// Other draws of the same law: two means lie 4.5 standard errors apart with probability 7e-6. That the first node's
/// error is found by subtracting the right noise shows in its size: it is far below that of its message.
TEST(Comparison, SinglePrecisionNoiseIsTheSameExperiment) {
  const Comparison full = run(Scenario(test::small({"run.trials=400"})));
  const Comparison single = run(Scenario(test::small({"run.trials=400", "run.noise_precision=single"})));
  for (const auto metric :
       {&PlanStatistics::normalised_error, &PlanStatistics::first_node_error, &PlanStatistics::node_error}) {
    const Metric &a = full.plans[0].*metric, &b = single.plans[0].*metric;
    EXPECT_NE(a.mean(), b.mean());
    EXPECT_NEAR(a.mean(), b.mean(), 4.5 * std::hypot(a.standard_error(), b.standard_error()));
  }
}

}  // namespace
}  // namespace sotto
