// SPDX-License-Identifier: MIT
// An audit's report names what failed, and holds no number that is none.
#include "sotto/report/audit/audit_report.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <nlohmann/json.hpp>

#include "simulation/comparison/support.hpp"

namespace sotto {
namespace {

/// A finished audit that found a round without noise.
PrivacyAudit failed(const Scenario& scenario) {
  PrivacyAudit audit{.plan = scenario.plan(), .exact_epsilon = 4, .floating_point = {{0, 9}, {0, 9}, 0}};
  audit.noise.transcripts = 7;
  audit.noise.failures = {{"different messages to different neighbours", 1, 0, INFINITY},
                          {"variance of round 3", 0, 1, -40}};
  audit.pair = PairAudit{.bound = {INFINITY, {200, 200}, {0, 200}, 3.9},
                         .accuracy = 1,
                         .exact_accuracy = 0.7,
                         .transcripts = 100,
                         .alpha = 1.2,
                         .used_epsilon = 3.5,
                         .curve = {{-1, {0.5, 0.4, 0.6}, {0.25, 0.2, 0.3}, 0.125}}};
  return audit;
}

TEST(AuditReport, NamesTheStatisticsThatFailed) {
  const Scenario scenario(test::small());
  const std::string text = audit_text(scenario, failed(scenario));
  EXPECT_NE(text.find("FAILED in 2 statistics"), std::string::npos) << text;
  EXPECT_NE(text.find("variance of round 3 is 0, must be 1"), std::string::npos) << text;
  EXPECT_NE(text.find("REFUTED\n          by the noise: it is not what was planned"), std::string::npos) << text;
}

TEST(AuditReport, AsJsonHoldsNullWhereANumberIsInfinite) {
  const Scenario scenario(test::small());
  const auto json = nlohmann::json::parse(audit_json(scenario, failed(scenario)));
  EXPECT_EQ(json.at("verdict"), "refuted");
  EXPECT_EQ(json.at("refuted_by"), nlohmann::json::array({"noise"}));
  EXPECT_EQ(json.at("lower_bound"), 3.9);
  EXPECT_EQ(json.at("used_epsilon"), 3.5);
  EXPECT_TRUE(json.at("threshold").is_null());
  EXPECT_EQ(json.at("noise_check").at("passed"), false);
  EXPECT_TRUE(json.at("noise_check").at("failures")[0].at("deviations").is_null());
  EXPECT_EQ(json.at("noise_check").at("failures")[1].at("what"), "variance of round 3");
}

TEST(AuditReport, ThatWasInterruptedAtOnceSaysThatThereIsNoVerdict) {
  const Scenario scenario(test::small());
  PrivacyAudit audit = failed(scenario);
  audit.pair.reset();
  audit.noise = {};
  EXPECT_NE(audit_text(scenario, audit).find("Verdict   CANNOT TELL: the audit ended before"), std::string::npos);
  EXPECT_TRUE(nlohmann::json::parse(audit_json(scenario, audit)).at("lower_bound").is_null());
  EXPECT_EQ(trade_off_csv(audit).find('\n') + 1, trade_off_csv(audit).size()) << "a header alone";
}

TEST(TradeOffCsv, HasAColumnForEveryNumberOfAPoint) {
  const Scenario scenario(test::small());
  const std::string csv = trade_off_csv(failed(scenario));
  EXPECT_EQ(csv.substr(csv.find('\n') + 1), "-1,0.5,0.4,0.6,0.25,0.2,0.3,0.125\n");
}

}  // namespace
}  // namespace sotto
