// SPDX-License-Identifier: MIT
// A sweep written and read back is the same sweep: with the same series, the same points, the same results to come.
#include <gtest/gtest.h>

#include <filesystem>

#include "study/some_sweep.hpp"

namespace sotto {
namespace {

void expect_same(const SweptKey& a, const SweptKey& b) {
  EXPECT_EQ(a.key, b.key);
  ASSERT_EQ(a.values.size(), b.values.size()) << a.key;
  for (std::size_t k = 0; k < a.values.size(); ++k) EXPECT_EQ(a.values[k].value, b.values[k].value) << a.key;
}

void expect_same(const Sweep& a, const Sweep& b) {
  EXPECT_EQ(a.title, b.title);
  EXPECT_EQ(a.caption, b.caption);
  EXPECT_EQ(a.scale, b.scale);
  EXPECT_EQ(a.against, b.against);
  EXPECT_EQ(a.metrics, b.metrics);
  EXPECT_EQ(a.beside, b.beside);
  expect_same(a.x, b.x);
  ASSERT_EQ(a.series.size(), b.series.size());
  for (std::size_t s = 0; s < a.series.size(); ++s) {
    EXPECT_EQ(a.series[s].name, b.series[s].name);
    EXPECT_EQ(a.series[s].method(), b.series[s].method());
    ASSERT_EQ(a.series[s].departs.size(), b.series[s].departs.size()) << a.series[s].name;
    for (std::size_t k = 0; k < a.series[s].departs.size(); ++k)
      expect_same(a.series[s].departs[k], b.series[s].departs[k]);
  }
}

/// Both as a table alone and as a whole file; and what was written once is written the same again.
void expect_round_trip(const test::WholeSweep& whole) {
  expect_same(read_sweep(*test::settings_of(to_toml(whole.sweep)).sweep()), whole.sweep);
  const std::string resolved = resolved_sweep(whole.sweep, whole.settings);
  const test::WholeSweep again = test::whole_sweep(resolved);
  expect_same(again.sweep, whole.sweep);
  ASSERT_EQ(again.groups.size(), whole.groups.size());
  for (std::size_t k = 0; k < whole.groups.size(); ++k) {
    EXPECT_EQ(again.groups[k].identity, whole.groups[k].identity) << resolved;
    EXPECT_EQ(again.groups[k].points.size(), whole.groups[k].points.size());
  }
  EXPECT_EQ(resolved_sweep(again.sweep, again.settings), resolved);
}

TEST(SweepToml, TheFilesOfTheReproductionReadBackTheSame) {
  int files = 0;
  for (const auto& file : std::filesystem::directory_iterator(SOTTO_SOURCE_DIR "/experiments")) {
    SCOPED_TRACE(file.path().string());
    Settings settings;
    settings.add_file(file.path().string());
    expect_round_trip(test::whole_sweep(settings));
    ++files;
  }
  EXPECT_GE(files, 6);
}

TEST(SweepToml, EveryKeyReadsBackTheSame) {
  expect_round_trip(test::whole_sweep(test::small_file + R"(
[sweep]
title = "quotes \" and \\ and more"
caption = "\u20ac, \u00e9"
x = "privacy.epsilon"
values = [1, 2.5, 5e-324, 1.7976931348623157e308]
scale = "words"
against = "spectral_gap"
metrics = ["consensus_rounds", "node_error"]
beside = ["h\u00e9, a.b \\ 'x' #]["]
baselines = ["curator"]
[sweep.series."h\u00e9, a.b \\ 'x' #]["]
privacy.delta = [0.1, 1e-300, 0.30000000000000004, 0.5]
[sweep.series.b]
method = "no_privacy"
)"));
}

TEST(SweepToml, GridsAndAxesOfWordsReadBackTheSame) {
  expect_round_trip(test::whole_sweep(test::small_file + R"(
[sweep]
x = "graph.weights"
values = ["paper"]
metrics = ["node_error"]
[sweep.grid]
algorithm.rounds = [1, 2]
run.fresh = ["data", "noise"]
)"));
}

TEST(SweepToml, AFileNeedNotBeARunsWithoutItsSeries) {
  expect_round_trip(test::whole_sweep(R"(
graph.kind = "file"
[sweep]
x = "privacy.epsilon"
values = [1, 2]
baselines = []
[sweep.series.a]
privacy.delta = 1e-6
graph.file = "edges.txt"
[sweep.series.b]
privacy.delta = 1e-3
graph.kind = "ring"
)"));
}

TEST(SweepToml, WhatFollowsFromASweptKeyFollowsItStill) {
  const std::string sweep = "[sweep]\nbaselines = []\n";
  const std::string files[] = {
      "problem.radius = 3.0\n" + sweep + "x = 'problem.radius'\nvalues = [1.0, 2.0]",
      "node.2.epsilon = 1.0\n" + sweep + "x = 'privacy.delta'\nvalues = [1e-3, 1e-6]",
      "node.2.epsilon = 1.0\n" + sweep + "x = 'node.2.epsilon'\nvalues = [1, 2]",
      sweep + "x = 'graph.kind'\nvalues = ['ring', 'file']\n[sweep.series.a]\ngraph.file = ['', 'edges.txt']",
      "algorithm.consensus_rounds = 5\nalgorithm.tolerance = 1e-3\nalgorithm.consensus_cap = 7\n" + sweep +
          "x = 'algorithm.consensus_rounds'\nvalues = [5, 'auto', 'until-agreement']",
      "audit.transcripts = 777\n" + sweep + "x = 'privacy.epsilon'\nvalues = [1, 2]"};
  for (const std::string& file : files) {
    SCOPED_TRACE(file);
    expect_round_trip(test::whole_sweep("privacy.epsilon = 4.0\nprivacy.delta = 1e-6\n" + file));
  }
}

TEST(SweepToml, WhatFlagsAndTheEnvironmentSetIsWrittenOut) {
  Settings settings = test::settings_of(test::small_file + "[sweep]\nx = 'privacy.epsilon'\nvalues = [1, 2]\n");
  settings.add_assignment("run.seed=18446744073709551615");
  settings.add_assignment("graph.weights=metropolis");
  settings.add_assignment("algorithm.consensus_rounds=3");
  settings.add_assignment("algorithm.tolerance=1e-3");
  settings.add_flag("run.trials", "--trials", "33");
  const test::WholeSweep whole = test::whole_sweep(settings);
  expect_round_trip(whole);
  const std::string resolved = resolved_sweep(whole.sweep, settings);
  for (const char* line : {"\nseed = \"18446744073709551615\"\n", "\nweights = \"metropolis\"\n", "\ntrials = 33\n"})
    EXPECT_NE(resolved.find(line), std::string::npos) << line << resolved;
}

TEST(SweepToml, AGridTooLongToBeReadBackIsRefused) {
  std::string reals = "0.5";
  for (int k = 1; k < 30; ++k) reals += ", " + std::to_string(k) + ".5";
  const test::WholeSweep whole = test::whole_sweep(
      test::small_file +
      "[sweep]\nx = 'privacy.epsilon'\nvalues = [1]\nbaselines = []\n[sweep.grid]\nproblem.radius = [" + reals +
      "]\nnode.1.epsilon = [" + reals + "]\n");
  const std::vector<std::string> faults = test::fault_texts([&] { resolved_sweep(whole.sweep, whole.settings); });
  ASSERT_EQ(faults.size(), 1U);
  EXPECT_TRUE(faults[0].starts_with("sweep = 900 series: ")) << faults[0];
  EXPECT_TRUE(faults[0].ends_with("must hold at most 4000 dots")) << faults[0];
}

}  // namespace
}  // namespace sotto
