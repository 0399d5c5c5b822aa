// SPDX-License-Identifier: MIT
// Runs a sweep.
#include "sotto/sweep/run_sweep.hpp"

#include <algorithm>

#include "sotto/experiment/comparison.hpp"
#include "sotto/sweep/plan_metrics.hpp"

namespace sotto {
namespace {

std::uint64_t work_in(const SweepGroup& group) {
  std::uint64_t rounds = 0;
  for (const SweepPoint& point : group.points) rounds += point.configuration.algorithm.rounds;
  return rounds * group.points.front().configuration.run.trials;
}

Contest contest_of(const Sweep& sweep, const SweepGroup& group, const Scenario& scenario) {
  Contest contest;
  for (const SweepPoint& point : group.points) {
    const SweepSeries& series = sweep.series[point.series];
    const Scenario own = scenario.departing(point.configuration);
    if (series.method == "plan")
      contest.plans.push_back({series.name, own.plan(), own.own_plans()});
    else
      contest.baselines.push_back({series.name, baseline_named(series.method), own.plan()});
  }
  return contest;
}

std::vector<Observation> observations_of(const Sweep& sweep, const SweepGroup& group, const Scenario& scenario,
                                         const Comparison& comparison) {
  const std::string x = text_of(sweep.x.values[group.points.front().x]);
  std::vector<std::string> metrics = sweep.metrics;
  if (!sweep.against.empty() && std::find(metrics.begin(), metrics.end(), sweep.against) == metrics.end())
    metrics.push_back(sweep.against);
  std::vector<Observation> observations;
  const auto add = [&](const std::string& series, Observation seen) {
    seen.series = series;
    seen.x = x;
    observations.push_back(std::move(seen));
  };
  const auto add_nodes = [&](const std::string& series, const std::string& metric, const TestStatistics& test) {
    for (Observation& seen : observe_nodes(metric, comparison, test)) add(series, std::move(seen));
  };
  for (const PlanResult& plan : comparison.plans)
    for (const std::string& metric : metrics) {
      if (std::optional<Observation> seen = observe(metric, {scenario, comparison, plan})) add(plan.name, *seen);
      add_nodes(plan.name, metric, plan.test);
    }
  for (const BaselineResult& baseline : comparison.baselines) {
    add(baseline.name, observation_of({"", "", "normalised_error"}, baseline.error));
    for (const std::string& metric : metrics) {
      if (std::optional<Observation> seen = observe_test(metric, comparison, baseline.test)) add(baseline.name, *seen);
      add_nodes(baseline.name, metric, baseline.test);
    }
  }
  return observations;
}

/// Groups run x by x; a table reads better series by series.
void put_in_order(const Sweep& sweep, std::vector<Observation>& observations) {
  const auto place_of = [&](const Observation& seen) {
    return std::find_if(sweep.series.begin(), sweep.series.end(),
                        [&](const SweepSeries& series) { return series.name == seen.series; }) -
           sweep.series.begin();
  };
  std::stable_sort(observations.begin(), observations.end(),
                   [&](const Observation& a, const Observation& b) { return place_of(a) < place_of(b); });
}

}  // namespace

std::uint64_t work_in(const std::vector<SweepGroup>& groups) {
  std::uint64_t work = 0;
  for (const SweepGroup& group : groups) work += work_in(group);
  return work;
}

SweepResult run_sweep(const Sweep& sweep, const std::vector<SweepGroup>& groups, const SweepWatch& watch) {
  SweepResult result;
  result.groups = groups.size();
  const std::uint64_t wanted = work_in(groups);
  std::uint64_t done = 0;
  for (const SweepGroup& group : groups) {
    std::optional<std::vector<Observation>> observations = watch.known(group);
    if (!observations) {
      const Scenario scenario(group.points.front().configuration);
      const auto heard = [&](std::uint32_t trials, std::uint32_t of) {
        watch.progress(done + work_in(group) / of * trials, wanted);
      };
      const Comparison comparison = compare(scenario, contest_of(sweep, group, scenario), heard, watch.interrupt);
      if (comparison.interrupted) {
        result.interrupted = true;
        break;
      }
      observations = observations_of(sweep, group, scenario, comparison);
      watch.finished(group, *observations);
    }
    result.observations.insert(result.observations.end(), observations->begin(), observations->end());
    ++result.groups_done;
    done += work_in(group);
    watch.progress(done, wanted);
  }
  put_in_order(sweep, result.observations);
  return result;
}

}  // namespace sotto
