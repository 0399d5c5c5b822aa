// SPDX-License-Identifier: MIT
// CSV: every line has the header's cells, and numbers read back the same.
#include <gtest/gtest.h>

#include <sstream>

#include "report/comparison/support.hpp"
#include "sotto/report/comparison/comparison_report.hpp"

namespace sotto {
namespace {

using Cells = std::vector<std::string>;

/// Lines of cells, the header first. A last empty cell counts.
std::vector<Cells> parsed(const std::string& csv) {
  std::vector<Cells> rows;
  std::istringstream lines(csv);
  for (std::string line; std::getline(lines, line);) {
    Cells cells{""};
    for (const char c : line) {
      if (c == ',')
        cells.emplace_back();
      else
        cells.back() += c;
    }
    rows.push_back(cells);
  }
  for (const Cells& row : rows) EXPECT_EQ(row.size(), rows[0].size());
  return rows;
}

TEST(CsvReport, ResultsHoldEveryMetricOfEverySeries) {
  const test::Compared done = test::compared();
  const std::vector<Cells> rows = parsed(metrics_csv(done.comparison));
  EXPECT_EQ(rows[0], (Cells{"series", "metric", "trials", "mean", "standard_error", "quantile_05", "quantile_50",
                            "quantile_95"}));
  ASSERT_EQ(rows.size(), 1U + 2 * 6 + 3);
  EXPECT_EQ(std::stod(rows[1][6]), done.comparison.plans[0].normalised_error.quantiles().at(0.5));
  EXPECT_EQ(rows[1][0], "one");
  EXPECT_EQ(rows[1][1], "normalised_error");
  EXPECT_EQ(rows[1][2], "10");
  EXPECT_EQ(std::stod(rows[1][3]), done.comparison.plans[0].normalised_error.mean());
  EXPECT_EQ(std::stod(rows[1][4]), done.comparison.plans[0].normalised_error.standard_error());
  EXPECT_EQ(rows.back()[0], "curator");
  EXPECT_EQ(std::stod(rows.back()[3]), done.comparison.baseline("curator")->error.mean());
}

TEST(CsvReport, AnUnknownStandardErrorIsAnEmptyCell) {
  const std::vector<Cells> rows = parsed(metrics_csv(test::compared({"run.trials=1"}).comparison));
  for (std::size_t k = 1; k < rows.size(); ++k) EXPECT_EQ(rows[k][4], "");
}

TEST(CsvReport, WithoutATrialThereIsNoMean) {
  const std::vector<Cells> rows = parsed(metrics_csv(test::compared({}, true).comparison));
  for (std::size_t k = 1; k < rows.size(); ++k) {
    EXPECT_EQ(rows[k][2], "0");
    EXPECT_EQ(rows[k][3], "");
    EXPECT_EQ(rows[k][4], "");
  }
}

TEST(CsvReport, RoundsHoldBothStagesAndTheBudgetSpent) {
  const test::Compared done = test::compared();
  const std::vector<Cells> rows = parsed(rounds_csv(done.comparison));
  EXPECT_EQ(rows[0], (Cells{"series", "round", "stage", "alpha_spent", "metric", "trials", "mean", "standard_error"}));
  ASSERT_EQ(rows.size(), 1U + 2 * (20 + 5) * 4);
  double before = 0;
  for (std::size_t k = 1; k <= 100; ++k) {
    const std::size_t round = 2 + (k - 1) / 4;
    EXPECT_EQ(rows[k][1], std::to_string(round));
    EXPECT_EQ(rows[k][2], round <= 21 ? "1" : "2");
    EXPECT_GE(std::stod(rows[k][3]), before);
    before = std::stod(rows[k][3]);
  }
  EXPECT_NEAR(before, done.comparison.plans[0].plan.alpha_spent(), 1e-12 * before);
}

TEST(CsvReport, NodesHoldEveryNodeOfTheFirstTrial) {
  const test::Compared done = test::compared();
  const std::vector<Cells> rows = parsed(nodes_csv(done.comparison));
  EXPECT_EQ(rows[0], (Cells{"series", "round", "node", "error"}));
  ASSERT_EQ(rows.size(), 1U + 2 * 25 * 4);
  EXPECT_EQ(rows[4][2], "3");
  EXPECT_EQ(std::stod(rows[4][3]), done.comparison.plans[0].first_trial_node_errors[0][3]);
}

}  // namespace
}  // namespace sotto
