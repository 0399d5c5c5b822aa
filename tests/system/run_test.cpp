// SPDX-License-Identifier: MIT
// `sotto run --json`: the contract, and the same bytes for the same seed.
#include <gtest/gtest.h>

#include "system/program.hpp"

namespace sotto::test {
namespace {

const Words run_small{"run", "small.toml", "--json"};

TEST(Run, AnswersWithEveryKeyOfTheContract) {
  const Json json = answer(ProgramWithConfiguration()(run_small), "sotto.run/1");
  EXPECT_EQ(json.at("private"), false);
  EXPECT_EQ(json.at("seed"), "7");
  EXPECT_EQ(json.at("trials"), 4);
  EXPECT_EQ(json.at("interrupted"), false);
  EXPECT_TRUE(json.at("until_se").is_null());
  EXPECT_EQ(json.at("fresh"), "data");
  EXPECT_EQ(json.at("engine"), "montecarlo");
  for (const char* metric : {"normalised_error", "first_node_error", "node_error", "disagreement"}) {
    const Json& statistic = json.at("metrics").at(metric);
    EXPECT_GT(statistic.at("mean").get<double>(), 0) << metric;
    EXPECT_GT(statistic.at("standard_error").get<double>(), 0) << metric;
    EXPECT_GT(statistic.at("quantiles").at("0.5").get<double>(), 0) << metric;
  }
  EXPECT_GT(json.at("privacy").at("alpha_spent").get<double>(), 0);
  EXPECT_NEAR(json.at("privacy").at("epsilon").get<double>(), 4, 4e-9);
  EXPECT_EQ(json.at("privacy").at("delta").get<double>(), 1e-6);
  EXPECT_EQ(json.at("privacy").at("accountant"), "exact");
}

TEST(Run, SaysFirstThatItIsASimulation) {
  const Transcript said = ProgramWithConfiguration()({"run", "small.toml"});
  EXPECT_EQ(said.code, 0);
  EXPECT_TRUE(said.out.starts_with("SIMULATION: no privacy")) << said.out;
  const Json json = answer(ProgramWithConfiguration()(run_small), "sotto.run/1");
  EXPECT_TRUE(contains(json.at("notice").get<std::string>(), "SIMULATION: no privacy"));
}

TEST(Run, TheSameSeedGivesTheSameBytes) {
  const ProgramWithConfiguration sotto;
  const std::string first = sotto(run_small).out;
  EXPECT_EQ(sotto(run_small).out, first);
  const Json other = answer(sotto(run_small + Words{"--seed", "8"}), "sotto.run/1");
  EXPECT_NE(other.at("metrics"), Json::parse(first).at("metrics"));
}

TEST(Run, AcceptsEverySeedOf64Bits) {
  const ProgramWithConfiguration sotto;
  for (const char* seed : {"0", "9223372036854775808", "18446744073709551615"})
    EXPECT_EQ(answer(sotto(run_small + Words{"--seed", seed}), "sotto.run/1").at("seed"), seed);
  EXPECT_TRUE(blames(faults(sotto(run_small + Words{"--seed", "18446744073709551616"}), 2), "run.seed"));
  EXPECT_TRUE(blames(faults(sotto(run_small + Words{"--seed", "-1"}), 2), "run.seed"));
}

TEST(Run, OneTrialHasNoStandardError) {
  const ProgramWithConfiguration sotto;
  const Json json = answer(sotto(run_small + Words{"--trials", "1"}), "sotto.run/1");
  EXPECT_TRUE(json.at("metrics").at("normalised_error").at("standard_error").is_null());
  EXPECT_EQ(json.at("cooperation"), "cannot-tell");
}

TEST(Run, GoesOnWithAWarningWhenDeltaIsNotBelowOneOverAllRecords) {
  const ProgramWithConfiguration sotto;  // 50 records
  for (const char* delta : {"0.02", "0.5"}) {
    const Transcript said = sotto(run_small + Words{"--delta", delta});
    EXPECT_EQ(answer(said, "sotto.run/1").at("warnings").size(), 1U);
    EXPECT_TRUE(contains(said.err, "warning")) << said.err;
    EXPECT_TRUE(contains(said.err, "1/records")) << said.err;
    EXPECT_TRUE(contains(sotto({"plan", "small.toml", "--delta", delta}).err, "1/records"));
  }
  const Transcript below = sotto(run_small + Words{"--delta", "0.0199"});
  EXPECT_TRUE(answer(below, "sotto.run/1").at("warnings").empty());
  EXPECT_FALSE(contains(below.err, "warning"));
}

TEST(Run, SaysWhenTheCapOfStageTwoEndedIt) {
  const ProgramWithConfiguration sotto;
  const Words capped{"--set", "algorithm.consensus_cap=2"};
  const Json json = answer(sotto(run_small + capped), "sotto.run/1");
  EXPECT_EQ(json.at("stage_two").at("cap_binds"), true);
  EXPECT_EQ(json.at("stage_two").at("rounds").at("mean"), 2.0);
  EXPECT_TRUE(contains(sotto(Words{"run", "small.toml"} + capped).out, "ended at its cap in 4 of 4 trials"));
  EXPECT_EQ(answer(sotto(run_small), "sotto.run/1").at("stage_two").at("cap_binds"), false);
}

TEST(Run, QuietSaysNothingOnStderr) {
  EXPECT_EQ(ProgramWithConfiguration()(run_small + Words{"--quiet", "--delta", "0.5"}).err, "");
}

TEST(Run, EveryGraphWeightRuleAndDomainCanBeRun) {
  const ProgramWithConfiguration sotto;
  const std::vector<Words> variants{{"graph.kind=erdos-renyi"},
                                    {"graph.kind=complete", "graph.weights=metropolis"},
                                    {"graph.kind=path", "graph.weights=max-degree"},
                                    {"graph.kind=star", "graph.weights=lazy-metropolis"},
                                    {"graph.kind=grid", "graph.nodes=6", "graph.weights=lazy-max-degree"},
                                    {"graph.kind=torus", "graph.nodes=9", "graph.weights=best-constant"},
                                    {"graph.kind=hypercube", "graph.nodes=8"},
                                    {"graph.kind=random-regular", "graph.nodes=6", "graph.degree=3"},
                                    {"problem.domain=ball", "algorithm.consensus_rounds=until-agreement"},
                                    {"problem.domain=simplex", "run.baselines=all"},
                                    {"problem.domain=l1-ball", "privacy.mechanism=lattice"},
                                    {"algorithm.consensus=chebyshev", "algorithm.consensus_rounds=auto"},
                                    {"algorithm.consensus=chebyshev", "algorithm.consensus_rounds=until-agreement"},
                                    {"privacy.schedule=paper", "algorithm.step=paper", "algorithm.consensus_rounds=3"}};
  for (const Words& variant : variants) {
    Words words = run_small;
    for (const std::string& assignment : variant) words = words + Words{"--set", assignment};
    answer(sotto(words), "sotto.run/1");
  }
}

}  // namespace
}  // namespace sotto::test
