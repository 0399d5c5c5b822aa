// SPDX-License-Identifier: MIT
// Budgets that promise nothing, and other numbers that cannot be meant: refused wherever they come from.
#include <gtest/gtest.h>

#include "system/program.hpp"

namespace sotto::test {
namespace {

/// A value for epsilon or delta, given in one of the four ways.
struct BadValue {
  std::string key;   ///< "epsilon"
  std::string text;  ///< "-1"
};

std::string configuration_with(const BadValue& bad) {
  const std::string epsilon = bad.key == "epsilon" ? bad.text : "4.0", delta = bad.key == "delta" ? bad.text : "1e-6";
  return "[privacy]\nepsilon = " + epsilon + "\ndelta = " + delta + "\n";
}

void expect_refused_everywhere(const BadValue& bad) {
  const Program sotto;
  const std::string field = "privacy." + bad.key;
  const auto refused = [&](Launch launch, const std::string& place) {
    const Transcript said = run_subprocess(launch);
    const std::vector<Json> list = faults(said, 2);
    ASSERT_EQ(list.size(), 1U) << said.out;
    EXPECT_EQ(list[0].at("field"), field);
    EXPECT_EQ(list[0].at("value"), bad.text);
    EXPECT_TRUE(contains(list[0].at("rule"), bad.key == "epsilon" ? "> 0" : "between 0 and 1")) << said.out;
    EXPECT_EQ(list[0].at("place"), place);
    EXPECT_TRUE(contains(said.out, bad.key));
  };
  sotto.folder.write("good.toml", configuration_with({}));
  sotto.folder.write("bad.toml", configuration_with(bad));
  const Words run{"run", "good.toml", "--json", "--trials", "1"};
  refused(sotto.launch(run + Words{"--" + bad.key + "=" + bad.text}), "--" + bad.key);
  refused(sotto.launch(run + Words{"--set", field + "=" + bad.text}), "--set");
  Launch launch = sotto.launch(run);
  const std::string variable = bad.key == "epsilon" ? "SOTTO_PRIVACY_EPSILON" : "SOTTO_PRIVACY_DELTA";
  launch.environment = {{variable, bad.text}};
  refused(launch, variable);
  refused(sotto.launch({"run", "bad.toml", "--json"}), bad.key == "epsilon" ? "bad.toml:2" : "bad.toml:3");
  EXPECT_EQ(sotto.folder.entries(), (Words{"bad.toml", "good.toml"})) << "a refused run writes nothing";
}

TEST(BudgetFaults, AnEpsilonThatPromisesNothingIsRefused) {
  for (const char* text : {"0", "0.0", "-1", "nan", "inf", "-inf"}) expect_refused_everywhere({"epsilon", text});
}

TEST(BudgetFaults, ADeltaThatPromisesNothingIsRefused) {
  for (const char* text : {"0", "-1e-6", "1", "1.5", "nan", "inf"}) expect_refused_everywhere({"delta", text});
}

TEST(BudgetFaults, WordsAndOverflowAreNoNumbers) {
  const Program sotto;
  for (const char* text : {"", "four", "4x", "0x4", " 4", "1e999", "1,5", "true"})
    EXPECT_TRUE(blames(faults(sotto(plan_words + Words{"--json", "--epsilon", text}), 2), "privacy.epsilon")) << text;
}

TEST(BudgetFaults, ThereIsNoDefaultEpsilonAndNoDefaultDelta) {
  const Program sotto;
  sotto.folder.write("empty.toml", "# nothing\n");
  const std::vector<Json> list = faults(sotto({"run", "empty.toml", "--json"}), 2);
  EXPECT_EQ(list.size(), 2U);
  EXPECT_TRUE(blames(list, "privacy.epsilon"));
  EXPECT_TRUE(blames(list, "privacy.delta"));
  EXPECT_TRUE(contains(list[0].at("rule"), "is required"));
}

TEST(BudgetFaults, WhatAPlanNeedsIsReportedAtOnceWithItsFlags) {
  const std::vector<Json> list = faults(Program()({"plan", "--json"}), 2);
  ASSERT_EQ(list.size(), 6U);
  for (const char* flag : {"--epsilon", "--delta", "--rounds", "--sensitivity", "--strong-convexity", "--smoothness"})
    EXPECT_TRUE(std::any_of(list.begin(), list.end(), [&](const Json& f) { return f.value("place", "") == flag; }))
        << flag;
}

TEST(BudgetFaults, OtherNumbersOfAPlanAreCheckedToo) {
  const Program sotto;
  const auto refuses = [&](const Words& words, const std::string& field) {
    EXPECT_TRUE(blames(faults(sotto(plan_words + words + Words{"--json"}), 2), field)) << words[0] << " " << words[1];
  };
  for (const char* text : {"0", "-3", "2.5", "nan", "10000001", "99999999999999999999"})
    refuses({"--rounds", text}, "algorithm.rounds");
  for (const char* text : {"0", "-1", "inf", "nan"}) {
    refuses({"--sensitivity", text}, "plan.sensitivity");
    refuses({"--strong-convexity", text}, "plan.strong_convexity");
    refuses({"--smoothness", text}, "plan.smoothness");
  }
  refuses({"--smoothness", "2.9"}, "plan.smoothness");
  refuses({"--schedule", "papers"}, "privacy.schedule");
  refuses({"--step", "shift"}, "algorithm.step");
  refuses({"--accountant", "exactly"}, "privacy.accountant");
}

TEST(BudgetFaults, ARunNeedsARoundAndATrial) {
  const ProgramWithConfiguration sotto;
  for (const char* text : {"0", "-1", "1.5"}) {
    EXPECT_TRUE(blames(faults(sotto({"run", "small.toml", "--json", "--rounds", text}), 2), "algorithm.rounds"));
    EXPECT_TRUE(blames(faults(sotto({"run", "small.toml", "--json", "--trials", text}), 2), "run.trials"));
  }
}

TEST(BudgetFaults, InWordsAFaultNamesKeyValueRuleAndPlace) {
  const ProgramWithConfiguration sotto(configuration_with({"delta", "2"}));
  const Transcript said = sotto({"run", "small.toml"});
  expect_text_refusal(said, 2);
  EXPECT_EQ(said.err, "sotto: error: privacy.delta = 2: must be a number strictly between 0 and 1 (small.toml:3)\n");
}

}  // namespace
}  // namespace sotto::test
