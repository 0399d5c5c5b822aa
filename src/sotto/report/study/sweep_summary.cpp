// SPDX-License-Identifier: MIT
// What stands on top of the page of a sweep.
#include <fmt/format.h>

#include <algorithm>

#include "sotto/report/comparison/comparison_page.hpp"
#include "sotto/report/study/sweep_report.hpp"

namespace sotto {
namespace {

/// A series' metric along the x axis, as the table has it.
std::vector<Observation> along(const FinishedSweep& finished, const std::string& series, const std::string& metric) {
  std::vector<Observation> found;
  std::copy_if(finished.observations.begin(), finished.observations.end(), std::back_inserter(found),
               [&](const Observation& seen) { return seen.series == series && seen.metric == metric; });
  return found;
}

/// At how many points of the axis the first series beats a node alone.
std::string verdict_of(const std::vector<Observation>& own, const std::vector<Observation>& alone,
                       bool more_is_better) {
  if (alone.empty()) return "";
  std::size_t better = 0, both = 0;
  for (const Observation& one : own)
    for (const Observation& other : alone) {
      if (one.x != other.x) continue;
      ++both;
      better += (more_is_better ? one.mean > other.mean : one.mean < other.mean) ? 1 : 0;
    }
  return fmt::format("By its mean, {} is better than a node alone at {} of {} points.", own.front().series, better,
                     both);
}

}  // namespace

PageSummary sweep_summary(const FinishedSweep& finished, const Scenario& first) {
  const Sweep& sweep = finished.sweep;
  PageSummary summary{.problem = problem_sentence(first),
                      .promise = promise_sentence(first.plan()) + " Points of the sweep may differ from the first."};
  if (sweep.metrics.empty()) return summary;
  const std::string& metric = sweep.metrics.front();
  const std::string& series = sweep.series.front().name;
  const std::vector<Observation> own = along(finished, series, metric);
  if (own.empty()) return summary;
  const auto place = [&](const Observation& seen) { return fmt::format("{} = {}", axis_title(sweep.x.key), seen.x); };
  summary.result = fmt::format("{} of {}: {:.4g} at {}, {:.4g} at {}.", title_of_metric(metric), series,
                               own.front().mean, place(own.front()), own.back().mean, place(own.back()));
  const std::vector<Observation> alone = along(finished, "node_alone", metric);
  const bool more_is_better = metric == "accuracy" || metric == "auc" || metric == "r2";
  summary.verdict = verdict_of(own, alone, more_is_better);
  summary.numbers = {{fmt::format("{:.4g}", own.front().mean), place(own.front())},
                     {fmt::format("{:.4g}", own.back().mean), place(own.back())}};
  if (alone.empty())
    summary.numbers.push_back({std::to_string(own.size()), "points"});
  else
    summary.numbers.push_back({fmt::format("{:.4g}", alone.back().mean), label_of_method("node_alone")});
  return summary;
}

}  // namespace sotto
