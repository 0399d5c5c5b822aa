// SPDX-License-Identifier: MIT
// The page of a run: every method and round of it, and true words about what is private.
#include "sotto/report/comparison/comparison_page.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <set>

#include "report/comparison/support.hpp"
#include "simulation/comparison/files.hpp"

namespace sotto {
namespace {

ReportPage page_of(const test::Compared& done) {
  return comparison_page(done.scenario, done.comparison,
                         {.kind = "run", .version = "1", .commit = "c", .command_line = "sotto run x"});
}

bool speaks_of_seeds(const ReportPage& page) {
  return std::any_of(page.not_private.begin(), page.not_private.end(),
                     [](const std::string& sentence) { return sentence.find("seed") != std::string::npos; });
}

TEST(ComparisonPage, ShowsEveryMethodWithItsMeanAndEveryRoundAtFirst) {
  const test::Compared done = test::compared();
  const ReportPage page = page_of(done);
  ASSERT_EQ(page.figures.size(), 2U);
  std::set<std::string> methods;
  for (const Observation& seen : page.figures[0].observations) methods.insert(seen.series);
  EXPECT_EQ(methods, (std::set<std::string>{"one", "two", "node_alone", "curator"}));  // without noise nothing is left
  EXPECT_EQ(page.figures[0].observations[0].mean, done.comparison.plans[0].normalised_error.mean());
  EXPECT_EQ(page.figures[0].observations[0].q90, done.comparison.plans[0].normalised_error.quantiles().at(0.9));
  EXPECT_EQ(page.figures[1].observations[0].x, "2");
  EXPECT_EQ(page.figures[1].observations[0].mean, done.comparison.plans[0].rounds.mean_error[0].mean());
  EXPECT_EQ(page.figures[1].observations.back().x, "26");  // y(T+1) = y(21), and five rounds of Stage II
  EXPECT_EQ(page.repeat[0].command, "sotto run x");
  EXPECT_EQ(page.drawings.size(), 1U);
}

TEST(ComparisonPage, HasASummaryWithThreeNumbersAndBothEpsilons) {
  const test::Compared done = test::compared();
  const PageSummary summary = page_of(done).summary;
  EXPECT_EQ(summary.numbers.size(), 3U);
  EXPECT_EQ(summary.verdict.find(cooperation_sentence(done.comparison.plans[0], done.comparison)), 0U);
  EXPECT_EQ(summary.promise.find("masked"), std::string::npos) << summary.promise;
  const PageSummary masked =
      page_of(test::compared({"algorithm.consensus_rounds=0", "privacy.trust=all-but-q", "privacy.colluders=1"}))
          .summary;
  EXPECT_NE(masked.promise.find("against all of them (masked sums)"), std::string::npos) << masked.promise;
  EXPECT_EQ(page_of(test::compared({}, true)).summary.result, "No trial was finished.");
}

/// A comparison on files with a test of every third row.
struct OnFiles {
  test::FilesOfNodes files{{60, 60, 60}};
  Scenario scenario{test::read_toml(files.toml("hold_out = 3\n"))};
  Comparison comparison = compare(
      scenario, contest_of(scenario, {{"this plan", scenario.plan()}}), [](std::uint32_t, std::uint32_t) {},
      test::never);
  ReportPage page = comparison_page(scenario, comparison, {});

  const Figure& figure(const std::string& id) const {
    return *std::find_if(page.figures.begin(), page.figures.end(), [&](const Figure& f) { return f.id == id; });
  }
};

TEST(ComparisonPage, OnFilesShowsEveryMetricAndNodesByTheirFiles) {
  const OnFiles run;
  std::set<std::string> metrics;
  for (const Figure::Panel& panel : run.figure("test").panels) metrics.insert(panel.metric);
  EXPECT_EQ(metrics, (std::set<std::string>{"accuracy", "auc", "log_loss", "calibration_error"}));
  EXPECT_EQ(run.figure("test").y.scale, FigureAxis::Scale::linear);
  EXPECT_EQ(run.figure("test_nodes").panels[0].metric, "log_loss") << "what judges";
  EXPECT_EQ(run.figure("test_nodes").x.labels.at("2"), "n2");
  EXPECT_NE(run.page.drawings[0].svg.find(">n2</text>"), std::string::npos);
  for (const ReportTable& table : run.page.tables)
    for (const std::vector<std::string>& row : table.rows)
      EXPECT_EQ(row[0].find('_'), std::string::npos) << "no name of the data: " << row[0];
}

/// The bins are those of calibration_error: its mean over trials is that of what they say.
TEST(ComparisonPage, OnFilesShowsHowOftenWhatWasSaidCameTrue) {
  const OnFiles run;
  const TestStatistics& test = run.comparison.plans[0].test;
  std::size_t bins = 0;
  for (const Observation& seen : run.figure("calibration").observations) {
    if (seen.series != "this plan") continue;
    ++bins;
    EXPECT_TRUE(seen.mean >= 0 && seen.mean <= 1) << seen.mean;
  }
  EXPECT_EQ(bins, static_cast<std::size_t>(std::count_if(test.calibration.begin(), test.calibration.end(),
                                                         [](const auto& bin) { return bin.said.count() > 0; })));
  EXPECT_GT(bins, 1U);
  for (std::size_t b = 0; b < test.calibration.size(); ++b)
    if (test.calibration[b].said.count() > 0) {
      EXPECT_GE(test.calibration[b].said.mean(), 0.1 * static_cast<double>(b));
      EXPECT_LE(test.calibration[b].said.mean(), 0.1 * static_cast<double>(b + 1));
    }
}

TEST(ComparisonPage, OnFilesShowsCoefficientsWithTheirNoise) {
  const OnFiles run;
  const Figure& figure = run.figure("coefficients");
  ASSERT_EQ(figure.series.size(), 2U);
  ASSERT_EQ(figure.observations.size(), 6U) << "two columns and the intercept, of a plan and of x*";
  EXPECT_EQ(figure.observations[0].x, "a");
  EXPECT_EQ(figure.observations[0].mean, run.comparison.plans[0].coefficients[0].mean());
  EXPECT_GT(*figure.observations[0].standard_error, 0);
  EXPECT_EQ(run.comparison.plans[0].coefficients[0].count(), run.comparison.trials_done);
}

TEST(ComparisonPage, WarnsOfTheSeedWhereThereIsOne) {
  EXPECT_TRUE(speaks_of_seeds(page_of(test::compared())));
  EXPECT_FALSE(speaks_of_seeds(page_of(test::compared({"privacy.mechanism=lattice", "run.randomness=system"}))));
}

}  // namespace
}  // namespace sotto
