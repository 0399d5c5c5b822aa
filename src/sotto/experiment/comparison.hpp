// SPDX-License-Identifier: MIT
// Private plans and the baselines on the same records, trial after trial: means with their standard errors.
#pragma once

#include <functional>
#include <string>
#include <vector>

#include "sotto/experiment/baselines.hpp"
#include "sotto/experiment/running_statistic.hpp"

namespace sotto {

struct NamedPlan {
  std::string name;
  Plan plan;
  std::vector<Plan> own_plans = {};  ///< each node's, where they differ
};

/// One round over all trials.
struct RoundStatistics {
  Round round = 0;
  RunningStatistic mean_error = {}, node_error = {}, worst_error = {}, disagreement = {};
};

struct PlanResult {
  std::string name;
  Plan plan;
  std::vector<Plan> own_plans = {};
  RunningStatistic normalised_error = {}, first_node_error = {}, node_error = {}, disagreement = {};
  RunningStatistic theory = {};            ///< the exact value while no projection binds, for each trial's x*
  RunningStatistic consensus_rounds = {};  ///< rounds of Stage II
  std::uint32_t ended_by_cap = 0;          ///< trials whose Stage II ended at its cap
  RunOutcome first_trial = {};             ///< messages, bytes and cost; its messages are not kept
  std::vector<RoundStatistics> rounds = {};
  std::vector<std::vector<double>> first_trial_node_errors = {};  ///< [round][node], for small networks
};

struct Comparison {
  std::vector<PlanResult> plans;
  RunningStatistic no_privacy = {}, node_alone = {}, curator = {};
  RunningStatistic minimiser_squared_norm = {};  ///< what the errors are divided by
  NodeId nodes = 0;
  std::uint32_t trials_done = 0;
  bool interrupted = false;
};

/// Called after every trial with (done, wanted).
using Progress = std::function<void(std::uint32_t, std::uint32_t)>;

/// Runs the configured number of trials. An interrupt ends it between trials: whole trials are kept, and it is said.
Comparison compare(const Scenario& scenario, std::vector<NamedPlan> plans, const Progress& progress,
                   const std::atomic<bool>& interrupt);

/// Whether the exact theory fits what was measured, within 4 standard errors; it does not where projections bind.
bool theory_holds(const PlanResult& result);

/// Did it pay to cooperate? Compares what a node ends with after Stage II with its own minimiser, which needs no noise.
enum class Verdict { pays, does_not_pay, cannot_tell };
Verdict cooperation(const PlanResult& result, const Comparison& comparison);

/// The verdict in one sentence, with its numbers.
std::string cooperation_sentence(const PlanResult& result, const Comparison& comparison);

}  // namespace sotto
