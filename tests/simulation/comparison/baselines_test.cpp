// SPDX-License-Identifier: MIT
// Baselines: each is what its name says.
#include "sotto/simulation/comparison/baselines.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>

#include "simulation/comparison/support.hpp"
#include "sotto/problem/minimiser.hpp"
#include "sotto/simulation/comparison/comparison.hpp"

namespace sotto {
namespace {

double squared_norm(const std::vector<double>& v) {
  double sum = 0;
  for (const double x : v) sum += x * x;
  return sum;
}

struct Judged {
  double error;
  std::vector<double> minimiser;
};

Judged baseline(const char* name, const Scenario& scenario, std::uint32_t trial) {
  const Objectives objectives = scenario.objectives(trial);
  const std::vector<double> minimiser = non_private_minimiser(objectives.view, scenario.domain());
  const Plan plan = scenario.plan();
  const Trial input{.network = {.weights = scenario.weights(),
                                .domain = scenario.domain(),
                                .plan = plan,
                                .objectives = objectives.view},
                    .stop = scenario.configuration().algorithm.stop,
                    .noise = {.seed = scenario.configuration().run.seed, .trial = trial},
                    .minimiser = minimiser};
  return {MeasuredBaseline(scenario, {name, baseline_named(name), plan}).run(input, {}, test::never).error, minimiser};
}

/// Mean of the records of some nodes, straight from the data.
std::vector<double> mean_of_records(const Scenario& scenario, std::uint32_t trial, NodeId first, NodeId last) {
  const std::size_t p = scenario.configuration().problem.dimension;
  std::vector<double> mean(p, 0.0);
  std::size_t count = 0;
  for (NodeId i = first; i <= last; ++i) {
    const Records records = scenario.draw(trial, i);
    for (std::size_t k = 0; k < records.values.size(); ++k) mean[k % p] += records.values[k];
    count += records.values.size() / p;
  }
  for (double& x : mean) x /= static_cast<double>(count);
  return mean;
}

TEST(Baselines, ANodeAloneHasTheMeanSquaredDistanceOfTheLocalMeans) {
  const Scenario scenario(test::small());
  for (std::uint32_t trial = 0; trial < 5; ++trial) {
    const NodeId nodes = scenario.graph().node_count();
    const std::vector<double> all = mean_of_records(scenario, trial, 0, nodes - 1);
    double sum = 0;
    for (NodeId i = 0; i < nodes; ++i) {
      std::vector<double> away = mean_of_records(scenario, trial, i, i);
      for (std::size_t k = 0; k < away.size(); ++k) away[k] -= all[k];
      sum += squared_norm(away);
    }
    const double expected = sum / nodes / squared_norm(all);
    EXPECT_NEAR(baseline("node_alone", scenario, trial).error, expected, 1e-10 * expected);
  }
}

TEST(Baselines, WithoutNoiseTheMeanIsReached) {
  for (const char* rounds : {"algorithm.rounds=1", "algorithm.rounds=50"})
    EXPECT_LT(baseline("no_privacy", Scenario(test::small({rounds})), 0).error, 1e-24);
}

/// n all records, one release: p (D0/n)^2 / alpha. The sum of `trials` errors over that value, times p, is chi-squared
/// with p * trials degrees of freedom; 4.5 of its standard deviations are a false alarm in 150000 runs.
struct CuratorNoise {
  double chi_squared = 0;
  double degrees_of_freedom = 0;

  void add(const Scenario& scenario, std::uint32_t trial) {
    const Judged judged = baseline("curator", scenario, trial);
    const auto p = static_cast<double>(scenario.configuration().problem.dimension);
    const double scale = scenario.constants().record_sensitivity / static_cast<double>(scenario.records_in_all());
    const double alpha = alpha_limit(Accountant::exact, scenario.configuration().privacy.budget);
    chi_squared += judged.error * squared_norm(judged.minimiser) * alpha / (scale * scale);
    degrees_of_freedom += p;
  }
  bool accepted(double noise_factor) const {
    const double excess = noise_factor * noise_factor * chi_squared - degrees_of_freedom;
    return std::abs(excess) < 4.5 * std::sqrt(2 * degrees_of_freedom);
  }
};

TEST(Baselines, TheCuratorsErrorIsItsClosedForm) {
  for (const char* domain : {"problem.domain=box", "problem.domain=ball"}) {
    const Scenario scenario(test::small({domain, "algorithm.rounds=1", "graph.nodes=3", "problem.dimension=10"}));
    CuratorNoise noise;
    for (std::uint32_t trial = 0; trial < 200; ++trial) noise.add(scenario, trial);
    EXPECT_TRUE(noise.accepted(1.0)) << domain << ": " << noise.chi_squared / noise.degrees_of_freedom;
    EXPECT_FALSE(noise.accepted(1.2)) << "a noise 20 % too large must be rejected";
    EXPECT_FALSE(noise.accepted(0.8)) << "a noise 20 % too small must be rejected";
  }
}

TEST(Baselines, TheCuratorDoesNotDependOnThePlansRoundsOrSchedule) {
  const Scenario once(test::small({"algorithm.rounds=1"}));
  const Scenario often(test::small({"algorithm.rounds=40", "privacy.schedule=paper"}));
  EXPECT_EQ(baseline("curator", once, 2).error, baseline("curator", often, 2).error);
}

TEST(Baselines, TheExactErrorOfOneRoundIsItsNoiseSpreadOverTheNodes) {
  const Scenario scenario(test::small({"algorithm.rounds=1"}));
  const Plan plan = scenario.plan();
  const double scale = plan.noise_scale(1).standard_deviation();
  EXPECT_DOUBLE_EQ(exact_mean_estimation_error(plan, 3, 4), 3.0 / 4 * scale * scale);
}

TEST(Baselines, ARunHasThoseItAsksFor) {
  const auto wanted = [](const std::string& which) {
    const Scenario scenario(test::small({"run.baselines=" + which}));
    std::vector<std::string> names;
    for (const NamedBaseline& named : wanted_baselines(scenario.configuration(), scenario.plan())) {
      EXPECT_EQ(named.kind->name, named.name);
      names.push_back(named.name);
    }
    return names;
  };
  EXPECT_EQ(wanted("none"), std::vector<std::string>{});
  EXPECT_EQ(wanted("usual"), (std::vector<std::string>{"no_privacy", "node_alone", "curator"}));
  std::vector<std::string> all;
  for (const BaselineKind& kind : all_baselines()) all.emplace_back(kind.name);
  EXPECT_GT(all.size(), 3U);
  EXPECT_EQ(wanted("all"), all);
}

/// A masked plan has far less noise than one node needs: no baseline may run on it.
TEST(MeasuredBaseline, FollowsThePromiseOfAMaskedPlanWithEachNodesOwnNoise) {
  const Scenario plain(test::configured({}));
  PlanRequest masked = plain.plan_request();
  masked.mechanism = MaskedSums{.members = plain.graph().node_count(), .colluders = 1};
  for (const BaselineKind& kind : all_baselines()) {
    const MeasuredBaseline baseline(plain, {std::string(kind.name), &kind, make_plan(masked)});
    EXPECT_FALSE(baseline.plan().is_masked()) << kind.name;
    EXPECT_EQ(baseline.plan().noise_scale(1).standard_deviation(), plain.plan().noise_scale(1).standard_deviation());
  }
}

TEST(MeasuredBaseline, TakesMomentumWhereTheMethodHasAPlaceForIt) {
  const Scenario plain(test::configured({"algorithm.step=constant"}));
  PlanRequest request = plain.plan_request();
  request.acceleration = Acceleration::nesterov;
  for (const BaselineKind& kind : all_baselines()) {
    const MeasuredBaseline baseline(plain, {std::string(kind.name), &kind, make_plan(request)});
    const bool follows = kind.name == "no_privacy" || kind.name == "curator" || kind.name == "node_alone_private";
    EXPECT_EQ(baseline.plan().request().acceleration == Acceleration::nesterov, follows) << kind.name;
    EXPECT_EQ(baseline.is_plain_descent(plain), false) << "the engine that leaves noise out has no momentum";
  }
}

/// Node 0 promises less than the others: it needs less noise, and only it.
TEST(MeasuredBaseline, KeepsThePromiseThatANodeHasOfItsOwn) {
  const Scenario common(test::small({"run.baselines=all", "run.trials=1"}));
  const Scenario own(test::small({"run.baselines=all", "run.trials=1", "node.0.epsilon=16"}));
  const auto error_of = [](const Scenario& scenario, const char* name) {
    const Contest contest = contest_of(scenario, {{"a", scenario.plan(), scenario.own_plans()}});
    const Comparison result = compare(
        scenario, contest, [](std::uint32_t, std::uint32_t) {}, test::never);
    for (const BaselineResult& one : result.baselines)
      if (one.kind->name == name) return one.error.mean();
    return std::numeric_limits<double>::quiet_NaN();
  };
  EXPECT_LT(error_of(own, "node_alone_private"), error_of(common, "node_alone_private"));
  EXPECT_EQ(error_of(own, "curator"), error_of(common, "curator")) << "it keeps the common one";
  EXPECT_EQ(error_of(own, "gossip_pairs"), error_of(common, "gossip_pairs")) << "pairs keep the strictest";
}

}  // namespace
}  // namespace sotto
