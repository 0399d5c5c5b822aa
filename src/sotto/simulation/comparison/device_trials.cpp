// SPDX-License-Identifier: MIT
#include "sotto/simulation/comparison/device_trials.hpp"

#include <algorithm>
#include <cmath>
#include <fstream>
#include <limits>

#include "sotto/simulation/cuda/batch_memory.hpp"
#include "sotto/workers/worker_pool.hpp"

namespace sotto {
namespace {

struct OfRound {
  StatisticSeries RoundStatistics::*series;
  std::uint32_t metric;
};
constexpr std::array<OfRound, values_of_round> of_rounds{{{&RoundStatistics::mean_error, 0},
                                                          {&RoundStatistics::node_error, 1},
                                                          {&RoundStatistics::worst_error, 2},
                                                          {&RoundStatistics::disagreement, 3}}};
struct OfEnd {
  Metric PlanStatistics::*metric;
  EndValue end;
};
constexpr std::array<OfEnd, end_values> of_ends{
    {{&PlanStatistics::normalised_error, EndValue::normalised_error},
     {&PlanStatistics::squared_error, EndValue::squared_error},
     {&PlanStatistics::first_node_error, EndValue::first_node_error},
     {&PlanStatistics::first_node_end_error, EndValue::first_node_end_error},
     {&PlanStatistics::node_error, EndValue::node_error},
     {&PlanStatistics::disagreement, EndValue::disagreement}}};

/// What is known of the trials before.
TeamSums sums_of(const TeamTask& task, const PlanStatistics& statistics) {
  TeamSums sums(task);
  for (const auto& [series, metric] : of_rounds)
    for (std::size_t r = 0; r < std::min<std::size_t>((statistics.rounds.*series).size(), task.measured()); ++r)
      sums.columns[values_of_round * r + metric] = (statistics.rounds.*series)[r].sums();
  for (const auto& [metric, end] : of_ends) sums.columns[column_of(task, end)] = (statistics.*metric).sums();
  return sums;
}

void read(const TeamTask& task, const TeamSums& sums, PlanStatistics& into) {
  for (const auto& [series, metric] : of_rounds) {
    StatisticSeries& known = into.rounds.*series;
    std::vector<RunningStatistic::Sums> rounds;
    for (std::size_t r = 0; r < std::max<std::size_t>(known.size(), task.measured()); ++r) {
      const RunningStatistic::Sums of_round =
          r < task.measured() ? sums.columns[values_of_round * r + metric] : known[r].sums();
      if (of_round.count > 0) rounds.push_back(of_round);
    }
    known = StatisticSeries(rounds);
  }
  for (const auto& [metric, end] : of_ends) {
    Quantiles::Buckets more;
    const std::span<const std::uint32_t> counts = sums.buckets_of(end);
    for (std::uint32_t bucket = 0; bucket < bucket_count; ++bucket)
      if (counts[bucket] > 0) more.emplace_hint(more.end(), bucket, counts[bucket]);
    Quantiles quantiles = (into.*metric).quantiles();
    quantiles.merge(Quantiles(std::move(more)));
    into.*metric = Metric(RunningStatistic(sums.columns[column_of(task, end)]), std::move(quantiles));
  }
}

}  // namespace

bool DeviceTrials::all_alike() const {
  return setting_.scenario.configuration().run.fresh == Fresh::noise;
}

bool DeviceTrials::suit() const {
  if (setting_.scenario.real() != nullptr || setting_.scenario.spread() != nullptr) return false;
  const TrialWorld world = setting_.worlds(0);
  return std::all_of(setting_.plans.begin(), setting_.plans.end(), [&](const ChunkSetting::OfPlan& of) {
    return suits_team(trials_for(setting_, of, {&world, 1}));
  });
}

TrialRange DeviceTrials::batch(TrialRange left, std::size_t free_here) const {
  // Two show what each trial brings along.
  const std::vector<TrialWorld> few = worlds({.first = left.first, .count = std::min(left.count, 2U)});
  std::uint32_t most = left.count;
  for (const ChunkSetting::OfPlan& of : setting_.plans) {
    const TeamInput like = team_input(trials_for(setting_, of, few));
    most = std::min(most, device_.most_trials(like));
    if (!all_alike())
      most = std::min(most, plan_batch(bytes_here(like, device_.parts().size()), free_here,
                                       {.least = trials_per_chunk, .most = std::numeric_limits<std::uint32_t>::max()})
                                .trials);
  }
  return {.first = left.first, .count = most == left.count ? most : most / trials_per_chunk * trials_per_chunk};
}

/// One world, where all trials have it. What is drawn for each is drawn on all threads.
std::vector<TrialWorld> DeviceTrials::worlds(TrialRange trials) const {
  if (all_alike()) return {setting_.worlds(trials.first)};
  std::vector<TrialWorld> worlds(trials.count);
  const std::unique_ptr<Crew> crew = crew_of(threads_inside(setting_.scenario.configuration().run.threads, 1));
  share_out(*crew, trials.count, [&](std::size_t first, std::size_t last) {
    for (std::size_t k = first; k < last; ++k)
      worlds[k] = setting_.worlds(trials.first + static_cast<std::uint32_t>(k));
  });
  return worlds;
}

bool DeviceTrials::add(TrialRange trials, std::vector<PlanStatistics>& statistics,
                       const std::atomic<bool>& interrupt) const {
  const std::vector<TrialWorld> its_worlds = worlds(trials);
  for (std::size_t p = 0; p < setting_.plans.size(); ++p) {
    if (interrupt) return false;
    const std::vector<Trial> its_trials = trials_for(setting_, setting_.plans[p], its_worlds);
    TeamInput input = team_input(its_trials);
    input.task.trials = trials.count;
    TeamSums sums = sums_of(input.task, statistics[p]);
    device_.run_and_sum(input, sums);
    read(input.task, sums, statistics[p]);

    const Trial& first = its_trials[0];
    const StopRule stop = first.stop_rule();
    const bool by_agreement = std::holds_alternative<UntilAgreement>(stop);
    const auto cap_binds = [&](const Trial& trial) {
      const Network& network = trial.network;
      return stage_two(stop, network.plan.is_masked() ? Averaging{}
                                                      : averaging_for(trial.stop, network.consensus, network.weights))
          .cap_binds;
    };
    const bool first_is_capped = cap_binds(first);
    PlanStatistics of_chunk;
    for (std::uint32_t k = 0; k < trials.count; ++k) {
      const TrialWorld& world = its_worlds[all_alike() ? 0 : k];
      const double theory = setting_.plans[p].exact_error / squared_length(world.records->minimiser);
      if (std::isfinite(theory)) of_chunk.theory.add(theory);
      of_chunk.consensus_rounds.add(sums.averaged[k] & ~agreed);
      const bool capped = all_alike() ? first_is_capped : cap_binds(its_trials[k]);
      statistics[p].ended_by_cap += capped || (by_agreement && (sums.averaged[k] & agreed) == 0) ? 1 : 0;
      if ((k + 1) % trials_per_chunk != 0 && k + 1 != trials.count) continue;
      statistics[p].theory.merge(std::exchange(of_chunk.theory, {}));
      statistics[p].consensus_rounds.merge(std::exchange(of_chunk.consensus_rounds, {}));
    }
  }
  return true;
}

std::size_t free_memory() {
  std::ifstream system("/proc/meminfo");
  std::string name, line;
  for (std::size_t kibibytes = 0; system >> name >> kibibytes; std::getline(system, line))
    if (name == "MemAvailable:") return kibibytes * 1024;
  return std::size_t{1} << 32;
}

}  // namespace sotto
