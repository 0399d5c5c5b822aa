// SPDX-License-Identifier: MIT
// A comparison as tidy CSV.
#include "sotto/report/csv_report.hpp"

#include <fmt/format.h>

namespace sotto {
namespace {

/// The mean of no trial and the standard error of one are unknown, not zero: the cells stay empty.
std::string cells(const RunningStatistic& s) {
  const std::string mean = s.count() < 1 ? "" : fmt::format("{}", s.mean());
  return fmt::format("{},{},{}\n", s.count(), mean, s.count() < 2 ? "" : fmt::format("{}", s.standard_error()));
}

}  // namespace

std::string metrics_csv(const Comparison& comparison) {
  std::string out = "series,metric,trials,mean,standard_error\n";
  for (const PlanResult& plan : comparison.plans) {
    out += plan.name + ",normalised_error," + cells(plan.normalised_error);
    if (plan.first_node_error.count() > 0) out += plan.name + ",first_node_error," + cells(plan.first_node_error);
    out += plan.name + ",node_error," + cells(plan.node_error);
    out += plan.name + ",disagreement," + cells(plan.disagreement);
    out += plan.name + ",theory_exact," + cells(plan.theory);
    out += plan.name + ",consensus_rounds," + cells(plan.consensus_rounds);
  }
  out += "no_privacy,normalised_error," + cells(comparison.no_privacy);
  out += "node_alone,normalised_error," + cells(comparison.node_alone);
  out += "curator,normalised_error," + cells(comparison.curator);
  return out;
}

std::string rounds_csv(const Comparison& comparison) {
  std::string out = "series,round,stage,alpha_spent,metric,trials,mean,standard_error\n";
  for (const PlanResult& plan : comparison.plans) {
    double spent = 0;
    for (const RoundStatistics& round : plan.rounds) {
      const bool first_stage = round.round <= plan.plan.gradient_rounds() + 1;
      if (first_stage) spent += plan.plan.cost(round.round - 1);
      const std::string head = fmt::format("{},{},{},{},", plan.name, round.round, first_stage ? 1 : 2, spent);
      out += head + "mean_error," + cells(round.mean_error);
      out += head + "node_error," + cells(round.node_error);
      out += head + "worst_error," + cells(round.worst_error);
      out += head + "disagreement," + cells(round.disagreement);
    }
  }
  return out;
}

std::string nodes_csv(const Comparison& comparison) {
  std::string out = "series,round,node,error\n";
  for (const PlanResult& plan : comparison.plans)
    for (std::size_t k = 0; k < plan.first_trial_node_errors.size(); ++k)
      for (std::size_t i = 0; i < plan.first_trial_node_errors[k].size(); ++i)
        out += fmt::format("{},{},{},{}\n", plan.name, plan.rounds[k].round, i, plan.first_trial_node_errors[k][i]);
  return out;
}

}  // namespace sotto
