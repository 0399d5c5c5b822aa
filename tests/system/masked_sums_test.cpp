// SPDX-License-Identifier: MIT
// What the program says of masked sums and of what trust brings.
#include <gtest/gtest.h>

#include "system/program.hpp"

namespace sotto::test {
namespace {

const Words all_but_one{"--set", "privacy.trust=all-but-q", "--set", "privacy.colluders=1"};

TEST(MaskedSums, AreSpokenOfByPlanRunAndAccount) {
  const ProgramWithConfiguration sotto;
  const Transcript plan = sotto(Words{"plan", "small.toml"} + all_but_one);
  EXPECT_EQ(plan.code, 0) << plan.err;
  const Transcript run = sotto(Words{"run", "small.toml", "--out", "r"} + all_but_one);
  EXPECT_EQ(run.code, 0) << run.err;
  for (const std::string& text : {plan.out, run.out}) {
    EXPECT_TRUE(contains(text, "against all other members together")) << text;
    EXPECT_TRUE(contains(text, "Stage II  none: with masked sums")) << text;
  }
  const Transcript account = sotto(Words{"account", "small.toml"} + all_but_one);
  EXPECT_TRUE(contains(account.out, "Against all other members together")) << account.err;
}

TEST(MaskedSums, HaveBothEpsilonsInJson) {
  const ProgramWithConfiguration sotto;
  const Json plan = answer(sotto(Words{"plan", "small.toml", "--json"} + all_but_one), "sotto.plan/1");
  const double all = plan.at("masked_sums").at("epsilon_all").get<double>();
  EXPECT_GT(all, plan.at("epsilon").get<double>());
  EXPECT_EQ(plan.at("certificate").at("masked_sums").at("epsilon_all").get<double>(), all);
  const Json account = answer(sotto(Words{"account", "small.toml", "--json"} + all_but_one), "sotto.account/1");
  EXPECT_NEAR(account.at("all_others").at("accountants").at("exact").at("epsilon").get<double>(), all, 1e-9);
  const Json run = answer(sotto(Words{"run", "small.toml", "--json", "--out", "r"} + all_but_one), "sotto.run/1");
  EXPECT_EQ(run.at("privacy").at("masked_sums").at("epsilon_all").get<double>(), all);
}

TEST(Trust, IsATableOfAPlan) {
  const ProgramWithConfiguration sotto;
  const Transcript said = sotto({"plan", "small.toml"});
  for (const char* part : {"\n  in nobody *", "\n  in all but 1 ", "hops"})
    EXPECT_TRUE(contains(said.out, part)) << part << "\n" << said.out;
  EXPECT_GE(answer(sotto({"plan", "small.toml", "--json"}), "sotto.plan/1").at("trust").size(), 2U);
}

/// Without a file there are no members, and no network that "auto" could look at.
TEST(MaskedSums, NeedAConfigurationFile) {
  const Program sotto;
  EXPECT_TRUE(blames(faults(sotto(plan_words + all_but_one + Words{"--json"}), 2), "privacy.trust"));
  EXPECT_TRUE(blames(faults(sotto(plan_words + Words{"--set", "algorithm.mixing_rounds=auto", "--json"}), 2),
                     "algorithm.mixing_rounds"));
  const Json plan = answer(sotto(plan_words + Words{"--set", "algorithm.acceleration=nesterov", "--json", "--set",
                                                    "algorithm.step=constant"}),
                           "sotto.plan/1");
  EXPECT_EQ(plan.at("acceleration"), "nesterov");
}

TEST(MaskedSums, AreAdvisedWhereTheyAreGivenAndCanBeRun) {
  const ProgramWithConfiguration sotto(small_configuration + "[advice]\ntrials = 4\nmost_rounds = 3\n");
  const Words trust = all_but_one + Words{"--set", "problem.records_per_node=1000"};
  const Json advice =
      answer(sotto(Words{"plan", "small.toml", "--advise", "--out", "a", "--json"} + trust), "sotto.advice/2");
  EXPECT_EQ(advice.at("advice").at("colluders"), 1);
  EXPECT_TRUE(advice.at("other_trust").at("colluders").is_null());
  const Json run = answer(sotto({"run", "a/advised.toml", "--json", "--out", "r"}), "sotto.run/1");
  EXPECT_EQ(run.at("privacy").at("masked_sums").at("colluders"), 1);
  EXPECT_EQ(sotto({"verify", "a"}).code, 0);
  const Transcript nobody = sotto({"plan", "small.toml", "--advise", "--out", "b"});
  EXPECT_TRUE(contains(nobody.out, "Trusting all members but 1")) << nobody.out;
}

}  // namespace
}  // namespace sotto::test
