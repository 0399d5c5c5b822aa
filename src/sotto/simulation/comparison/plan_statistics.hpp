// SPDX-License-Identifier: MIT
// What is kept of the trials of a plan: statistics that can be merged.
#pragma once

#include "sotto/simulation/comparison/quantiles.hpp"
#include "sotto/simulation/comparison/statistic_series.hpp"
#include "sotto/simulation/comparison/test_result.hpp"
#include "sotto/simulation/engine/trial.hpp"

namespace sotto {

/// Round by round over all trials; the first entry is that of RoundColumns::first_round.
struct RoundStatistics {
  StatisticSeries mean_error, node_error, worst_error, disagreement;

  void add(const RoundColumns& trial);
  void merge(const RoundStatistics& later);
  std::size_t size() const { return mean_error.size(); }
};

/// Of TestResult, over trials. What does not exist in a trial (NaN) is not counted.
struct TestStatistics {
  std::vector<Metric> mean;              ///< of each metric
  std::vector<RunningStatistic> first;   ///< the first metric, of each point
  std::vector<RunningStatistic> judged;  ///< the judging metric, of each point
  /// A bin of calibration in trials with rows in it: their mean probability, and the share that came true.
  struct Bin {
    RunningStatistic said, came_true;
  };
  std::vector<Bin> calibration;

  void add(const TestResult& trial);
  void merge(const TestStatistics& later);
};

/// What nodes end with in a trial on files.
struct TrialEnds {
  TestResult test = {};
  std::vector<double> output = {};  ///< Proj_X(y_1), a model
};
TrialEnds ends_of(const Scenario& scenario, const TrialOutcome& outcome);

/// Coordinate by coordinate.
void add_point(std::vector<RunningStatistic>& into, const std::vector<double>& point);
void merge_points(std::vector<RunningStatistic>& into, const std::vector<RunningStatistic>& later);

struct PlanStatistics {
  Metric normalised_error, first_node_error, first_node_end_error, node_error, disagreement;
  Metric squared_error;               ///< of the released mean, not divided by ||x*||^2
  RunningStatistic theory;            ///< the exact value while no projection binds, for each trial's x*
  RunningStatistic consensus_rounds;  ///< rounds of Stage II
  std::uint32_t ended_by_cap = 0;     ///< trials whose Stage II ended at its cap
  RoundStatistics rounds;
  TestStatistics test;
  TrialOutcome first_trial;                                  ///< messages, bytes and cost; nothing larger is kept
  std::vector<double> first_trial_output;                    ///< what the first node ends with, on files: a model
  std::vector<RunningStatistic> coefficients;                ///< the same over trials, coordinate by coordinate
  std::vector<std::vector<double>> first_trial_node_errors;  ///< [round][node], for small networks

  /// What a trial is judged by besides what it measured.
  struct Judge {
    double theory;        ///< of `theory`
    double squared_norm;  ///< ||x*||^2
  };
  void add(TrialOutcome&& trial, TrialEnds&& ends, const Judge& judge);
  /// Adds trials that come after all of these.
  void merge(PlanStatistics&& later);
};

}  // namespace sotto
