// SPDX-License-Identifier: MIT
// A table [sweep] as it is read: every key, what holds where a key is not there, and the combinations of a grid.
#include "sotto/study/sweep.hpp"

#include <gtest/gtest.h>

#include "sotto/simulation/baseline/baseline.hpp"
#include "study/some_sweep.hpp"

namespace sotto {
namespace {

using Texts = std::vector<std::string>;

Texts texts_of(const std::vector<Setting>& values) {
  Texts texts;
  for (const Setting& value : values) texts.push_back(text_of(value));
  return texts;
}

Texts series_names(const Sweep& sweep) {
  Texts names;
  for (const SweepSeries& series : sweep.series) names.push_back(series.name);
  return names;
}

/// "key=value" for each departure, in their order.
Texts departures(const SweepSeries& series) {
  Texts texts;
  for (const SweptKey& swept : series.departs)
    for (const Setting& value : swept.values) texts.push_back(swept.key + "=" + text_of(value));
  return texts;
}

TEST(Sweep, ReadsEveryKey) {
  const Sweep sweep = test::sweep_of(R"(
title = "a title"
caption = "a caption"
x = "privacy.epsilon"
values = [1, 2.5, 1e-3]
scale = "linear"
against = "spectral_gap"
metrics = ["node_error", "bound_printed"]
beside = ["b", "curator"]
baselines = ["curator"]
[sweep.series.a]
[sweep.series.b]
algorithm.rounds = 7
node.3.epsilon = [1.0, 2.0, 3.0]
[sweep.series.c]
method = "huang_mitra_vaidya"
)");
  EXPECT_EQ(sweep.title, "a title");
  EXPECT_EQ(sweep.caption, "a caption");
  EXPECT_EQ(sweep.x.key, "privacy.epsilon");
  EXPECT_EQ(texts_of(sweep.x.values), (Texts{"1", "2.5", "0.001"}));
  EXPECT_EQ(sweep.x.values[1].place, "a.toml:6");
  EXPECT_EQ(sweep.scale, SweepScale::linear);
  EXPECT_EQ(sweep.against, DrawnAgainst::spectral_gap);
  EXPECT_EQ(sweep.metrics, (Texts{"node_error", "bound_printed"}));
  EXPECT_EQ(sweep.beside, (Texts{"b", "curator"}));
  EXPECT_EQ(series_names(sweep), (Texts{"a", "b", "c", "curator"})) << "in the order of the file, then baselines";
  EXPECT_EQ(departures(sweep.series[0]), Texts{});
  EXPECT_EQ(departures(sweep.series[1]),
            (Texts{"algorithm.rounds=7", "node.3.epsilon=1", "node.3.epsilon=2", "node.3.epsilon=3"}));
  EXPECT_EQ(sweep.series[1].method(), "plan");
  EXPECT_EQ(sweep.series[2].method(), "huang_mitra_vaidya");
  EXPECT_EQ(sweep.series[3].method(), "curator");
}

TEST(Sweep, WithoutMoreHasOnePlanAndEveryBaseline) {
  const Sweep sweep = test::sweep_of("x = 'privacy.epsilon'\nvalues = [1]\n");
  EXPECT_EQ(sweep.scale, SweepScale::log);
  EXPECT_FALSE(sweep.against);
  EXPECT_EQ(sweep.metrics, (Texts{"normalised_error", "node_error"}));
  ASSERT_EQ(sweep.series.size(), 1 + all_baselines().size());
  EXPECT_EQ(sweep.series[0].name, only_series);
  for (std::size_t k = 0; k < all_baselines().size(); ++k) {
    EXPECT_EQ(sweep.series[k + 1].name, all_baselines()[k].name);
    EXPECT_EQ(sweep.series[k + 1].method(), all_baselines()[k].name);
  }
}

TEST(Sweep, NamesAreAnyTextInAnyLanguage) {
  const Sweep sweep = test::sweep_of(
      "x = 'privacy.epsilon'\nvalues = [1]\nbaselines = []\n"
      "[sweep.series.\"h\\u00e9, a.b \\\\ 'x' \xE2\x82\xAC\"]\nmethod = 'curator'\n");
  EXPECT_EQ(series_names(sweep), Texts{"h\xC3\xA9, a.b \\ 'x' \xE2\x82\xAC"});
}

TEST(Sweep, AGridGivesEverySeriesEveryCombination) {
  const Sweep sweep = test::sweep_of(R"(
x = "algorithm.rounds"
values = [1, 2]
baselines = ["curator"]
[sweep.grid]
privacy.delta = [1e-3, 1e-6]
graph.kind = ["ring", "star", "path"]
[sweep.series.a]
algorithm.step = "paper"
)");
  ASSERT_EQ(sweep.series.size(), 2U * 2 * 3);
  EXPECT_EQ(sweep.series[0].name, "a, delta = 0.001, kind = ring");
  EXPECT_EQ(sweep.series[1].name, "a, delta = 0.001, kind = star");
  EXPECT_EQ(sweep.series[5].name, "a, delta = 1e-06, kind = path");
  EXPECT_EQ(sweep.series[6].name, "curator, delta = 0.001, kind = ring");
  EXPECT_EQ(sweep.series[6].method(), "curator");
  for (const char* departure : {"privacy.delta=1e-06", "graph.kind=path", "algorithm.step=paper"}) {
    const Texts all = departures(sweep.series[5]);
    EXPECT_EQ(std::count(all.begin(), all.end(), departure), 1) << departure;
  }
}

TEST(Sweep, ThereIsATitleForEveryMetricAndNoneTwice) {
  Texts names;
  for (const KnownMetric& metric : known_metrics()) {
    EXPECT_FALSE(metric.title.empty());
    EXPECT_EQ(std::count(names.begin(), names.end(), metric.name), 0) << metric.name;
    names.push_back(metric.name);
  }
}

}  // namespace
}  // namespace sotto
