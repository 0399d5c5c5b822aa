// SPDX-License-Identifier: MIT
// `sotto plan --json`: the contract, recomputed from the answer alone.
#include <gtest/gtest.h>

#include <cmath>

#include "system/program.hpp"

namespace sotto::test {
namespace {

struct Choice {
  std::string accountant, schedule, step;

  Words words() const { return {"--accountant", accountant, "--schedule", schedule, "--step", step}; }
};

std::vector<Choice> every_choice() {
  std::vector<Choice> choices;
  for (const char* accountant : {"paper", "root", "exact"})
    for (const char* schedule : {"paper", "paper-normalised", "constant"})
      for (const char* step : {"paper", "shifted"}) choices.push_back({accountant, schedule, step});
  return choices;
}

Json plan(const Words& more = {}) {
  return answer(Program()(plan_words + more + Words{"--json"}), "sotto.plan/1");
}

double epsilon_by(const Json& plan, const std::string& accountant) {
  return plan.at("guarantees").at(accountant).at("epsilon").get<double>();
}

double recomputed_cost(const Json& plan, double sensitivity) {
  double sum = 0;
  for (std::size_t t = 0; t < plan.at("steps").size(); ++t) {
    const double change = plan.at("steps")[t].get<double>() * sensitivity / plan.at("noise_scales")[t].get<double>();
    sum += change * change;
  }
  return sum;
}

TEST(Plan, AnswersWithEveryKeyOfTheContract) {
  const Json json = plan();
  for (const char* key : {"accountant", "schedule", "step", "alpha_limit", "alpha_spent", "steps", "noise_scales"})
    EXPECT_TRUE(json.contains(key)) << key;
  EXPECT_EQ(json.at("steps").size(), 25U);
  EXPECT_EQ(json.at("noise_scales").size(), 25U);
  ASSERT_EQ(json.at("guarantees").size(), 7U);
  for (const char* name : {"basic", "advanced", "paper", "root", "zcdp-bs", "zcdp-cks", "exact"})
    for (const char* key : {"epsilon", "alpha_limit", "noise_scale_factor"})
      EXPECT_TRUE(json.at("guarantees").at(name).at(key).is_number()) << name << " " << key;
}

TEST(Plan, WithAnyAccountantIsWhatTheOthersSayOfIt) {
  const Json exact = plan({"--schedule", "paper-normalised"});
  for (const char* name : {"basic", "advanced", "paper", "root", "zcdp-bs", "zcdp-cks", "exact"}) {
    const Json own = plan({"--schedule", "paper-normalised", "--accountant", name});
    const Json& foretold = exact.at("guarantees").at(name);
    EXPECT_NEAR(own.at("alpha_limit").get<double>() / foretold.at("alpha_limit").get<double>(), 1, 1e-9) << name;
    const double factor = own.at("noise_scales")[7].get<double>() / exact.at("noise_scales")[7].get<double>();
    EXPECT_NEAR(factor / foretold.at("noise_scale_factor").get<double>(), 1, 1e-9) << name;
    EXPECT_LE(epsilon_by(own, name), 4) << name;
    EXPECT_LE(epsilon_by(own, "exact"), epsilon_by(own, name)) << name;
  }
}

TEST(Plan, ForAddRemoveStatesItsConditionAndIsRefusedWhereStepsUseTheNumberOfRecords) {
  const Json json = plan({"--adjacency", "add-remove"});
  EXPECT_EQ(json.at("adjacency"), "add-remove");
  EXPECT_TRUE(contains(json.at("condition"), "number of records"));
  EXPECT_FALSE(plan().contains("condition"));
  EXPECT_TRUE(contains(Program()(plan_words + Words{"--adjacency", "add-remove"}).out, "number of records"));
  const ProgramWithConfiguration sotto;
  for (const char* command : {"plan", "run"}) {
    const Words words{command, "small.toml", "--json", "--set", "privacy.adjacency=add-remove"};
    const std::vector<Json> list = faults(sotto(words), 2);
    ASSERT_EQ(list.size(), 1U);
    EXPECT_EQ(list[0].at("field"), "privacy.adjacency");
    EXPECT_EQ(list[0].at("value"), "add-remove");
    EXPECT_TRUE(contains(list[0].at("rule"), "number of records"));
  }
}

TEST(Plan, IsByDefaultExactConstantShifted) {
  const Json json = plan();
  EXPECT_EQ(json.at("accountant"), "exact");
  EXPECT_EQ(json.at("schedule"), "constant");
  EXPECT_EQ(json.at("step"), "shifted");
}

TEST(Plan, SpendsWhatItsStepsAndNoiseComeToAndNeverMoreThanTheLimit) {
  for (const Choice& choice : every_choice()) {
    const Json json = plan(choice.words());
    EXPECT_EQ(json.at("accountant"), choice.accountant);
    EXPECT_EQ(json.at("schedule"), choice.schedule);
    EXPECT_EQ(json.at("step"), choice.step);
    const double spent = json.at("alpha_spent").get<double>(), limit = json.at("alpha_limit").get<double>();
    EXPECT_NEAR(recomputed_cost(json, 20), spent, 1e-12 * spent);
    EXPECT_LE(recomputed_cost(json, 20), limit);
    EXPECT_LE(spent, limit);
  }
}

TEST(Plan, KeepsThePromiseByItsOwnAccountant) {
  for (const Choice& choice : every_choice())
    EXPECT_LE(epsilon_by(plan(choice.words()), choice.accountant), 4 * (1 + 1e-9)) << choice.accountant;
}

TEST(Plan, EachAccountantPromisesAtLeastAsMuchAsTheOneBefore) {
  for (const Choice& choice : every_choice()) {
    const Json json = plan(choice.words());
    EXPECT_GE(epsilon_by(json, "paper"), epsilon_by(json, "root"));
    EXPECT_GE(epsilon_by(json, "root"), epsilon_by(json, "exact"));
    EXPECT_GT(epsilon_by(json, "exact"), 0);
  }
}

TEST(Plan, ThePapersScheduleIsThePapersFormula) {
  const Json json = plan({"--schedule", "paper", "--step", "paper", "--accountant", "paper"});
  const double c = (3.0 + 12.0) / (2 * 3.0 * 12.0), kappa = json.at("alpha_limit").get<double>() / (20.0 * 20.0);
  for (int t = 1; t <= 25; ++t) {
    const double variance = 2 / kappa * c * c * std::sqrt(25.0) / std::pow(t, 1.5);
    EXPECT_NEAR(json.at("steps")[t - 1].get<double>(), c / t, 1e-15);
    EXPECT_NEAR(json.at("noise_scales")[t - 1].get<double>(), std::sqrt(variance), 1e-12 * std::sqrt(variance));
  }
}

TEST(Plan, FromAConfigurationTakesTheConstantsFromTheProblem) {
  const ProgramWithConfiguration sotto;
  const Json json = answer(sotto({"plan", "small.toml", "--json"}), "sotto.plan/1");
  EXPECT_DOUBLE_EQ(json.at("sensitivity").get<double>(), 2 * 2.0 * std::sqrt(3.0));
  EXPECT_EQ(json.at("steps").size(), 20U);
  EXPECT_DOUBLE_EQ(json.at("steps")[0].get<double>(), 0.1);
  EXPECT_TRUE(sotto.folder.entries() == Words{"small.toml"}) << "planning writes nothing";
}

TEST(Plan, SaysWhatEitherStageTwoComesTo) {
  const ProgramWithConfiguration sotto;
  const auto with = [&](const Words& more) {
    const Words words{
        "plan", "small.toml", "--json", "--set", "graph.nodes=12", "--set", "algorithm.consensus_cap=100"};
    return answer(sotto(words + more), "sotto.plan/1");
  };
  const Json plain = with({}), chebyshev = with({"--set", "algorithm.consensus=chebyshev"});
  EXPECT_EQ(plain.at("stage_two").at("consensus"), "plain");
  EXPECT_EQ(plain.at("stage_two").at("cap_binds"), true);
  EXPECT_EQ(chebyshev.at("stage_two").at("consensus"), "chebyshev");
  EXPECT_EQ(chebyshev.at("stage_two").at("cap_binds"), false);
  EXPECT_LT(chebyshev.at("stage_two").at("most_rounds"), 100);
  EXPECT_LE(chebyshev.at("stage_two").at("disagreement_left"), 1e-6);
  const auto bound = [](const Json& json) { return json.at("bounds").at("recursion").at("node_after_stage_two"); };
  EXPECT_LT(bound(chebyshev), bound(plain)) << "its rounds leave less";
}

TEST(Plan, InWordsGivesEachAccountantsEpsilonAndTheBounds) {
  const Transcript numbers = Program()(plan_words);
  EXPECT_EQ(numbers.code, 0);
  for (const char* word : {"epsilon = 4", "delta = 1e-05", "25 rounds", "paper", "root", "exact", "noise scale"})
    EXPECT_TRUE(contains(numbers.out, word)) << word;
  const Transcript whole = ProgramWithConfiguration()({"plan", "small.toml"});
  for (const char* word : {"Graph", "Stage II", "printed in the paper", "recursion"})
    EXPECT_TRUE(contains(whole.out, word)) << word;
}

TEST(Plan, NumbersReadBackTheSame) {
  const Json json = plan();
  EXPECT_EQ(Json::parse(json.dump()), json);
  EXPECT_EQ(json.at("epsilon").get<double>(), 4.0);
  EXPECT_EQ(json.at("delta").get<double>(), 1e-5);
  const Json odd =
      answer(Program()({"plan", "--epsilon", "0.1234567890123456", "--delta", "1.2345678901234567e-7", "--rounds", "1",
                        "--sensitivity", "1", "--strong-convexity", "1", "--smoothness", "1", "--json"}),
             "sotto.plan/1");
  EXPECT_EQ(odd.at("epsilon").get<double>(), 0.1234567890123456);
  EXPECT_EQ(odd.at("delta").get<double>(), 1.2345678901234567e-7);
}

TEST(Plan, IsNotDisturbedByVariablesOfOtherCommands) {
  const Program sotto;
  Launch launch = sotto.launch(plan_words);
  launch.environment = {{"SOTTO_GRAPH_KIND", "ring"}, {"SOTTO_RUN_TRIALS", "3"}};
  EXPECT_EQ(run_subprocess(launch).code, 0);
}

}  // namespace
}  // namespace sotto::test
