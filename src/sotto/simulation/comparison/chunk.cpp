// SPDX-License-Identifier: MIT
#include "sotto/simulation/comparison/chunk.hpp"

#include <algorithm>
#include <limits>
#include <optional>

#include "sotto/workers/worker_pool.hpp"

namespace sotto {
namespace {

/// Above this, the errors of every node in every round are not kept.
constexpr std::size_t most_node_errors = 200'000;

/// NaN where there is no theory.
double exact_error(const NamedPlan& named, const Scenario& scenario) {
  if (scenario.real() != nullptr) return std::numeric_limits<double>::quiet_NaN();
  const NodeId nodes = scenario.graph().node_count();
  const auto of = [&](const Plan& plan) {
    return exact_mean_estimation_error(plan, static_cast<double>(dimension(scenario.domain())), nodes);
  };
  if (named.own_plans.empty()) return of(named.plan);
  double sum = 0;
  for (const Plan& own : named.own_plans) sum += of(own) / nodes;
  return sum;
}

bool few_enough_node_errors(const Plan& plan, const Scenario& scenario) {
  const StopRule stop = rule_for(plan, scenario.configuration().algorithm.stop);
  const StageTwo stage = stage_two(stop, scenario.averaging());
  const std::size_t rounds = std::size_t{plan.timetable().hand_over()} - 1 + stage.most_rounds;
  if (scenario.spread() != nullptr) return false;
  return rounds * scenario.graph().node_count() <= most_node_errors;
}

std::vector<ChunkSetting::OfPlan> settings_of(const Scenario& scenario, const std::vector<NamedPlan>& plans) {
  std::vector<ChunkSetting::OfPlan> settings;
  settings.reserve(plans.size());
  for (const NamedPlan& named : plans)
    settings.push_back({.plan = named.plan,
                        .own_plans = named.own_plans,
                        .exact_error = exact_error(named, scenario),
                        .every_node = few_enough_node_errors(named.plan, scenario)});
  return settings;
}

Trial trial_for(const ChunkSetting& setting, const Plan& plan, const TrialWorld& world) {
  const Configuration& configuration = setting.scenario.configuration();
  return {.network = {.weights = *world.weights,
                      .domain = setting.scenario.domain(),
                      .plan = plan,
                      .objectives = world.records->objectives.view,
                      .consensus = configuration.algorithm.consensus,
                      .record_sums = world.records->spread.sums.get()},
          .stop = configuration.algorithm.stop,
          .noise = {.seed = configuration.run.seed, .trial = world.trial},
          .minimiser = world.records->minimiser,
          .randomness = configuration.run.randomness,
          .precision = configuration.run.noise_precision};
}

}  // namespace

double squared_length(const std::vector<double>& v) {
  double sum = 0;
  for (const double x : v) sum += x * x;
  return sum;
}

std::vector<Trial> trials_for(const ChunkSetting& setting, const ChunkSetting::OfPlan& of,
                              std::span<const TrialWorld> worlds) {
  std::vector<Trial> trials;
  for (const TrialWorld& world : worlds) {
    trials.push_back(trial_for(setting, of.plan, world));
    trials.back().every_node = world.trial == 0 && of.every_node;
    trials.back().network.own_plans = of.own_plans;
  }
  return trials;
}

namespace {

/// The same rounds without noise, from an engine that can leave it out.
std::vector<BaselineTrialResult> run_plain_descent(Engine& engine, std::vector<Trial> trials,
                                                   const std::atomic<bool>& interrupt) {
  for (Trial& trial : trials) {
    trial.noisy = trial.every_round = false;
    trial.stop = FixedRounds{0};
    trial.network.consensus = Consensus::plain;
  }
  std::vector<BaselineTrialResult> results;
  for (const TrialOutcome& outcome : engine.run(trials, interrupt))
    results.push_back({.error = outcome.errors.normalised_error});
  return results;
}

/// A baseline's results on the first of these trials: all, unless it is one that need not run in every trial; fewer
/// when it was interrupted.
std::vector<BaselineTrialResult> run_baseline(const ChunkSetting& setting, const MeasuredBaseline& baseline,
                                              std::span<const TrialWorld> worlds, const std::atomic<bool>& interrupt) {
  std::vector<Trial> trials;
  for (const TrialWorld& world : worlds) {
    trials.push_back(trial_for(setting, baseline.plan(), world));
    trials.back().network.own_plans = baseline.own_plans();
  }
  if (baseline.is_plain_descent(setting.scenario) && setting.engine.can_leave_noise_out())
    return run_plain_descent(setting.engine, std::move(trials), interrupt);
  const std::uint32_t most = setting.scenario.configuration().run.baseline_trials;
  std::vector<BaselineTrialResult> results;
  for (std::size_t k = 0; k < trials.size() && !interrupt; ++k) {
    if (baseline.iterates() && worlds[k].trial >= most) break;
    results.push_back(baseline.run(trials[k], worlds[k].records->spread, interrupt));
  }
  return results;
}

/// What was measured on one trial.
struct TrialResults {
  std::vector<TrialOutcome> plans;
  std::vector<std::optional<BaselineTrialResult>> baselines;
};

void add_trial(const ChunkSetting& setting, const TrialWorld& world, TrialResults&& trial, ChunkResult& into) {
  const double squared_norm = squared_length(world.records->minimiser);
  for (std::size_t p = 0; p < trial.plans.size(); ++p) {
    TrialEnds ends = ends_of(setting.scenario, trial.plans[p]);
    into.plans[p].add(std::move(trial.plans[p]), std::move(ends),
                      {.theory = setting.plans[p].exact_error / squared_norm, .squared_norm = squared_norm});
  }
  for (std::size_t b = 0; b < trial.baselines.size(); ++b)
    if (trial.baselines[b]) into.baselines[b].add(*trial.baselines[b]);
  into.minimiser_test.add(world.records->minimiser_test);
  if (setting.scenario.real() != nullptr) add_point(into.minimiser, world.records->minimiser);
  into.constant_test.add(world.records->constant_test);
  into.minimiser_squared_norm.add(squared_norm);
  ++into.trials;
}

/// All plans, unless a device runs them, on some trials: fewer than there are when it was interrupted.
std::vector<TrialResults> run_plans(const ChunkSetting& setting, std::span<const TrialWorld> worlds, std::size_t plans,
                                    const std::atomic<bool>& interrupt) {
  std::vector<TrialResults> results(worlds.size());
  for (std::size_t p = 0; p < plans; ++p) {
    std::vector<TrialOutcome> outcomes = setting.engine.run(trials_for(setting, setting.plans[p], worlds), interrupt);
    results.resize(std::min(results.size(), outcomes.size()));
    for (std::size_t k = 0; k < results.size(); ++k) results[k].plans.push_back(std::move(outcomes[k]));
  }
  return results;
}

void run_baselines(const ChunkSetting& setting, std::span<const TrialWorld> worlds, const std::atomic<bool>& interrupt,
                   std::span<TrialResults> into) {
  for (const MeasuredBaseline& baseline : setting.baselines) {
    std::vector<BaselineTrialResult> of_trials = run_baseline(setting, baseline, worlds, interrupt);
    for (std::size_t k = 0; k < worlds.size(); ++k)
      into[k].baselines.push_back(k < of_trials.size() ? std::optional(std::move(of_trials[k])) : std::nullopt);
  }
}

std::vector<TrialWorld> worlds_of(const ChunkSetting& setting, TrialRange trials) {
  std::vector<TrialWorld> worlds;
  for (std::uint32_t k = 0; k < trials.count; ++k) worlds.push_back(setting.worlds(trials.first + k));
  return worlds;
}

/// The plans and the baselines on some trials; false when interrupted, and then nothing of them is counted.
bool run_together(const ChunkSetting& setting, TrialRange trials, const ChunkWatch& watch, ChunkResult& into) {
  const std::vector<TrialWorld> worlds = worlds_of(setting, trials);
  std::vector<TrialResults> results = run_plans(setting, worlds, into.plans.size(), watch.interrupt);
  if (results.size() < worlds.size()) return false;
  run_baselines(setting, worlds, watch.interrupt, results);
  if (watch.interrupt) return false;
  for (std::uint32_t k = 0; k < trials.count; ++k) add_trial(setting, worlds[k], std::move(results[k]), into);
  return true;
}

EngineChoice engine_for(const Scenario& scenario, const Contest& contest, unsigned threads_inside) {
  std::vector<Plan> plans;
  for (const NamedPlan& named : contest.plans) {
    plans.push_back(named.plan);
    plans.insert(plans.end(), named.own_plans.begin(), named.own_plans.end());
  }
  for (const NamedBaseline& named : contest.baselines) plans.push_back(named.plan);
  return choose_engine(scenario, plans, threads_inside);
}

std::vector<MeasuredBaseline> measured(const Scenario& scenario, const std::vector<NamedBaseline>& named) {
  std::vector<MeasuredBaseline> baselines;
  for (const NamedBaseline& one : named) baselines.emplace_back(scenario, one);
  return baselines;
}

}  // namespace

void BaselineStatistics::add(const BaselineTrialResult& trial) {
  error.add(trial.error);
  test.add(trial.test);
}

void BaselineStatistics::merge(const BaselineStatistics& later) {
  error.merge(later.error);
  test.merge(later.test);
}

Contest contest_of(const Scenario& scenario, std::vector<NamedPlan> plans) {
  std::vector<NamedBaseline> baselines = wanted_baselines(scenario.configuration(), plans.front().plan);
  for (NamedBaseline& baseline : baselines) baseline.own_plans = plans.front().own_plans;
  return {.plans = std::move(plans), .baselines = std::move(baselines)};
}

std::uint32_t trials_in_chunk(const Configuration& configuration) {
  return configuration.data || why_whole(configuration).empty() ? 1 : trials_per_chunk;
}

std::uint64_t chunk_count(const Configuration& configuration) {
  const std::uint64_t per_chunk = trials_in_chunk(configuration);
  return (configuration.run.trials + per_chunk - 1) / per_chunk;
}

ChunkSetting::ChunkSetting(const Scenario& its_scenario, const Contest& contest, unsigned threads_inside)
    : scenario(its_scenario),
      plans(settings_of(its_scenario, contest.plans)),
      baselines(measured(its_scenario, contest.baselines)),
      worlds(its_scenario),
      chosen(engine_for(its_scenario, contest, threads_inside)),
      engine(*chosen.engine) {}

std::vector<ChunkResult> run_chunks_of_one(const ChunkSetting& setting, TrialRange trials, const ChunkWatch& watch,
                                           Crew& crew) {
  const std::vector<TrialWorld> worlds = worlds_of(setting, trials);
  std::vector<TrialResults> results = run_plans(setting, worlds, setting.plans.size(), watch.interrupt);
  std::vector<ChunkResult> chunks(results.size());
  share_out(crew, chunks.size(), [&](std::size_t first, std::size_t last) {
    for (std::size_t k = first; k < last && !watch.interrupt; ++k) {
      run_baselines(setting, std::span(worlds).subspan(k, 1), watch.interrupt, std::span(results).subspan(k, 1));
      chunks[k].plans.resize(setting.plans.size());
      chunks[k].baselines.resize(setting.baselines.size());
      if (watch.interrupt) return;
      add_trial(setting, worlds[k], std::move(results[k]), chunks[k]);
      watch.finished({trials.first + static_cast<std::uint32_t>(k), 1});
    }
  });
  const auto unfinished =
      std::find_if(chunks.begin(), chunks.end(), [](const ChunkResult& c) { return c.trials == 0; });
  chunks.erase(unfinished, chunks.end());
  return chunks;
}

ChunkResult run_chunk(const ChunkSetting& setting, TrialRange trials, const ChunkWatch& watch, Runs what) {
  ChunkResult result;
  result.plans.resize(what == Runs::plans_and_baselines ? setting.plans.size() : 0);
  result.baselines.resize(setting.baselines.size());
  while (result.trials < trials.count && !result.cut) {
    const TrialRange block{.first = trials.first + result.trials,
                           .count = std::min(setting.engine.trials_at_once(), trials.count - result.trials)};
    if (watch.unwanted() || watch.interrupt || !run_together(setting, block, watch, result))
      result.cut = true;
    else
      watch.finished(block);
  }
  return result;
}

}  // namespace sotto
