// SPDX-License-Identifier: MIT
// A chunk of trials: all plans and the baselines on the same records, summed in the order of the trials.
#pragma once

#include <functional>
#include <string>

#include "sotto/simulation/comparison/baselines.hpp"
#include "sotto/simulation/comparison/engine_choice.hpp"
#include "sotto/simulation/comparison/plan_statistics.hpp"
#include "sotto/simulation/comparison/trial_world.hpp"

namespace sotto {

struct NamedPlan {
  std::string name;
  Plan plan;
  std::vector<Plan> own_plans = {};  ///< each node's, where they differ
};

/// Who is measured on the same records.
struct Contest {
  std::vector<NamedPlan> plans;
  std::vector<NamedBaseline> baselines;
};

/// Plans with the baselines that the configuration asks for; these follow the first plan.
Contest contest_of(const Scenario& scenario, std::vector<NamedPlan> plans);

/// Trials on files and on large networks take long: each is a chunk by itself.
std::uint32_t trials_in_chunk(const Configuration& configuration);
/// How many chunks all configured trials make.
std::uint64_t chunk_count(const Configuration& configuration);

/// What all trials share: worked out once, read by every thread. The scenario must outlive it.
struct ChunkSetting {
  /// `threads_inside` may work within one trial.
  ChunkSetting(const Scenario& its_scenario, const Contest& contest, unsigned threads_inside = 1);

  struct OfPlan {
    Plan plan;
    std::vector<Plan> own_plans;
    double exact_error;  ///< exact_mean_estimation_error, averaged over nodes where each has a plan of its own
    bool every_node;     ///< in trial 0, keep each node's error in each round
  };
  const Scenario& scenario;
  std::vector<OfPlan> plans;
  std::vector<MeasuredBaseline> baselines;
  TrialWorlds worlds;
  EngineChoice chosen;
  Engine& engine;
};

struct TrialRange {
  std::uint32_t first;
  std::uint32_t count;
};

/// Who may end a chunk before its last trial, and who hears of trials that are done.
struct ChunkWatch {
  const std::atomic<bool>& interrupt;
  std::function<bool()> unwanted;
  std::function<void(TrialRange)> finished;
};

struct BaselineStatistics {
  Metric error;  ///< ||. - x*||^2 / ||x*||^2
  TestStatistics test;

  void add(const BaselineTrialResult& trial);
  void merge(const BaselineStatistics& later);
};

struct ChunkResult {
  std::vector<PlanStatistics> plans;
  std::vector<BaselineStatistics> baselines;  ///< in the contest's order
  TestStatistics minimiser_test;              ///< of x* itself
  std::vector<RunningStatistic> minimiser;    ///< x* on files, coordinate by coordinate
  TestStatistics constant_test;               ///< of the best answer that looks at no feature
  RunningStatistic minimiser_squared_norm;    ///< what errors are divided by
  std::uint32_t trials = 0;                   ///< whole ones, the first of the chunk
  bool cut = false;                           ///< ended before its last trial
};
enum class Runs { plans_and_baselines, baselines };
/// Trials that an engine is to run together, each a chunk by itself: as run_chunk gives them. Fewer, the first ones,
/// when it was interrupted. The threads of a crew measure them.
std::vector<ChunkResult> run_chunks_of_one(const ChunkSetting& setting, TrialRange trials, const ChunkWatch& watch,
                                           Crew& crew);
ChunkResult run_chunk(const ChunkSetting& setting, TrialRange trials, const ChunkWatch& watch,
                      Runs what = Runs::plans_and_baselines);

/// The trials of a plan on some worlds.
std::vector<Trial> trials_for(const ChunkSetting& setting, const ChunkSetting::OfPlan& of,
                              std::span<const TrialWorld> worlds);
double squared_length(const std::vector<double>& v);

}  // namespace sotto
