// SPDX-License-Identifier: MIT
// What reports say of a run with masked sums, and of rounds that cost no privacy.
#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

#include "report/comparison/support.hpp"
#include "sotto/report/comparison/comparison_page.hpp"
#include "sotto/report/comparison/comparison_report.hpp"

namespace sotto {
namespace {

using Json = nlohmann::json;

bool in_text(const std::string& text, const std::string& part) {
  return text.find(part) != std::string::npos;
}

std::string text_of(const std::vector<std::string>& more) {
  const test::Compared done = test::compared(more);
  return comparison_text(done.scenario, done.comparison);
}

const std::vector<std::string> all_but_one{"privacy.trust=all-but-q", "privacy.colluders=1",
                                           "algorithm.consensus_rounds=auto"};

TEST(MaskedRun, StatesBothPromisesAndNoStageTwo) {
  const std::string text = text_of(all_but_one);
  EXPECT_TRUE(in_text(text, "together with up to 1 of the other 3 members")) << text;
  EXPECT_TRUE(in_text(text, "against all other members together"));
  EXPECT_TRUE(in_text(text, "exactly, all others"));
  EXPECT_TRUE(in_text(text, "Stage II  none: with masked sums"));
  EXPECT_TRUE(in_text(text, "not for masked sums: none is shown."));
  EXPECT_FALSE(in_text(text, "Proved bound:"));
}

TEST(MaskedRun, HasBothPromisesInJson) {
  const test::Compared done = test::compared(all_but_one);
  const Json json = Json::parse(run_json(done.scenario, done.comparison));
  EXPECT_EQ(json.at("stage_two").at("most_rounds"), 0);
  EXPECT_EQ(json.at("privacy").at("masked_sums").at("honest_members"), 3);
  EXPECT_GT(json.at("privacy").at("masked_sums").at("epsilon_all").get<double>(),
            json.at("privacy").at("epsilon").get<double>());
}

TEST(MaskedRun, HasAPageThatSaysWhomItHoldsOff) {
  const test::Compared masked = test::compared(all_but_one), plain = test::compared();
  const ReportPage page = comparison_page(masked.scenario, masked.comparison, {});
  EXPECT_EQ(page.is_private.size(), comparison_page(plain.scenario, plain.comparison, {}).is_private.size() + 1);
  EXPECT_TRUE(in_text(page.is_private.back(), "up to 1 of the other 3 members"));
  EXPECT_EQ(page.tables.front().columns.back(), "epsilon against all others");
  EXPECT_EQ(page.tables.front().rows.front().size(), page.tables.front().columns.size());
}

TEST(RunReport, ShowsChoicesThatAreFreeOnlyWhereTheyAreMade) {
  const std::string plain = text_of({});
  for (const char* part : {"Free  ", "all others", "acceleration", "none is shown"})
    EXPECT_FALSE(in_text(plain, part)) << part;
  const std::string text = text_of({"algorithm.mixing_rounds=2", "algorithm.acceleration=nesterov"});
  EXPECT_TRUE(in_text(text, "Free      K = 2 mixing rounds, acceleration nesterov"));
  EXPECT_TRUE(in_text(text, "one mixture by W between two gradients: none is shown."));
}

/// A round of the CSV costs what its own gradient did, and a mixing round nothing.
TEST(RunReport, BooksRoundsThatCarryNoiseAlone) {
  const test::Compared done = test::compared({"algorithm.rounds=3", "algorithm.mixing_rounds=2"});
  const std::string csv = rounds_csv(done.comparison);
  const double cost = done.comparison.plans.front().plan.cost(1);
  for (const auto& [round, stage, spent] :
       {std::tuple{2, 1, 1}, {3, 1, 1}, {4, 1, 2}, {5, 1, 2}, {6, 1, 3}, {7, 2, 3}}) {
    const std::size_t line = csv.find("one," + std::to_string(round) + "," + std::to_string(stage) + ",");
    ASSERT_NE(line, std::string::npos) << round;
    const std::size_t number = csv.find(',', csv.find(',', line + 4) + 1) + 1;
    EXPECT_NEAR(std::stod(csv.substr(number)), spent * cost, 1e-12) << round;
  }
}

}  // namespace
}  // namespace sotto
