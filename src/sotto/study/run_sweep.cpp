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
    if (series.baseline == nullptr)
      contest.plans.push_back({series.name, own.plan(), own.own_plans()});
    else
      contest.baselines.push_back({series.name, series.baseline, own.plan(), own.own_plans()});
  }
  return contest;
}

std::vector<Observation> observations_of(const Sweep& sweep, const SweepGroup& group, const Scenario& scenario,
                                         const Comparison& comparison) {
  const std::string x = text_of(sweep.x.values[group.points.front().x]);
  std::vector<std::string> metrics = sweep.metrics;
  if (sweep.against && std::find(metrics.begin(), metrics.end(), name_of(*sweep.against)) == metrics.end())
    metrics.emplace_back(name_of(*sweep.against));
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

void add_new(const std::vector<std::string>& some, std::vector<std::string>& to) {
  for (const std::string& one : some)
    if (std::find(to.begin(), to.end(), one) == to.end()) to.push_back(one);
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
  GroupRun(const Sweep& its_sweep, const SweepGroup& its_group, unsigned threads_inside, Progress progress)
      : sweep(its_sweep), group(its_group), threads_inside_(threads_inside), progress_(std::move(progress)) {}

  const Sweep& sweep;
  const SweepGroup& group;
  std::optional<std::vector<Observation>> observations = {};  ///< when it is done
  std::vector<std::string> remarks = {};                      ///< likewise

  const Configuration& configuration() const { return group.points.front().configuration; }
  std::uint64_t chunks() const { return chunk_count(configuration()); }
  /// Its first ones, which nobody need run: all of a group that is done, and what a GPU did before it failed.
  std::uint64_t chunks_done() const { return observations ? chunks() : of_device_; }

  /// Any thread. Of a group that is done already, it brings nothing.
  ChunkResult run(std::uint64_t chunk, const std::atomic<bool>& interrupt, const std::atomic<bool>& unwanted) {
    return made()->run.run(chunk, interrupt, unwanted);
  }
  void hear(std::uint64_t chunk, const ChunkResult& brought) { made()->run.hear(chunk, brought); }
  /// Where a GPU runs it in one go. False: it was interrupted.
  bool run_on_device(const std::atomic<bool>& interrupt) {
    if (observations || !may_run_on_device()) return true;
    const std::shared_ptr<Made> own = made();
    if (!own->run.run_on_device(interrupt, [] {})) {
      of_device_ = own->run.accepted_chunks();
      if (of_device_ == 0) forget();  // many wait
      return true;
    }
    const bool whole = finish(*own);
    forget();
    return whole;
  }

  /// Chunk after chunk, on one thread. False: the group was interrupted.
  bool accept(std::uint64_t chunk, ChunkResult&& result) {
    const bool last = chunk + 1 == chunks();
    const std::shared_ptr<Made> own = made();
    if (!observations && (!own->run.accept(std::move(result)) || last)) {
      if (!finish(*own)) return false;
    }
    if (last) forget();
    return true;
  }

  /// Nobody will ask for a chunk of it any more; who is at work on one keeps what it needs.
  void forget() {
    const std::lock_guard lock(mutex_);
    made_.reset();
  }

 private:
  bool may_run_on_device() const {
    const EngineWish wish = configuration().run.engine;
    return wish == EngineWish::cuda ||
           (wish == EngineWish::automatic && is_worth_a_device(configuration(), group.points.size()));
  }

  struct Made {
    explicit Made(const GroupRun& of)
        : scenario(scenario_of_group(of.sweep, of.group)),
          run(scenario, contest_of(of.sweep, of.group, scenario), of.threads_inside_, of.progress_) {}
    Scenario scenario;
    ComparisonRun run;
  };

  /// False: it was interrupted.
  bool finish(Made& own) {
    Comparison comparison = own.run.take();
    remarks = std::move(comparison.remarks);
    if (!comparison.interrupted) observations = observations_of(sweep, group, own.scenario, comparison);
    return !comparison.interrupted;
  }

  std::shared_ptr<Made> made() {
    const std::lock_guard lock(mutex_);
    if (!made_) made_ = std::make_shared<Made>(*this);
    return made_;
  }

  unsigned threads_inside_;
  std::uint64_t of_device_ = 0;
  Progress progress_;
  std::mutex mutex_;  ///< of what follows
  std::shared_ptr<Made> made_;
};

/// All groups of some sweeps in their order: which chunk is which of which group, and how far all are.
class GroupRuns {
 public:
  GroupRuns(const std::vector<SweepToRun>& sweeps, const SweepWatch& watch) : watch_(watch) {
    const unsigned asked_for = sweeps.front().groups.front().points.front().configuration.run.threads,
                   inside = threads_inside(asked_for, chunks_in(sweeps));
    for (const auto& [sweep, groups] : sweeps) {
      wanted_ += sotto::work_in(groups);
      for (const SweepGroup& group : groups) {
        const std::size_t g = runs_.size();
        runs_.push_back(
            std::make_unique<GroupRun>(sweep, group, inside, [this, g](std::uint32_t trials, std::uint32_t of) {
              add_progress(g, work_in(runs_[g]->group) / of * trials);
            }));
        GroupRun& run = *runs_.back();
        run.observations = watch.known(group);
        starts_.push_back(chunks_);
        chunks_ += run.chunks();
      }
    }
    count_wanted();
    done_.resize(runs_.size());
    for (std::size_t g = 0; g < runs_.size(); ++g)
      if (runs_[g]->observations) add_progress(g, work_in(runs_[g]->group));
  }

  /// Stops where a group was interrupted, or would be begun after an interrupt. False where a shard was interrupted.
  bool run_all() {
    if (wanted_chunks_ == 0 && watch_.dealing.ranks.count() == 1) return true;
    if (watch_.dealing.ranks.count() == 1 && !watch_.dealing.keep && !watch_.dealing.find) {
      if (!run_on_device()) return true;
      count_wanted();
      if (wanted_chunks_ == 0) return true;
    }
    return deal(
        watch_.dealing, Pace::many_at_once,
        {.what = what(),
         .threads = runs_.front()->configuration().run.threads,
         .wanted = wanted_chunks_,
         .name = [this](std::uint64_t k) { return name(k); },
         .needless = [this](std::uint64_t chunk) { return runs_[group_of(starts_, chunk)]->observations.has_value(); },
         .run =
             [this](std::uint64_t chunk, const std::atomic<bool>& unwanted) {
               const std::size_t g = group_of(starts_, chunk);
               if (!watch_.dealing.accepts()) forget_before(g);
               return runs_[g]->run(chunk - starts_[g], watch_.interrupt, unwanted);
             },
         .hear =
             [this](std::uint64_t chunk, const ChunkResult& brought) {
               const std::size_t g = group_of(starts_, chunk);
               runs_[g]->hear(chunk - starts_[g], brought);
             },
         .accept = [this](std::uint64_t chunk, ChunkResult&& brought) { return accept(chunk, std::move(brought)); }},
        watch_.interrupt);
  }

  const std::vector<std::unique_ptr<GroupRun>>& groups() const { return runs_; }

 private:
  void count_wanted() {
    wanted_starts_.clear();
    wanted_firsts_.clear();
    wanted_chunks_ = 0;
    for (std::size_t g = 0; g < runs_.size(); ++g) {
      const std::uint64_t done = runs_[g]->chunks_done();
      wanted_starts_.push_back(wanted_chunks_);
      wanted_firsts_.push_back(starts_[g] + done);
      wanted_chunks_ += runs_[g]->chunks() - done;
    }
  }

  /// Of groups that a GPU runs, one after another. False: one was interrupted.
  bool run_on_device() {
    for (std::size_t g = 0; g < runs_.size(); ++g) {
      GroupRun& run = *runs_[g];
      const bool was_done = run.observations.has_value();
      if (!run.run_on_device(watch_.interrupt)) return false;
      if (!run.observations || was_done) continue;
      watch_.finished(run.group, *run.observations);
      add_progress(g, work_in(run.group));
    }
    return true;
  }

  /// Where groups that are known have no chunks, several start at the same one: it is of the last of them.
  static std::size_t group_of(const std::vector<std::uint64_t>& starts, std::uint64_t chunk) {
    return static_cast<std::size_t>(std::upper_bound(starts.begin(), starts.end(), chunk) - starts.begin()) - 1;
  }

  /// Of the k-th wanted chunk, among all.
  std::uint64_t name(std::uint64_t k) const {
    const std::size_t g = group_of(wanted_starts_, k);
    return wanted_firsts_[g] + (k - wanted_starts_[g]);
  }

  std::string what() const {
    std::string all;
    if (watch_.dealing.ranks.count() > 1)
      for (const auto& run : runs_) all += run->group.identity;
    return all;
  }

  /// Chunks are begun in their order.
  void forget_before(std::size_t g) {
    for (std::size_t earlier = forgotten_.exchange(g); earlier < g; ++earlier) runs_[earlier]->forget();
  }

  bool accept(std::uint64_t chunk, ChunkResult&& brought) {
    const std::size_t g = group_of(starts_, chunk);
    GroupRun& run = *runs_[g];
    if (chunk == starts_[g] && watch_.interrupt) return false;
    const bool was_done = run.observations.has_value();
    if (!run.accept(chunk - starts_[g], std::move(brought))) return false;
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
  std::vector<std::uint64_t> starts_,
      wanted_starts_,  ///< the first chunk of each group, among all and among wanted ones
      wanted_firsts_;  ///< the first wanted chunk of each group, among all
  std::uint64_t chunks_ = 0, wanted_chunks_ = 0;
  std::atomic<std::size_t> forgotten_{0};
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

std::uint64_t chunks_in(const std::vector<SweepToRun>& sweeps) {
  std::uint64_t chunks = 0;
  for (const auto& [sweep, groups] : sweeps)
    for (const SweepGroup& group : groups) chunks += chunk_count(group.points.front().configuration);
  return chunks;
}

std::vector<SweepResult> run_sweeps(const std::vector<SweepToRun>& sweeps, const SweepWatch& watch) {
  if (sweeps.empty()) return {};
  GroupRuns all(sweeps, watch);
  const bool whole = all.run_all();
  std::vector<SweepResult> results;
  auto next = all.groups().begin();
  for (const auto& [sweep, groups] : sweeps) {
    SweepResult& result = results.emplace_back();
    result.groups = groups.size();
    const auto end = next + static_cast<std::ptrdiff_t>(groups.size());
    for (; next != end && (*next)->observations; ++next, ++result.groups_done)
      result.observations.insert(result.observations.end(), (*next)->observations->begin(),
                                 (*next)->observations->end());
    result.interrupted = !whole || (watch.dealing.accepts() && next != end);
    for (auto run = end - static_cast<std::ptrdiff_t>(groups.size()); run != end; ++run)
      add_new((*run)->remarks, result.remarks);
    next = end;
    put_in_order(sweep, result.observations);
  }
  return results;
}

}  // namespace sotto
