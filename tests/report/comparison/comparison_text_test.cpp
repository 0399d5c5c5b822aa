// SPDX-License-Identifier: MIT
// Reports in words: the warning comes first, and doubt is shown.
#include <gtest/gtest.h>

#include "report/comparison/support.hpp"
#include "sotto/report/comparison/comparison_report.hpp"
#include "sotto/report/plan/account_report.hpp"
#include "sotto/report/plan/plan_report.hpp"

namespace sotto {
namespace {

bool contains(const std::string& text, const std::string& part) {
  return text.find(part) != std::string::npos;
}

TEST(TextReport, ARunSaysFirstThatItIsASimulation) {
  const test::Compared done = test::compared();
  EXPECT_TRUE(comparison_text(done.scenario, done.comparison).starts_with("SIMULATION: no privacy"));
}

TEST(TextReport, OneTrialIsNotGivenAStandardError) {
  const test::Compared one = test::compared({"run.trials=1"}), many = test::compared();
  EXPECT_TRUE(contains(comparison_text(one.scenario, one.comparison), "(one trial)"));
  EXPECT_TRUE(contains(comparison_text(many.scenario, many.comparison), " +- "));
}

TEST(TextReport, ShowsQuantilesOfTwentyTrialsOrMore) {
  const test::Compared few = test::compared({"run.trials=19"}), enough = test::compared({"run.trials=20"});
  EXPECT_FALSE(contains(comparison_text(few.scenario, few.comparison), "95 %"));
  EXPECT_TRUE(contains(comparison_text(enough.scenario, enough.comparison), "95 %"));
}

TEST(TextReport, SaysWhyItStoppedAndWhatIsFresh) {
  const auto text = [](const std::vector<std::string>& more) {
    const test::Compared done = test::compared(more);
    return comparison_text(done.scenario, done.comparison);
  };
  EXPECT_FALSE(contains(text({}), "precise"));
  EXPECT_TRUE(contains(text({"run.trials=1000", "run.until_se=0.9"}),
                       "Stopped early: after 64 of 1000 trials every plan's standard error is at most 0."));
  EXPECT_TRUE(contains(text({"run.until_se=0.9"}), "As precise as wanted: after 10 of 10 trials"));
  EXPECT_TRUE(contains(text({"run.until_se=1e-9"}), "Not as precise as wanted: after 10 of 10 trials"));
  EXPECT_FALSE(contains(text({}), "Trials  "));
  EXPECT_TRUE(contains(text({"run.fresh=noise"}), "noise alone"));
  EXPECT_TRUE(contains(text({"run.fresh=graph", "graph.kind=erdos-renyi"}), "a graph of their own"));
}

TEST(TextReport, WithoutATrialItSaysSo) {
  const test::Compared none = test::compared({}, true);
  EXPECT_TRUE(contains(comparison_text(none.scenario, none.comparison), "No trial was finished."));
}

TEST(TextReport, LinesFitATerminal) {
  const test::Compared done = test::compared({"run.trials=200", "run.until_se=0.5", "run.fresh=noise"});
  const Account account =
      make_account({.cost = {.alpha = 0.5, .total_variation = 1e-9}, .shares = {}, .delta = 1e-6, .epsilon = 2});
  const std::string text =
      comparison_text(done.scenario, done.comparison) + plan_text(done.scenario.plan()) + account_text(account);
  std::size_t start = 0;
  for (std::size_t end = text.find('\n'); end != std::string::npos; start = end + 1, end = text.find('\n', start))
    EXPECT_LE(end - start, 150U) << text.substr(start, end - start);
}

}  // namespace
}  // namespace sotto
