// SPDX-License-Identifier: MIT
// Private plans and the baselines on the same records, over many trials: means with their standard errors, quantiles.
#pragma once

#include <functional>
#include <mutex>
#include <string>
#include <vector>

#include "sotto/simulation/comparison/dealing.hpp"
#include "sotto/simulation/comparison/trial_states.hpp"

namespace sotto {

class DeviceTrials;
class LinearEngine;
class TeamEngine;

struct PlanResult : PlanStatistics {
  explicit PlanResult(NamedPlan named)
      : name(std::move(named.name)), plan(std::move(named.plan)), own_plans(std::move(named.own_plans)) {}

  std::string name;
  Plan plan;
  std::vector<Plan> own_plans;
  double exact_error = 0;  ///< what `theory` is, before it is divided by ||x*||^2
};

struct BaselineResult : BaselineStatistics {
  BaselineResult(std::string its_name, const BaselineKind* its_kind) : name(std::move(its_name)), kind(its_kind) {}

  std::string name;
  const BaselineKind* kind;
};

struct Comparison {
  std::vector<PlanResult> plans;
  std::vector<BaselineResult> baselines;
  RunningStatistic minimiser_squared_norm;  ///< what errors are divided by
  std::vector<MetricKind> test_metrics;     ///< what is measured on records that nobody fits to
  TestStatistics minimiser_test;            ///< of x* itself
  std::vector<RunningStatistic> minimiser;  ///< x* on files, coordinate by coordinate
  TestStatistics constant_test;             ///< of the best answer that looks at no feature
  std::string engine;                       ///< which ran trials; "cuda" where a GPU ran some
  std::vector<std::string> remarks;         ///< of a GPU that was asked for and did not run all trials
  NodeId nodes = 0;
  std::uint32_t trials_done = 0;
  bool interrupted = false;
  bool precise_enough = false;  ///< run.until_se was set, and reached

  /// Null if there is none of this name.
  const BaselineResult* baseline(std::string_view named) const;
};

/// Called with (done, wanted) when a trial is done: by the thread that ran it, one at a time, never before trial 0 is
/// done. Trials are done out of order; what an interrupt would keep may be fewer.
using Progress = std::function<void(std::uint32_t, std::uint32_t)>;

/// What was accepted of a comparison so far, so that another program can go on from there. A state is whole chunks;
/// where ranks share a network, also the trial under way.
struct Checkpoints {
  std::string found = {};  ///< a state to go on from; empty: from the first trial
  /// Offered after each chunk that was accepted; `state` makes it. `last`: the run ends early, and there is no other.
  std::function<void(const std::function<std::string()>& state, bool last)> offer = {};
  InsideTrials inside = {};
};

/// A comparison under way. Its chunks may run on any threads; what they bring is accepted in their order, so the result
/// is the same for any number of threads. The scenario must outlive it.
class ComparisonRun {
 public:
  ComparisonRun(const Scenario& scenario, Contest contest, unsigned threads_inside, Progress progress);

  /// Chunk k of chunk_count(). Any thread may ask. Ends early when it is `unwanted`, or when accept() wanted no more.
  ChunkResult run(std::uint64_t k, const std::atomic<bool>& interrupt, const std::atomic<bool>& unwanted);
  /// Chunk after chunk. False: no more is wanted. It was interrupted, or is precise enough.
  bool accept(ChunkResult chunk);
  /// All chunks that are left, where a GPU is to run them in one go; `accepted` is called whenever some were. False:
  /// chunks are to be run one by one, from accepted_chunks() on. It has not begun, or the GPU failed, and this is
  /// remarked.
  bool run_on_device(const std::atomic<bool>& interrupt, const std::function<void()>& accepted);
  std::uint64_t accepted_chunks() const { return (comparison_.trials_done + per_chunk_ - 1) / per_chunk_; }

  /// What another rank or a shard brought as chunk k: its trials count as done. Refuses (InvalidInput, data) what is
  /// of another comparison.
  void hear(std::uint64_t k, const ChunkResult& chunk);
  /// All that was accepted, and the same taken back before anything is: how many chunks need not be run.
  std::string state() const;
  std::uint64_t resume(const std::string& state);

  /// Of trials on a network that ranks share. The keeper must outlive all runs of chunks.
  void keep_trials_by(TrialKeeper& keeper);

  /// When all wanted chunks were accepted.
  Comparison take();

 private:
  void count(TrialRange trials);
  TrialRange trials_of(std::uint64_t chunk) const;
  void check_fits(const ChunkResult& chunk) const;
  bool judge();  ///< whether more is wanted of what was merged
  bool run_teams(TeamEngine& engine, const std::atomic<bool>& interrupt, const std::function<void()>& accepted);
  bool run_batch(TeamEngine& engine, const DeviceTrials& trials, const std::atomic<bool>& interrupt);
  bool run_linear(LinearEngine& engine, const std::atomic<bool>& interrupt, const std::function<void()>& accepted);
  bool accept_first(const std::atomic<bool>& interrupt, const std::function<void()>& accepted);
  std::vector<ChunkResult> run_baselines(TrialRange batch, const std::atomic<bool>& interrupt,
                                         const std::atomic<bool>& unwanted) const;
  void remark_where_asked_for(const std::string& what_a_device_knows);

  const RunSettings& settings_;
  std::uint32_t per_chunk_;
  std::uint64_t all_chunks_;
  ChunkSetting setting_;
  Comparison comparison_;
  std::atomic<bool> closed_{false};
  Progress progress_;
  std::mutex mutex_;        ///< of what follows
  std::uint32_t done_ = 0;  ///< trials, on all threads
  bool begun_ = false;      ///< with trial 0
};

/// Runs the configured number of trials, or as many chunks of them as give the wanted precision. Chunks run on as many
/// threads as configured and are merged in their order, so the result is the same for any number of threads. After an
/// interrupt the first trials are kept, as many as were done without a gap; they are whole, and it is said. Where
/// chunks are not accepted (Dealing::accepts) no trial is; `interrupted` is said.
Comparison compare(const Scenario& scenario, Contest contest, const Progress& progress,
                   const std::atomic<bool>& interrupt, const Dealing& dealing = {},
                   const Checkpoints& checkpoints = {});

/// The largest standard error of a plan's normalised_error, over its mean; nothing before two trials or without plans.
std::optional<double> relative_standard_error(const Comparison& comparison);

/// Whether the exact theory fits what was measured, within 4 standard errors; it does not where projections bind.
bool theory_holds(const PlanResult& result);

/// Did it pay to cooperate? Compares what a node ends with after Stage II with its own minimiser, which needs no noise:
/// by the loss on test records where there are some, otherwise by the distance to x*.
enum class Verdict { pays, does_not_pay, cannot_tell };
constexpr Names<3> names_of(Verdict) {
  return {"pays", "does-not-pay", "cannot-tell"};
}
Verdict cooperation(const PlanResult& result, const Comparison& comparison);

/// The verdict in one sentence, with its numbers.
std::string cooperation_sentence(const PlanResult& result, const Comparison& comparison);

/// Whether distances to x*, divided by ||x*||^2, are more than two standard errors above 1, the error of the answer 0.
bool is_worse_than_zero(const RunningStatistic& error);

/// Where the first plan ends far from x*: whether noise or the optimiser is to blame, with their numbers, and what
/// helps. Where x* itself is no better than an answer that looks at no feature: that. Otherwise empty.
std::string excess_sentence(const Comparison& comparison);

}  // namespace sotto
