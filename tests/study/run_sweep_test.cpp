// SPDX-License-Identifier: MIT
// A sweep's numbers are those of plain runs; what is known is not run again; an interrupt loses one group at most.
#include "sotto/study/run_sweep.hpp"

#include <gtest/gtest.h>

#include <map>

#include "simulation/comparison/support.hpp"
#include "sotto/simulation/comparison/comparison.hpp"
#include "sotto/study/plan_metrics.hpp"
#include "study/some_sweep.hpp"

namespace sotto {
namespace {

const std::string three_series = test::small_file + R"(
[sweep]
x = "privacy.epsilon"
values = [1, 4]
metrics = ["normalised_error", "consensus_rounds"]
baselines = ["curator"]
[sweep.series.a]
[sweep.series.b]
graph.kind = "star"
[sweep.series.c]
privacy.schedule = "paper"
privacy.accountant = "paper"
)";

/// Keeps what was finished, and ends the sweep after so many groups.
struct Keeper {
  std::map<std::string, std::vector<Observation>> done = {};
  std::size_t groups_until_interrupt = SIZE_MAX;
  std::size_t asked = 0, run = 0;
  std::uint64_t last_progress = 0;
  bool forwards = true;
  std::atomic<bool> interrupt = false;

  SweepResult sweep(const test::WholeSweep& whole) {
    run = 0;
    last_progress = 0;
    return run_sweeps({{whole.sweep, whole.groups}},
                      {.known =
                           [&](const SweepGroup& group) {
                             ++asked;
                             const auto found = done.find(group.identity);
                             return found == done.end() ? std::nullopt : std::optional(found->second);
                           },
                       .finished =
                           [&](const SweepGroup& group, const std::vector<Observation>& observations) {
                             done[group.identity] = observations;
                             interrupt = ++run >= groups_until_interrupt;
                           },
                       .progress =
                           [&](std::uint64_t now, std::uint64_t wanted) {
                             forwards = forwards && now >= last_progress && now <= wanted;
                             last_progress = now;
                           },
                       .interrupt = interrupt})
        .front();
  }
};

TEST(RunSweep, APointIsAPlainRunToTheLastBit) {
  const test::WholeSweep whole = test::whole_sweep(three_series);
  Keeper keeper;
  const SweepResult result = keeper.sweep(whole);
  EXPECT_EQ(result.groups_done, 4U);
  EXPECT_EQ(result.groups, 4U);
  EXPECT_FALSE(result.interrupted);
  std::size_t next = 0;
  for (std::size_t s = 0; s < whole.sweep.series.size(); ++s)
    for (std::size_t x = 0; x < 2; ++x) {
      const SweepSeries& series = whole.sweep.series[s];
      Settings settings = test::settings_of(test::small_file);
      settings.add_assignment("privacy.epsilon=" + text_of(whole.sweep.x.values[x]));
      for (const SweptKey& swept : series.departs) settings.add_assignment(swept.key + "=" + text_of(swept.values[0]));
      const Scenario scenario(read_configuration(settings));
      const Comparison alone = compare(
          scenario, contest_of(scenario, {{series.name, scenario.plan()}}), [](std::uint32_t, std::uint32_t) {},
          test::never);
      std::vector<Observation> expected;
      if (series.baseline == nullptr)
        for (const std::string& metric : whole.sweep.metrics)
          expected.push_back(observe(metric, {scenario, alone, alone.plans[0]}).value());
      else
        expected = {observation_of({}, alone.baseline(std::string(series.method()))->error)};
      for (Observation& one : expected) {
        one.series = series.name;
        one.x = text_of(whole.sweep.x.values[x]);
        if (one.metric.empty()) one.metric = "normalised_error";
        ASSERT_LT(next, result.observations.size());
        EXPECT_EQ(result.observations[next], one) << series.name << " at " << one.x << ": " << one.metric;
        ++next;
      }
    }
  EXPECT_EQ(next, result.observations.size()) << "series by series, along x, metric by metric";
}

TEST(RunSweep, WhatIsKnownIsNotRunAgain) {
  const test::WholeSweep whole = test::whole_sweep(three_series);
  Keeper keeper;
  const SweepResult first = keeper.sweep(whole);
  EXPECT_EQ(keeper.run, 4U);
  keeper.done[whole.groups[0].identity][0].mean = 777;  // what was known is believed
  const SweepResult again = keeper.sweep(whole);
  EXPECT_EQ(keeper.run, 0U);
  EXPECT_EQ(again.observations[0].mean, 777);
  EXPECT_EQ(again.observations.back(), first.observations.back());
  keeper.done.erase(whole.groups[2].identity);
  keeper.sweep(whole);
  EXPECT_EQ(keeper.run, 1U);
}

TEST(RunSweep, AnInterruptLosesNoGroupThatWasDone) {
  const test::WholeSweep whole = test::whole_sweep(three_series);
  Keeper undisturbed;
  const SweepResult expected = undisturbed.sweep(whole);
  Keeper keeper;
  keeper.groups_until_interrupt = 1;
  for (std::size_t k = 1; k < whole.groups.size(); ++k) {
    const SweepResult cut = keeper.sweep(whole);
    EXPECT_TRUE(cut.interrupted);
    EXPECT_EQ(keeper.run, 1U);
    EXPECT_EQ(cut.groups_done, k) << "the next one is lost, and nothing else";
    EXPECT_EQ(keeper.done.size(), k);
    keeper.interrupt = false;
  }
  EXPECT_EQ(keeper.sweep(whole).observations, expected.observations);
}

TEST(RunSweep, ProgressCountsRoundsOfTrialsAndNeverGoesBack) {
  const test::WholeSweep whole = test::whole_sweep(three_series);
  EXPECT_EQ(work_in(whole.groups), 2U * 4 * 5 * 20) << "points, rounds, trials";
  Keeper keeper;
  keeper.sweep(whole);
  EXPECT_EQ(keeper.last_progress, work_in(whole.groups));
  EXPECT_TRUE(keeper.forwards);
}

TEST(RunSweep, AgainstAnotherMetricThatIsMeasuredOnce) {
  const auto metrics = [](const std::string& keys) {
    Keeper keeper;
    const test::WholeSweep whole =
        test::whole_sweep(test::small_file + "[sweep]\nx = 'graph.nodes'\nvalues = [4]\nbaselines = []\n" + keys);
    std::vector<std::string> names;
    for (const Observation& seen : keeper.sweep(whole).observations) names.push_back(seen.metric);
    return names;
  };
  using Names = std::vector<std::string>;
  EXPECT_EQ(metrics("metrics = ['consensus_rounds']\nagainst = 'spectral_gap'"),
            (Names{"consensus_rounds", "spectral_gap"}));
  EXPECT_EQ(metrics("metrics = ['spectral_gap', 'node_error']\nagainst = 'spectral_gap'"),
            (Names{"spectral_gap", "node_error"}));
}

TEST(RunSweep, BaselinesNeedNoPlanBesideThemAndKnowNoOtherMetric) {
  const test::WholeSweep whole = test::whole_sweep(
      test::small_file +
      "[sweep]\nx = 'algorithm.rounds'\nvalues = [3]\nbaselines = []\n[sweep.series.alone]\nmethod = 'node_alone'\n"
      "[sweep.series.none]\nmethod = 'no_privacy'\n");
  const SweepResult result = Keeper().sweep(whole);
  ASSERT_EQ(result.observations.size(), 2U);
  EXPECT_EQ(result.observations[0].series, "alone");
  EXPECT_EQ(result.observations[0].metric, "normalised_error");
  EXPECT_EQ(result.observations[0].trials, 20U);
  EXPECT_LT(result.observations[1].mean, result.observations[0].mean);
}

SweepResult alone(const test::WholeSweep& whole) {
  return Keeper().sweep(whole);
}

/// Groups of one chunk and of several, one of which is precise enough long before its last chunk.
const char* const uneven = R"(
[sweep]
x = "run.until_se"
values = [0, 0.9]
[sweep.series.a]
[sweep.series.b]
run.trials = 200
)";

TEST(RunSweep, NumberOfThreadsChangesNothing) {
  const auto on = [](const std::string& threads) {
    return alone(test::whole_sweep("run.threads = " + threads + test::small_file + uneven));
  };
  const SweepResult one = on("1");
  EXPECT_EQ(one.groups_done, one.groups);
  for (const char* threads : {"2", "3", "8"}) EXPECT_EQ(on(threads).observations, one.observations);
}

TEST(RunSweep, SeveralSweepsAtOnceAreTheSameSweepsOneByOne) {
  const test::WholeSweep first = test::whole_sweep(three_series), second = test::whole_sweep(test::small_file + uneven);
  Keeper keeper;
  keeper.done[second.groups[0].identity] = {};  // known, among others that are not
  std::uint64_t last = 0;
  const std::vector<SweepResult> both =
      run_sweeps({{first.sweep, first.groups}, {second.sweep, second.groups}},
                 {.known =
                      [&](const SweepGroup& group) {
                        const auto found = keeper.done.find(group.identity);
                        return found == keeper.done.end() ? std::nullopt : std::optional(found->second);
                      },
                  .finished = [&](const SweepGroup&, const std::vector<Observation>&) { ++keeper.run; },
                  .progress = [&](std::uint64_t now, std::uint64_t) { last = now; },
                  .interrupt = test::never});
  ASSERT_EQ(both.size(), 2U);
  EXPECT_EQ(both[0].observations, alone(first).observations);
  EXPECT_EQ(both[1].groups_done, second.groups.size());
  EXPECT_LT(both[1].observations.size(), alone(second).observations.size()) << "nothing was known of the first group";
  EXPECT_EQ(keeper.run, first.groups.size() + second.groups.size() - 1);
  EXPECT_EQ(last, work_in(first.groups) + work_in(second.groups));
}

}  // namespace
}  // namespace sotto
