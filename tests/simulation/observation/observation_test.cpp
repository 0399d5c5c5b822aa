// SPDX-License-Identifier: MIT
// Lines of tidy tables, and the metrics by name. This program links no engine.
#include "sotto/simulation/observation/observation.hpp"

#include <gtest/gtest.h>

#include <set>

#include "sotto/simulation/observation/metrics.hpp"

namespace sotto {
namespace {

TEST(Observation, OfATheoryHasAValueAndNoTrialErrorOrQuantile) {
  const Observation seen = not_measured({"a series", "10", "theory_exact"}, 0.25);
  EXPECT_EQ(seen.series, "a series");
  EXPECT_EQ(seen.x, "10");
  EXPECT_EQ(seen.metric, "theory_exact");
  EXPECT_EQ(seen.mean, 0.25);
  EXPECT_EQ(seen.trials, 0U);
  EXPECT_FALSE(seen.standard_error || seen.q10 || seen.median || seen.q90);
}

TEST(KnownMetrics, HaveNamesAndTitlesOfTheirOwn) {
  std::set<std::string> names, titles;
  for (const KnownMetric& metric : known_metrics()) {
    EXPECT_TRUE(names.insert(metric.name).second) << metric.name;
    EXPECT_TRUE(titles.insert(metric.title).second) << metric.title;
    EXPECT_EQ(title_of_metric(metric.name), metric.title);
    EXPECT_EQ(is_of_model(metric.name), metric.of_model);
    EXPECT_TRUE(!metric.linear || metric.of_model) << metric.name << " is measured on test records";
  }
}

TEST(KnownMetrics, AnotherMetricIsCalledByItsName) {
  EXPECT_EQ(title_of_metric("mean_error"), "mean_error");
  EXPECT_FALSE(is_of_model("mean_error"));
  EXPECT_EQ(metric_of_node("accuracy", 3), "accuracy_node_3");
}

}  // namespace
}  // namespace sotto
