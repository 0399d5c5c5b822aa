// SPDX-License-Identifier: MIT
// Census income over ten nodes: what our default reaches at which epsilon, against the paper's plan.
//
// Means over ten seeds; their standard error is about 0.1 %, so the bars lie two or more of them below what is
// measured, except at epsilon = 0.5, where seeds differ by more. Seeds are fixed: the test says the same every time.
#include <gtest/gtest.h>

#include <filesystem>

#include "sotto/simulation/comparison/comparison.hpp"
#include "support/network.hpp"

namespace sotto {
namespace {

const std::filesystem::path data = std::filesystem::path(SOTTO_SOURCE_DIR) / "../shared/data";

Configuration census(double epsilon, const std::vector<std::string>& more = {}) {
  Settings settings;
  settings.add_file((std::filesystem::path(SOTTO_SOURCE_DIR) / "examples/03_census_income.toml").string());
  settings.add_assignment("data.file=" + (data / "a9a.libsvm").string());
  settings.add_assignment("data.test_file=" + (data / "a9a.t.libsvm").string());
  settings.add_assignment("privacy.epsilon=" + std::to_string(epsilon));
  settings.add_assignment("run.baselines=none");
  for (const std::string& assignment : more) settings.add_assignment(assignment);
  return read_configuration(settings);
}

TEST(CensusIncome, OurDefaultReachesItsBarsAndBeatsThePapersPlan) {
  if (!std::filesystem::exists(data)) GTEST_SKIP() << "../shared/data is absent";
  struct Bar {
    double epsilon, accuracy;
  };
  for (const Bar& bar : {Bar{8, 0.840}, Bar{1, 0.838}, Bar{0.5, 0.825}}) {
    const Scenario scenario(census(bar.epsilon));
    const Scenario paper = scenario.departing(
        census(bar.epsilon, {"privacy.accountant=paper", "privacy.schedule=paper", "algorithm.step=paper"}));
    const Comparison comparison = compare(
        scenario, {.plans = {{"ours", scenario.plan(), {}}, {"paper", paper.plan(), {}}}, .baselines = {}},
        [](auto, auto) {}, test::never);
    const double ours = comparison.plans[0].test.mean[0].mean(), theirs = comparison.plans[1].test.mean[0].mean();
    EXPECT_GE(ours, bar.accuracy) << bar.epsilon;
    EXPECT_GT(ours, theirs + (bar.epsilon <= 1 ? 0.02 : -0.005)) << bar.epsilon;
    EXPECT_NEAR(comparison.minimiser_test.mean[0].mean(), 0.851, 0.001);
  }
}

}  // namespace
}  // namespace sotto
