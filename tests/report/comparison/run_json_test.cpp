// SPDX-License-Identifier: MIT
// A run as JSON: keys, exact numbers, unknowns as null; and its provenance.
#include <gtest/gtest.h>

#include <limits>
#include <nlohmann/json.hpp>

#include "report/comparison/support.hpp"
#include "sotto/digest/digest.hpp"
#include "sotto/report/comparison/comparison_report.hpp"
#include "sotto/report/plan/plan_report.hpp"

namespace sotto {
namespace {

using Json = nlohmann::json;

TEST(JsonReport, NumbersReadBackTheSame) {
  const test::Compared done = test::compared();
  const Json json = Json::parse(run_json(done.scenario, done.comparison));
  const PlanResult& own = done.comparison.plans[0];
  EXPECT_EQ(json.at("metrics").at("normalised_error").at("mean").get<double>(), own.normalised_error.mean());
  EXPECT_EQ(json.at("metrics").at("disagreement").at("standard_error").get<double>(),
            own.disagreement.standard_error());
  EXPECT_EQ(json.at("privacy").at("alpha_spent").get<double>(), own.plan.alpha_spent());
  const Json plan = Json::parse(plan_json(own.plan));
  for (Round t = 1; t <= own.plan.gradient_rounds(); ++t) {
    EXPECT_EQ(plan.at("steps")[t - 1].get<double>(), own.plan.step(t));
    EXPECT_EQ(plan.at("noise_scales")[t - 1].get<double>(), own.plan.noise_scale(t).standard_deviation());
  }
}

TEST(JsonReport, EveryMetricHasItsQuantiles) {
  const test::Compared done = test::compared();
  const Json json = Json::parse(run_json(done.scenario, done.comparison));
  const PlanResult& own = done.comparison.plans[0];
  EXPECT_EQ(json.at("metrics").at("node_error").at("quantiles").at("0.5").get<double>(),
            own.node_error.quantiles().at(0.5));
  for (const auto& [name, metric] : json.at("metrics").items()) {
    const Json& quantiles = metric.at("quantiles");
    EXPECT_EQ(quantiles.size(), 3U) << name;
    EXPECT_LE(quantiles.at("0.05"), quantiles.at("0.5")) << name;
    EXPECT_LE(quantiles.at("0.5"), quantiles.at("0.95")) << name;
  }
  EXPECT_EQ(json.at("quantile_accuracy").get<double>(), Quantiles::relative_accuracy);
}

TEST(JsonReport, SaysWhatBecameOfTheWantedPrecision) {
  const auto until = [](const std::vector<std::string>& more) {
    const test::Compared done = test::compared(more);
    return Json::parse(run_json(done.scenario, done.comparison)).at("until_se");
  };
  EXPECT_TRUE(until({}).is_null());
  const Json met = until({"run.trials=1000", "run.until_se=0.9"}), missed = until({"run.until_se=1e-9"});
  EXPECT_EQ(met.at("wanted"), 0.9);
  EXPECT_LT(met.at("reached"), 0.9);
  EXPECT_EQ(met.at("met"), true);
  EXPECT_EQ(met.at("stopped_early"), true);
  EXPECT_EQ(missed.at("met"), false);
  EXPECT_EQ(missed.at("stopped_early"), false);
  EXPECT_GT(missed.at("reached"), 1e-9);
  EXPECT_TRUE(until({"run.until_se=0.9", "run.trials=1"}).at("reached").is_null());
  EXPECT_EQ(until({"run.until_se=0.9", "run.trials=10"}).at("stopped_early"), false);  // there was no trial left
}

TEST(JsonReport, TheStandardErrorOfOneTrialIsNull) {
  const test::Compared done = test::compared({"run.trials=1"});
  const Json json = Json::parse(run_json(done.scenario, done.comparison));
  for (const auto& [name, statistic] : json.at("metrics").items())
    EXPECT_TRUE(statistic.at("standard_error").is_null()) << name;
}

TEST(JsonReport, WithoutATrialTheMetricsAreEmptyAndThePrivacyStands) {
  const test::Compared done = test::compared({}, true);
  const Json json = Json::parse(run_json(done.scenario, done.comparison));
  EXPECT_EQ(json.at("trials"), 0);
  EXPECT_EQ(json.at("interrupted"), true);
  EXPECT_TRUE(json.at("metrics").empty());
  EXPECT_GT(json.at("privacy").at("alpha_spent"), 0);
}

TEST(JsonReport, ANumberThatIsNotOneIsRefusedRatherThanPrintedAsNull) {
  test::Compared done = test::compared();
  done.comparison.baselines.back().error.add(std::numeric_limits<double>::infinity());
  try {
    run_json(done.scenario, done.comparison);
    FAIL();
  } catch (const InvalidInput& refused) {
    EXPECT_EQ(refused.kind(), FaultKind::numerical);
  }
}

TEST(JsonReport, TheManifestNamesEveryPlanAndDigest) {
  const test::Compared done = test::compared({"run.seed=18446744073709551615"});
  const RunIdentity identity{.kind = "run", .version = "1.2.3", .commit = "abc", .command_line = "sotto run \"x\""};
  const Files files = run_files(done.scenario, done.comparison, identity);
  ASSERT_EQ(files.back().first, "manifest.json");
  const Json json = Json::parse(files.back().second);
  EXPECT_EQ(json.at("version"), "1.2.3");
  EXPECT_EQ(json.at("commit"), "abc");
  EXPECT_EQ(json.at("command_line"), "sotto run \"x\"");
  EXPECT_EQ(json.at("seed"), "18446744073709551615");
  EXPECT_EQ(json.at("sha256").size(), files.size() - 1);
  for (const auto& [name, bytes] : files)
    if (name != "manifest.json") EXPECT_EQ(json.at("sha256").at(name), sha256(bytes)) << name;
  EXPECT_TRUE(json.at("privacy_of_one_trial").contains("one"));
  EXPECT_TRUE(json.at("privacy_of_one_trial").contains("two"));
}

}  // namespace
}  // namespace sotto
