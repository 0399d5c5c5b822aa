// SPDX-License-Identifier: MIT
// The page of a run: every method and round of it, and true words about what is private.
#include "sotto/report/comparison/comparison_page.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <set>

#include "report/comparison/support.hpp"

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

TEST(ComparisonPage, WarnsOfTheSeedWhereThereIsOne) {
  EXPECT_TRUE(speaks_of_seeds(page_of(test::compared())));
  EXPECT_FALSE(speaks_of_seeds(page_of(test::compared({"privacy.mechanism=lattice", "run.randomness=system"}))));
}

}  // namespace
}  // namespace sotto
