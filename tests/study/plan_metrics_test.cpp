// SPDX-License-Identifier: MIT
// Metrics by their names: what was measured as it was, theory in its units, bounds where their proofs hold.
#include "sotto/study/plan_metrics.hpp"

#include <gtest/gtest.h>

#include <cmath>

#include "simulation/comparison/support.hpp"
#include "sotto/study/sweep.hpp"

namespace sotto {
namespace {

struct Ran {
  Scenario scenario;
  Comparison comparison;

  std::optional<Observation> observed(const std::string& metric) const {
    return observe(metric, {scenario, comparison, comparison.plans[0]});
  }
  double mean(const std::string& metric) const { return observed(metric).value().mean; }
};

Ran ran(const std::vector<std::string>& assignments) {
  Scenario scenario(test::small(assignments));
  Comparison comparison = compare(
      scenario, {.plans = {{"p", scenario.plan(), scenario.own_plans()}}, .baselines = {}},
      [](std::uint32_t, std::uint32_t) {}, test::never);
  return {std::move(scenario), std::move(comparison)};
}

/// sum (t/T)^2 M_t^2 alpha / (c D0)^2: constant noise spends alpha/T a round, so that T^2/alpha-th parts add up to 1
/// under steps c/t; the paper's schedule spends half of it at T = 1 and comes to 4/3 as T grows.
TEST(PlanMetrics, ErrorsInUnitsAreOneForConstantNoiseAndFallFromTwoToFourThirdsForThePapers) {
  const auto theory = [](const char* rounds, const char* schedule) {
    return ran({"run.trials=1", "privacy.accountant=paper", "algorithm.step=paper", "algorithm.consensus_rounds=0",
                std::string("algorithm.rounds=") + rounds, std::string("privacy.schedule=") + schedule})
        .mean("theory_in_units");
  };
  EXPECT_NEAR(theory("1", "paper"), 2, 1e-12);
  EXPECT_NEAR(theory("1000", "paper"), 1.334, 1e-3);
  EXPECT_NEAR(theory("1", "paper-normalised"), 1, 1e-12);
  EXPECT_NEAR(theory("1000", "paper-normalised"), 1.304, 1e-3) << "4/3 as T grows further";
  for (const char* rounds : {"1", "2", "7", "100", "1000"}) EXPECT_NEAR(theory(rounds, "constant"), 1, 1e-12) << rounds;
}

TEST(PlanMetrics, MeasuredAndExactErrorsHaveTheSameUnits) {
  const Ran done = ran({"run.trials=50", "problem.radius=2", "privacy.epsilon=40"});
  const PlanResult& plan = done.comparison.plans[0];
  const double unit = unit_of_error(plan.plan, 3, 4);
  const Observation seen = done.observed("error_in_units").value();
  EXPECT_EQ(seen.metric, "error_in_units");
  EXPECT_EQ(seen.trials, 50U);
  EXPECT_DOUBLE_EQ(seen.mean, plan.squared_error.mean() / unit);
  EXPECT_DOUBLE_EQ(seen.standard_error.value(), plan.squared_error.standard_error() / unit);
  EXPECT_DOUBLE_EQ(seen.median.value(), plan.squared_error.quantiles().at(0.5) / unit);
  EXPECT_DOUBLE_EQ(done.mean("theory_in_units") * unit, plan.exact_error);
}

TEST(PlanMetrics, AnObservationIsItsStatistic) {
  const Ran done = ran({"run.trials=20"});
  const Metric& error = done.comparison.plans[0].normalised_error;
  const Observation seen = done.observed("normalised_error").value();
  EXPECT_EQ(seen.mean, error.mean());
  EXPECT_EQ(seen.standard_error, error.standard_error());
  EXPECT_EQ(seen.q10, error.quantiles().at(0.1));
  EXPECT_EQ(seen.median, error.quantiles().at(0.5));
  EXPECT_EQ(seen.q90, error.quantiles().at(0.9));
  EXPECT_EQ(seen.trials, 20U);
  EXPECT_EQ(done.mean("theory_exact"), done.comparison.plans[0].theory.mean());
  EXPECT_EQ(done.mean("consensus_rounds"), done.comparison.plans[0].consensus_rounds.mean());
  EXPECT_DOUBLE_EQ(done.mean("spectral_gap"), 1 - done.scenario.weights().mixing_rate().at_most());
  for (const KnownMetric& metric : known_metrics()) EXPECT_NO_THROW(done.observed(metric.name)) << metric.name;
}

TEST(PlanMetrics, OneTrialHasNoStandardErrorAndWhatIsNotMeasuredHasNoTrials) {
  const Ran done = ran({"run.trials=1"});
  EXPECT_EQ(done.observed("normalised_error")->standard_error, std::nullopt);
  EXPECT_EQ(done.observed("normalised_error")->trials, 1U);
  const Observation bound = done.observed("bound_recursion").value();
  EXPECT_EQ(bound.trials, 0U);
  EXPECT_EQ(bound.standard_error, std::nullopt);
  EXPECT_EQ(bound.median, std::nullopt);
}

TEST(PlanMetrics, BoundsStandWhereTheyAreProvedAndNowhereElse) {
  const std::vector<std::string> papers{"privacy.accountant=paper", "privacy.schedule=paper", "algorithm.step=paper"};
  const auto with = [&](std::vector<std::string> more) {
    more.insert(more.end(), papers.begin(), papers.end());
    more.insert(more.end(), {"run.trials=40", "graph.kind=erdos-renyi", "graph.nodes=6", "privacy.epsilon=20"});
    return ran(more);
  };
  const Ran proved = with({});
  for (const char* bound : {"bound_corrected", "bound_recursion"}) {
    ASSERT_TRUE(proved.observed(bound).has_value());
    EXPECT_GT(proved.mean(bound), proved.mean("normalised_error")) << bound;
  }
  EXPECT_TRUE(proved.observed("bound_printed").has_value());
  for (const char* bound : {"bound_corrected", "bound_recursion", "bound_printed"}) {
    EXPECT_FALSE(with({"run.fresh=graph"}).observed(bound).has_value()) << bound;
    EXPECT_FALSE(with({"node.1.epsilon=2"}).observed(bound).has_value()) << bound;
  }
  const Ran ours = ran({"run.trials=2"});
  EXPECT_TRUE(ours.observed("bound_recursion").has_value()) << "the recursion knows every schedule and step";
  EXPECT_EQ(ours.observed("bound_corrected").has_value(), closed_form_holds(ours.comparison.plans[0].plan));
}

}  // namespace
}  // namespace sotto
