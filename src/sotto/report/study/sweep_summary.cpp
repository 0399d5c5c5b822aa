// SPDX-License-Identifier: MIT
// What stands on top of the page of a sweep.
#include <fmt/format.h>

#include <algorithm>
#include <cctype>
#include <cmath>
#include <map>

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

/// "Log loss on the test file" within a sentence; R^2 stays as it is.
std::string in_words(const std::string& metric) {
  if (metric == "auc") return "AUC on the test file";
  std::string title = title_of_metric(metric);
  if (title.size() > 1 && std::islower(static_cast<unsigned char>(title[1])) != 0)
    title[0] = static_cast<char>(std::tolower(static_cast<unsigned char>(title[0])));
  return title;
}

bool more_is_better(const std::string& metric) {
  return metric == "accuracy" || metric == "auc" || metric == "r2";
}

/// 1: better than a node alone by more than two standard errors, -1: worse, 0: neither.
int beside_alone(const Observation& own, const Observation& alone) {
  const double difference = own.mean - alone.mean, gain = more_is_better(own.metric) ? difference : -difference;
  const double doubt = 2 * std::hypot(own.standard_error.value_or(0), alone.standard_error.value_or(0));
  return gain > doubt ? 1 : gain < -doubt ? -1 : 0;
}

/// By the points of the x axis at which both were measured.
std::map<std::string, int> points_beside_alone(const FinishedSweep& finished, const std::string& series,
                                               const std::string& metric) {
  std::map<std::string, int> points;
  for (const Observation& own : along(finished, series, metric))
    for (const Observation& alone : along(finished, "node_alone", metric))
      if (own.x == alone.x) points[own.x] = beside_alone(own, alone);
  return points;
}

/// "better at 1 of 2 points and worse at 0"
std::string counts_of(const std::map<std::string, int>& points) {
  const auto at = [&](int sign) {
    return std::count_if(points.begin(), points.end(), [&](const auto& point) { return point.second == sign; });
  };
  return fmt::format("better at {} of {} points and worse at {}", at(1), points.size(), at(-1));
}

/// A metric that ranks or explains is named beside the judge. Any other one is named where it says the opposite.
std::string other_metrics(const FinishedSweep& finished, const std::string& series, const std::string& judge,
                          const std::map<std::string, int>& judged) {
  std::string out;
  for (const std::string& metric : finished.sweep.metrics) {
    if (metric == judge || !is_of_model(metric) || metric == "calibration_error") continue;  // a constant has none
    const std::map<std::string, int> points = points_beside_alone(finished, series, metric);
    if (points.empty()) continue;
    const auto opposite = std::count_if(points.begin(), points.end(), [&](const auto& point) {
      const auto own = judged.find(point.first);
      return own != judged.end() && own->second * point.second < 0;
    });
    if (metric == "auc" || metric == "r2")
      out += fmt::format(" {} {} it is {}.", opposite > 0 ? "But by" : "By", in_words(metric), counts_of(points));
    else if (opposite > 0)
      out += fmt::format(" But {} says the opposite at {} of {} points.", in_words(metric), opposite, points.size());
  }
  return out;
}

std::string points_of(const FinishedSweep& finished, const std::string& series, const std::string& judge) {
  const std::map<std::string, int> points = points_beside_alone(finished, series, judge);
  if (points.empty()) return "";
  return fmt::format(" Beside a node alone \"{}\" is {}.", series, counts_of(points)) +
         other_metrics(finished, series, judge, points);
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
  const std::string judge = judge_of(finished);
  if (judge.empty()) return "";
  std::string points;
  for (const SweepSeries& series : finished.sweep.series)
    if (series.baseline == nullptr) points += points_of(finished, series.name, judge);
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
