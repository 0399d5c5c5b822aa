// SPDX-License-Identifier: MIT
// What is kept of the trials of a plan, and of the baselines: statistics that can be merged.
#pragma once

#include "sotto/experiment/baselines.hpp"
#include "sotto/experiment/quantiles.hpp"
#include "sotto/experiment/statistic_series.hpp"

namespace sotto {

/// Round by round over all trials; the first entry is that of RoundColumns::first_round.
struct RoundStatistics {
  StatisticSeries mean_error, node_error, worst_error, disagreement;

  void add(const RoundColumns& trial);
  void merge(const RoundStatistics& later);
  std::size_t size() const { return mean_error.size(); }
};

struct PlanStatistics {
  Metric normalised_error, first_node_error, node_error, disagreement;
  RunningStatistic theory;            ///< the exact value while no projection binds, for each trial's x*
  RunningStatistic consensus_rounds;  ///< rounds of Stage II
  std::uint32_t ended_by_cap = 0;     ///< trials whose Stage II ended at its cap
  RoundStatistics rounds;
  RunOutcome first_trial;                                    ///< messages, bytes and cost; its messages are not kept
  std::vector<std::vector<double>> first_trial_node_errors;  ///< [round][node], for small networks

  void add(TrialResult&& trial, double theory_of_trial);
  /// Of trials that come after all of these.
  void merge(PlanStatistics&& later);
};

struct BaselineStatistics {
  RunningStatistic no_privacy, node_alone, curator;
  RunningStatistic minimiser_squared_norm;  ///< what the errors are divided by

  void add(const BaselineErrors& errors, double squared_norm);
  void merge(const BaselineStatistics& later);
};

}  // namespace sotto
