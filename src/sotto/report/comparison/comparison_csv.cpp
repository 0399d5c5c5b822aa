// SPDX-License-Identifier: MIT
// A comparison as tidy CSV.
#include <fmt/format.h>

#include "sotto/report/comparison/comparison_report.hpp"

namespace sotto {
namespace {

/// The mean of no trial and the standard error of one are unknown, not zero: the cells stay empty.
std::string cells(const RunningStatistic& s) {
  const std::string mean = s.count() < 1 ? "" : fmt::format("{}", s.mean());
  return fmt::format("{},{},{}", s.count(), mean, s.count() < 2 ? "" : fmt::format("{}", s.standard_error()));
}

/// With quantiles.
std::string metric_line(const Metric& metric) {
  std::string out = cells(metric);
  for (const double probability : Quantiles::shown)
    out += metric.count() < 1 ? "," : fmt::format(",{}", metric.quantiles().at(probability));
  return out + "\n";
}

std::string statistic_line(const RunningStatistic& s) {
  return cells(s) + ",,,\n";
}

/// What is measured on the test file, and its first metric node by node.
std::string test_lines(const std::string& series, const Comparison& comparison, const TestStatistics& test) {
  std::string out;
  for (std::size_t k = 0; k < test.mean.size(); ++k)
    if (test.mean[k].count() > 0)
      out += fmt::format("{},{},", series, comparison.test_metrics[k].name) + metric_line(test.mean[k]);
  for (std::size_t i = 0; test.first.size() > 1 && i < test.first.size(); ++i)
    if (test.first[i].count() > 0)
      out +=
          fmt::format("{},{}_of_node_{},", series, comparison.test_metrics[0].name, i) + statistic_line(test.first[i]);
  return out;
}

}  // namespace

std::string metrics_csv(const Comparison& comparison) {
  std::string out = "series,metric,trials,mean,standard_error,quantile_05,quantile_50,quantile_95\n";
  for (const PlanResult& plan : comparison.plans) {
    out += plan.name + ",normalised_error," + metric_line(plan.normalised_error);
    if (plan.first_node_error.count() > 0) out += plan.name + ",first_node_error," + metric_line(plan.first_node_error);
    out += plan.name + ",node_error," + metric_line(plan.node_error);
    out += plan.name + ",disagreement," + metric_line(plan.disagreement);
    if (plan.theory.count() > 0) out += plan.name + ",theory_exact," + statistic_line(plan.theory);
    out += plan.name + ",consensus_rounds," + statistic_line(plan.consensus_rounds);
    out += test_lines(plan.name, comparison, plan.test);
  }
  out += test_lines("minimiser", comparison, comparison.minimiser_test);
  out += test_lines("constant", comparison, comparison.constant_test);
  for (const BaselineResult& baseline : comparison.baselines) {
    out += baseline.name + ",normalised_error," + metric_line(baseline.error);
    out += test_lines(baseline.name, comparison, baseline.test);
  }
  return out;
}

std::string rounds_csv(const Comparison& comparison) {
  std::string out = "series,round,stage,alpha_spent,metric,trials,mean,standard_error\n";
  for (const PlanResult& plan : comparison.plans) {
    double spent = 0;
    for (std::size_t k = 0; k < plan.rounds.size(); ++k) {
      const Round round = RoundColumns::first_round + static_cast<Round>(k);
      const Timetable& timetable = plan.plan.timetable();
      const bool first_stage = round <= timetable.hand_over();
      if (timetable.carries_noise(round)) spent += plan.plan.cost(timetable.number(round - 1));
      const std::string head = fmt::format("{},{},{},{},", plan.name, round, first_stage ? 1 : 2, spent);
      out += head + "mean_error," + cells(plan.rounds.mean_error[k]) + "\n";
      out += head + "node_error," + cells(plan.rounds.node_error[k]) + "\n";
      out += head + "worst_error," + cells(plan.rounds.worst_error[k]) + "\n";
      out += head + "disagreement," + cells(plan.rounds.disagreement[k]) + "\n";
    }
  }
  return out;
}

std::string nodes_csv(const Comparison& comparison) {
  std::string out = "series,round,node,error\n";
  for (const PlanResult& plan : comparison.plans)
    for (std::size_t k = 0; k < plan.first_trial_node_errors.size(); ++k)
      for (std::size_t i = 0; i < plan.first_trial_node_errors[k].size(); ++i)
        out += fmt::format("{},{},{},{}\n", plan.name, RoundColumns::first_round + k, i,
                           plan.first_trial_node_errors[k][i]);
  return out;
}

}  // namespace sotto
