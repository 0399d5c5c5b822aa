// SPDX-License-Identifier: MIT
#include "sotto/study/run_sweep.hpp"

#include <algorithm>
#include <memory>
#include <mutex>

#include "sotto/simulation/comparison/comparison.hpp"
#include "sotto/study/plan_metrics.hpp"
#include "sotto/workers/worker_pool.hpp"

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
      contest.baselines.push_back({series.name, baseline_named(series.method), own.plan(), own.own_plans()});
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
  if (!comparison.test_metrics.empty())
    for (const std::string& metric : metrics)
      if (std::optional<Observation> seen = observe_test(metric, comparison, comparison.constant_test))
        add(std::string(name_of_constant(comparison.test_metrics)), *seen);
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

/// One group, which waits, is under way or is done. Many wait, so what it needs is made when its first chunk is begun.
class GroupRun {
 public:
  GroupRun(const Sweep& its_sweep, const SweepGroup& its_group) : sweep(its_sweep), group(its_group) {}

  const Sweep& sweep;
  const SweepGroup& group;
  std::optional<std::vector<Observation>> observations = {};  ///< when it is done

  const Configuration& configuration() const { return group.points.front().configuration; }
  std::uint64_t chunks() const { return chunk_count(configuration()); }

  /// Any thread. Of a group that is done already, it brings nothing.
  ChunkResult run(std::uint64_t chunk, unsigned threads, const Progress& progress, const SweepWatch& watch,
                  const std::atomic<bool>& unwanted) {
    std::call_once(made_, [&] {
      scenario_ = std::make_unique<Scenario>(configuration());
      run_ = std::make_unique<ComparisonRun>(*scenario_, contest_of(sweep, group, *scenario_), threads, progress);
    });
    return run_->run(chunk, watch.interrupt, unwanted);
  }

  /// Chunk after chunk, on one thread. False: the group was interrupted.
  bool accept(std::uint64_t chunk, ChunkResult&& result) {
    const bool last = chunk + 1 == chunks();
    if (!observations && (!run_->accept(std::move(result)) || last)) {
      const Comparison comparison = run_->take();
      if (comparison.interrupted) return false;
      observations = observations_of(sweep, group, *scenario_, comparison);
    }
    if (last) {  // nobody is at work on it any more
      run_.reset();
      scenario_.reset();
    }
    return true;
  }

 private:
  std::once_flag made_;
  std::unique_ptr<Scenario> scenario_;
  std::unique_ptr<ComparisonRun> run_;
};

/// All groups of some sweeps in their order: which task is which chunk of which group, and how far all are.
class GroupRuns {
 public:
  GroupRuns(const std::vector<SweepToRun>& sweeps, const SweepWatch& watch) : watch_(watch) {
    for (const auto& [sweep, groups] : sweeps) {
      wanted_ += sotto::work_in(groups);
      for (const SweepGroup& group : groups) {
        runs_.push_back(std::make_unique<GroupRun>(sweep, group));
        GroupRun& run = *runs_.back();
        run.observations = watch.known(group);
        starts_.push_back(tasks_);
        if (!run.observations) tasks_ += run.chunks();
      }
    }
    done_.resize(runs_.size());
    for (std::size_t g = 0; g < runs_.size(); ++g)
      if (runs_[g]->observations) add_progress(g, work_in(runs_[g]->group));
  }

  /// Stops where a group was interrupted, or would be begun after an interrupt.
  void run_all() {
    if (tasks_ == 0) return;
    const unsigned asked_for = runs_.front()->configuration().run.threads, inside = threads_inside(asked_for, tasks_);
    WorkerPool pool(thread_count(asked_for, tasks_));
    run_in_order(
        pool, tasks_,
        [&](std::uint64_t task, const std::atomic<bool>& unwanted) {
          const std::size_t g = group_of(task);
          const auto heard = [this, g](std::uint32_t trials, std::uint32_t of) {
            add_progress(g, work_in(runs_[g]->group) / of * trials);
          };
          return runs_[g]->run(task - starts_[g], inside, heard, watch_, unwanted);
        },
        [&](std::uint64_t task, ChunkResult&& chunk) { return accept(task, std::move(chunk)); });
  }

  const std::vector<std::unique_ptr<GroupRun>>& groups() const { return runs_; }

 private:
  /// Groups that are known have no tasks: of those that start at the same one it is the last.
  std::size_t group_of(std::uint64_t task) const {
    return static_cast<std::size_t>(std::upper_bound(starts_.begin(), starts_.end(), task) - starts_.begin()) - 1;
  }

  bool accept(std::uint64_t task, ChunkResult&& chunk) {
    const std::size_t g = group_of(task);
    GroupRun& run = *runs_[g];
    if (task == starts_[g] && watch_.interrupt) return false;
    const bool was_done = run.observations.has_value();
    if (!run.accept(task - starts_[g], std::move(chunk))) return false;
    if (run.observations && !was_done) {
      watch_.finished(run.group, *run.observations);
      add_progress(g, work_in(run.group));
    }
    return true;
  }

  /// One group came so far; it may have come further already.
  void add_progress(std::size_t group, std::uint64_t done) {
    const std::lock_guard lock(mutex_);
    if (done <= done_[group]) return;
    all_done_ += done - done_[group];
    done_[group] = done;
    watch_.progress(all_done_, wanted_);
  }

  const SweepWatch& watch_;
  std::vector<std::unique_ptr<GroupRun>> runs_;
  std::vector<std::uint64_t> starts_;  ///< the first task of each group
  std::uint64_t tasks_ = 0;
  std::mutex mutex_;                 ///< of what follows
  std::vector<std::uint64_t> done_;  ///< of each group, in rounds of trials
  std::uint64_t all_done_ = 0, wanted_ = 0;
};

}  // namespace

std::uint64_t work_in(const std::vector<SweepGroup>& groups) {
  std::uint64_t work = 0;
  for (const SweepGroup& group : groups) work += work_in(group);
  return work;
}

std::vector<SweepResult> run_sweeps(const std::vector<SweepToRun>& sweeps, const SweepWatch& watch) {
  GroupRuns all(sweeps, watch);
  all.run_all();
  std::vector<SweepResult> results;
  auto next = all.groups().begin();
  for (const auto& [sweep, groups] : sweeps) {
    SweepResult& result = results.emplace_back();
    result.groups = groups.size();
    const auto end = next + static_cast<std::ptrdiff_t>(groups.size());
    for (; next != end && (*next)->observations; ++next, ++result.groups_done)
      result.observations.insert(result.observations.end(), (*next)->observations->begin(),
                                 (*next)->observations->end());
    result.interrupted = next != end;
    next = end;
    put_in_order(sweep, result.observations);
  }
  return results;
}

}  // namespace sotto
