// SPDX-License-Identifier: MIT
// Who wins when a key is set twice: flag > --set > environment > file > default.
#include <gtest/gtest.h>

#include "system/program.hpp"

namespace sotto::test {
namespace {

/// delta as the plan took it; each source says something else.
double delta_of(const ProgramWithConfiguration& sotto, const Words& words, bool environment) {
  Launch launch = sotto.launch(Words{"plan", "small.toml", "--json"} + words);
  if (environment) launch.environment = {{"SOTTO_PRIVACY_DELTA", "1e-7"}};
  return answer(run_subprocess(launch), "sotto.plan/1").at("delta").get<double>();
}

TEST(Precedence, IsFlagThenSetThenEnvironmentThenFile) {
  const ProgramWithConfiguration sotto;
  const Words set{"--set", "privacy.delta=1e-8"}, flag{"--delta", "1e-9"};
  EXPECT_EQ(delta_of(sotto, {}, false), 1e-6);
  EXPECT_EQ(delta_of(sotto, {}, true), 1e-7);
  EXPECT_EQ(delta_of(sotto, set, true), 1e-8);
  EXPECT_EQ(delta_of(sotto, flag + set, true), 1e-9);
  EXPECT_EQ(delta_of(sotto, set + flag, true), 1e-9);
}

TEST(Precedence, AMisspeltVariableIsWarnedOfWithASuggestion) {
  const ProgramWithConfiguration sotto;
  Launch launch = sotto.launch({"graph", "--nodes", "5"});
  launch.environment = {{"SOTTO_GRAPH_KID", "ring"}};
  const Transcript said = run_subprocess(launch);
  EXPECT_EQ(said.code, 0);
  EXPECT_TRUE(contains(said.err, "SOTTO_GRAPH_KID")) << said.err;
  EXPECT_TRUE(contains(said.err, "did you mean SOTTO_GRAPH_KIND?")) << said.err;
}

TEST(Precedence, TheDefaultComesLast) {
  const ProgramWithConfiguration sotto;
  const auto trials = [&](const std::string& configuration, const Words& more) {
    sotto.folder.write("other.toml", configuration);
    return answer(sotto(Words{"run", "other.toml", "--rounds", "1", "--json"} + more), "sotto.run/1")
        .at("trials")
        .get<int>();
  };
  const std::string without = "[privacy]\nepsilon = 1.0\ndelta = 1e-6\n";
  EXPECT_EQ(trials(without, {}), 100);
  EXPECT_EQ(trials(without + "[run]\ntrials = 3\n", {}), 3);
}

TEST(Precedence, TheLastOfTwoFlagsWins) {
  const ProgramWithConfiguration sotto;
  EXPECT_EQ(delta_of(sotto, {"--delta", "1e-8", "--delta", "1e-9"}, false), 1e-9);
  EXPECT_EQ(delta_of(sotto, {"--set", "privacy.delta=1e-8", "--set", "privacy.delta=1e-9"}, false), 1e-9);
}

TEST(Precedence, AWrongValueThatLosesIsNotInTheWay) {
  const ProgramWithConfiguration sotto;
  EXPECT_EQ(delta_of(sotto, {"--set", "privacy.delta=nonsense", "--delta", "1e-9"}, true), 1e-9);
}

TEST(Precedence, EveryFlagIsItsKey) {
  const ProgramWithConfiguration sotto;
  const std::vector<std::pair<Words, std::string>> pairs{{{"--seed", "11"}, "run.seed=11"},
                                                         {{"--trials", "2"}, "run.trials=2"},
                                                         {{"--until-se", "0.9"}, "run.until_se=0.9"},
                                                         {{"--fresh", "noise"}, "run.fresh=noise"},
                                                         {{"--epsilon", "2.5"}, "privacy.epsilon=2.5"},
                                                         {{"--delta", "1e-8"}, "privacy.delta=1e-8"},
                                                         {{"--rounds", "3"}, "algorithm.rounds=3"}};
  const Words run{"run", "small.toml", "--json"};
  const std::string plain = sotto(run).out;
  for (const auto& [flag, assignment] : pairs) {
    const std::string by_flag = sotto(run + flag).out;
    EXPECT_EQ(by_flag, sotto(run + Words{"--set", assignment}).out) << assignment;
    EXPECT_NE(by_flag, plain) << assignment;
  }
}

}  // namespace
}  // namespace sotto::test
