// SPDX-License-Identifier: MIT
// `sotto plan --advise`: reads no record, writes a folder, and can be made again.
#include <gtest/gtest.h>

#include "system/program.hpp"

namespace sotto::test {
namespace {

const std::string declared = R"([problem]
kind = "logistic"
regularisation = 0.01
[data]
file = "nowhere.csv"
records = 2000
[[column]]
name = "age"
range = [0, 120]
[[column]]
name = "ill"
role = "label"
type = "category"
levels = ["no", "yes"]
[graph]
kind = "ring"
nodes = 4
[privacy]
epsilon = 2.0
delta = 1e-6
[algorithm]
rounds = 20
[advice]
trials = 2
most_rounds = 30
numbers = 2000
)";

TEST(Advise, NeedsNoFileAndCanBeMadeAgain) {
  const ProgramWithConfiguration sotto(declared);
  const Json advice = answer(sotto({"plan", "small.toml", "--advise", "--out", "a", "--json"}), "sotto.advice/2");
  EXPECT_EQ(advice.at("metric"), "accuracy");
  EXPECT_GT(advice.at("candidates").size(), 5U + 3U + 3U) << "T, shapes, and one more choice around the best";
  EXPECT_LE(advice.at("candidates").size(), 5U + 3U + 8U + 5U + 3U + 2U);
  EXPECT_EQ(advice.at("chosen_by"), "log_loss");
  EXPECT_EQ(advice.at("over_epsilon").size(), 7U);
  for (const char* name : {"advised.toml", "report.txt", "results.csv", "candidates.csv", "epsilon.vl.json",
                           "rounds.vl.json", "report.html", "manifest.json"})
    EXPECT_FALSE(sotto.folder.read(std::string("a/") + name).empty()) << name;
  EXPECT_EQ(Json::parse(sotto.folder.read("a/manifest.json")).at("trials"), 2);
  EXPECT_EQ(sotto({"verify", "a"}).code, 0);
}

const std::string small_and_brief = small_configuration + "[advice]\ntrials = 4\nmost_rounds = 3\n";

TEST(Advise, GivesAConfigurationThatPlans) {
  const ProgramWithConfiguration sotto(small_and_brief);
  const Json advice = answer(sotto({"plan", "small.toml", "--advise", "--out", "a", "--json"}), "sotto.advice/2");
  const Json plan = answer(sotto({"plan", "a/advised.toml", "--json"}), "sotto.plan/1");
  EXPECT_EQ(plan.at("rounds"), advice.at("advice").at("rounds"));
  EXPECT_EQ(sotto({"run", "a/advised.toml", "--quiet", "--out", "r"}).code, 0);
}

TEST(Advise, SaysFromWhichEpsilonJoiningPays) {
  const ProgramWithConfiguration sotto(small_and_brief);
  const Transcript said = sotto({"plan", "small.toml", "--advise", "--out", "a"});
  EXPECT_EQ(said.code, 0) << said.err;
  EXPECT_TRUE(contains(said.out, "PREDICTION: no record was read"));
  EXPECT_TRUE(contains(said.out, "Joining ")) << said.out;
  EXPECT_EQ(said.out, sotto.folder.read("a/report.txt"));
}

TEST(Advise, RefusesWhatItCannotAdviseOn) {
  const ProgramWithConfiguration sotto;
  EXPECT_TRUE(blames(faults(sotto(plan_words + Words{"--advise", "--json"}), 2), "--advise"));
  EXPECT_TRUE(blames(faults(sotto({"plan", "small.toml", "--out", "a", "--json"}), 2), "--out"));
  EXPECT_TRUE(blames(faults(sotto({"plan", "small.toml", "--advise", "--json", "--set", "advice.trials=1"}), 2),
                     "advice.trials"));
  EXPECT_TRUE(blames(faults(sotto({"plan", "small.toml", "--advise", "--json", "--set", "advice.density=2"}), 2),
                     "advice.density"));
}

/// The examples' own files, where the data is not: what is declared is enough.
TEST(Examples, PlanWithoutTheirData) {
  const Program sotto;
  for (const char* name : {"02_four_hospitals", "03_census_income", "04_fashion_mnist"}) {
    const std::string file = std::string(SOTTO_SOURCE_DIR) + "/examples/" + name + ".toml";
    const Json plan = answer(sotto({"plan", file, "--json", "--quiet"}), "sotto.plan/1");
    EXPECT_GT(plan.at("rounds").get<int>(), 10) << name;
  }
}

}  // namespace
}  // namespace sotto::test
