// SPDX-License-Identifier: MIT
// What is kept of the trials of a plan.
#include "sotto/simulation/comparison/plan_statistics.hpp"

#include <algorithm>
#include <cmath>
#include <utility>

namespace sotto {

void RoundStatistics::add(const RoundColumns& trial) {
  mean_error.add(trial.mean_error);
  node_error.add(trial.node_error);
  worst_error.add(trial.worst_error);
  disagreement.add(trial.disagreement);
}

void RoundStatistics::merge(const RoundStatistics& later) {
  mean_error.merge(later.mean_error);
  node_error.merge(later.node_error);
  worst_error.merge(later.worst_error);
  disagreement.merge(later.disagreement);
}

void TestStatistics::add(const TestResult& trial) {
  mean.resize(trial.mean.size());
  first.resize(trial.first.size());
  judged.resize(trial.judged.size());
  for (std::size_t k = 0; k < mean.size(); ++k)
    if (std::isfinite(trial.mean[k])) mean[k].add(trial.mean[k]);
  for (std::size_t k = 0; k < first.size(); ++k)
    if (std::isfinite(trial.first[k])) first[k].add(trial.first[k]);
  for (std::size_t k = 0; k < judged.size(); ++k)
    if (std::isfinite(trial.judged[k])) judged[k].add(trial.judged[k]);
  calibration.resize(trial.calibration.size());
  for (std::size_t b = 0; b < calibration.size(); ++b) {
    const CalibrationBin& bin = trial.calibration[b];
    if (bin.rows == 0) continue;
    calibration[b].said.add(bin.said / static_cast<double>(bin.rows));
    calibration[b].came_true.add(static_cast<double>(bin.came_true) / static_cast<double>(bin.rows));
  }
}

void TestStatistics::merge(const TestStatistics& later) {
  mean.resize(std::max(mean.size(), later.mean.size()));
  first.resize(std::max(first.size(), later.first.size()));
  judged.resize(std::max(judged.size(), later.judged.size()));
  for (std::size_t k = 0; k < later.mean.size(); ++k) mean[k].merge(later.mean[k]);
  for (std::size_t k = 0; k < later.first.size(); ++k) first[k].merge(later.first[k]);
  for (std::size_t k = 0; k < later.judged.size(); ++k) judged[k].merge(later.judged[k]);
  calibration.resize(std::max(calibration.size(), later.calibration.size()));
  for (std::size_t b = 0; b < later.calibration.size(); ++b) {
    calibration[b].said.merge(later.calibration[b].said);
    calibration[b].came_true.merge(later.calibration[b].came_true);
  }
}

void add_point(std::vector<RunningStatistic>& into, const std::vector<double>& point) {
  into.resize(point.size());
  for (std::size_t k = 0; k < point.size(); ++k) into[k].add(point[k]);
}

void merge_points(std::vector<RunningStatistic>& into, const std::vector<RunningStatistic>& later) {
  into.resize(std::max(into.size(), later.size()));
  for (std::size_t k = 0; k < later.size(); ++k) into[k].merge(later[k]);
}

TrialEnds ends_of(const Scenario& scenario, const TrialOutcome& outcome) {
  if (scenario.real() == nullptr) return {};
  std::vector<std::vector<double>> ends = outcome.said_at_end;
  for (const Released& y : outcome.messages_at_end) ends.emplace_back(y.values().begin(), y.values().end());
  for (std::vector<double>& end : ends) project(scenario.domain(), end);
  return {.test = test_of(scenario, ends), .output = std::move(ends[0])};
}

void PlanStatistics::add(TrialOutcome&& trial, TrialEnds&& ends, const Judge& judge) {
  TrialErrors errors = std::exchange(trial.errors, {});
  normalised_error.add(errors.normalised_error);
  squared_error.add(errors.normalised_error * judge.squared_norm);
  if (errors.first_node_error) first_node_error.add(*errors.first_node_error);
  first_node_end_error.add(errors.first_node_end_error);
  node_error.add(errors.node_error);
  disagreement.add(errors.disagreement);
  if (std::isfinite(judge.theory)) theory.add(judge.theory);
  consensus_rounds.add(trial.consensus_rounds);
  ended_by_cap += trial.ended_by_cap ? 1 : 0;
  rounds.add(errors.rounds);
  test.add(ends.test);
  add_point(coefficients, ends.output);
  if (normalised_error.count() == 1) {
    trial.messages_at_end.clear();
    trial.said_at_end.clear();
    first_trial = std::move(trial);
    first_trial_node_errors = std::move(errors.node_errors);
    first_trial_output = std::move(ends.output);
  }
}

void PlanStatistics::merge(PlanStatistics&& later) {
  if (normalised_error.count() == 0) {
    *this = std::move(later);
    return;
  }
  normalised_error.merge(later.normalised_error);
  squared_error.merge(later.squared_error);
  first_node_error.merge(later.first_node_error);
  first_node_end_error.merge(later.first_node_end_error);
  node_error.merge(later.node_error);
  disagreement.merge(later.disagreement);
  theory.merge(later.theory);
  consensus_rounds.merge(later.consensus_rounds);
  ended_by_cap += later.ended_by_cap;
  rounds.merge(later.rounds);
  test.merge(later.test);
  merge_points(coefficients, later.coefficients);
}

}  // namespace sotto
