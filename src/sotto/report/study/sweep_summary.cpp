// SPDX-License-Identifier: MIT
// What stands on top of the page of a sweep.
#include <fmt/format.h>

#include <algorithm>
#include <cctype>
#include <cmath>

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

constexpr std::string_view losses[] = {"log_loss", "hinge_loss", "huber_loss", "mean_deviance", "mean_squared_error"};

bool is_loss(const std::string& metric) {
  return std::find(std::begin(losses), std::end(losses), metric) != std::end(losses);
}

/// By what a series is judged beside a node alone: a loss, where one was measured of both; otherwise the first metric
/// that was.
std::string judge_of(const FinishedSweep& finished) {
  std::vector<std::string> order(std::begin(losses), std::end(losses));
  order.insert(order.end(), finished.sweep.metrics.begin(), finished.sweep.metrics.end());
  for (const std::string& metric : order)
    if (!along(finished, finished.sweep.series.front().name, metric).empty() &&
        !along(finished, "node_alone", metric).empty())
      return metric;
  return "";
}

/// "Log loss on the test file" within a sentence; AUC and R^2 stay as they are.
std::string in_words(const std::string& metric) {
  std::string title = title_of_metric(metric);
  if (title.size() > 1 && std::islower(static_cast<unsigned char>(title[1])) != 0)
    title[0] = static_cast<char>(std::tolower(static_cast<unsigned char>(title[0])));
  return title;
}

bool more_is_better(const std::string& metric) {
  return metric == "accuracy" || metric == "auc" || metric == "r2";
}

/// By more than two standard errors.
struct PointsBeside {
  std::size_t better = 0, worse = 0, all = 0;

  void add(const Observation& own, const Observation& alone) {
    const double difference = own.mean - alone.mean, gain = more_is_better(own.metric) ? difference : -difference;
    const double doubt = 2 * std::hypot(own.standard_error.value_or(0), alone.standard_error.value_or(0));
    ++all;
    if (gain > doubt) ++better;
    if (gain < -doubt) ++worse;
  }
};

std::string points_of(const FinishedSweep& finished, const std::string& series, const std::string& metric) {
  PointsBeside points;
  for (const Observation& own : along(finished, series, metric))
    for (const Observation& alone : along(finished, "node_alone", metric))
      if (own.x == alone.x) points.add(own, alone);
  if (points.all == 0) return "";
  return fmt::format(" \"{}\" is better than a node alone at {} of {} points and worse at {}.", series, points.better,
                     points.all, points.worse);
}

bool departs_in(const SweepSeries& series, std::string_view key) {
  return std::any_of(series.departs.begin(), series.departs.end(), [&](const SweptKey& one) { return one.key == key; });
}

/// The promise of the first point, and of masked sums in other series.
std::string promise_of(const Sweep& sweep, const Scenario& first) {
  const std::string promise = promise_sentence(first.plan()) + " Points of the sweep may differ from the first.";
  const bool others = std::any_of(sweep.series.begin(), sweep.series.end(), [](const SweepSeries& series) {
    return departs_in(series, "privacy.trust") || departs_in(series, "privacy.colluders");
  });
  if (!others) return promise;
  return promise +
         " A series with masked sums promises its epsilon against the colluders that it names; against all "
         "other members together its epsilon is larger: sotto plan prints both.";
}

}  // namespace

std::string sweep_verdict(const FinishedSweep& finished) {
  constexpr std::size_t most_named = 6;
  const std::string judge = judge_of(finished);
  if (judge.empty()) return "";
  std::string points;
  std::size_t named = 0;
  for (const SweepSeries& series : finished.sweep.series) {
    if (series.baseline != nullptr || named == most_named) continue;
    const std::string of_series = points_of(finished, series.name, judge);
    if (of_series.empty()) continue;
    ++named;
    points += of_series;
  }
  if (points.empty()) return "";
  const bool by_loss = !is_of_model(judge) || is_loss(judge);
  return fmt::format("Judged by {}{}; a difference counts when it is more than two standard errors.{}", in_words(judge),
                     by_loss ? "" : ", since this sweep measures no loss", points);
}

std::string finished_sweep_text(const FinishedSweep& finished) {
  const std::string verdict = sweep_verdict(finished);
  return sweep_text(finished.sweep, finished.observations) + (verdict.empty() ? "" : verdict + "\n");
}

PageSummary sweep_summary(const FinishedSweep& finished, const Scenario& first) {
  const Sweep& sweep = finished.sweep;
  PageSummary summary{.problem = problem_sentence(first), .promise = promise_of(sweep, first)};
  if (sweep.metrics.empty()) return summary;
  const std::string judge = judge_of(finished), metric = judge.empty() ? sweep.metrics.front() : judge;
  const std::string& series = sweep.series.front().name;
  const std::vector<Observation> own = along(finished, series, metric);
  if (own.empty()) return summary;
  const auto place = [&](const Observation& seen) { return fmt::format("{} = {}", axis_title(sweep.x.key), seen.x); };
  const auto what = [&](const Observation& seen) { return fmt::format("{}, {}", in_words(metric), place(seen)); };
  summary.result = fmt::format("{} of {}: {:.4g} at {}, {:.4g} at {}.", title_of_metric(metric), series,
                               own.front().mean, place(own.front()), own.back().mean, place(own.back()));
  const std::vector<Observation> alone = along(finished, "node_alone", metric);
  summary.verdict = sweep_verdict(finished);
  summary.numbers = {{fmt::format("{:.4g}", own.front().mean), what(own.front())},
                     {fmt::format("{:.4g}", own.back().mean), what(own.back())}};
  if (alone.empty())
    summary.numbers.push_back({std::to_string(own.size()), "points"});
  else
    summary.numbers.push_back({fmt::format("{:.4g}", alone.back().mean), label_of_method("node_alone")});
  return summary;
}

}  // namespace sotto
