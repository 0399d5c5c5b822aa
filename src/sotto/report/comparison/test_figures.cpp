// SPDX-License-Identifier: MIT
// How models do on the test file.
#include <fmt/format.h>

#include "sotto/input/number_text.hpp"
#include "sotto/report/comparison/comparison_page.hpp"

namespace sotto {
namespace {

struct Tested {
  FigureSeries series;
  const TestStatistics& test;
};

FigureSeries constant_series(const Comparison& comparison) {
  return {.name = "constant",
          .kind = FigureSeries::Kind::baseline,
          .note = std::string(name_of_constant(comparison.test_metrics))};
}

/// In the order of a table: plans, x*, the best constant, baselines.
std::vector<Tested> all_tested(const Comparison& comparison) {
  std::vector<Tested> all;
  for (const PlanResult& plan : comparison.plans) all.push_back({{.name = plan.name}, plan.test});
  all.push_back({series_of_minimiser(), comparison.minimiser_test});
  all.push_back({constant_series(comparison), comparison.constant_test});
  for (const BaselineResult& baseline : comparison.baselines)
    all.push_back({series_of(baseline.name, *baseline.kind), baseline.test});
  return all;
}

Figure empty_figure(const char* id, const char* title, FigureAxis x) {
  return {.id = id,
          .title = title,
          .caption = "What nodes end with, measured on the labels of test records: no promise covers it.",
          .x = std::move(x),
          .y = {.title = "", .scale = FigureAxis::Scale::linear},
          .series = {},
          .panels = {},
          .observations = {}};
}

std::string panel_title(const MetricKind& metric) {
  std::string title(metric.title);
  title[0] = static_cast<char>(std::toupper(static_cast<unsigned char>(title[0])));
  return title + (metric.more_is_better ? " (more is better)" : " (less is better)");
}

Figure by_method(const Comparison& comparison) {
  Figure figure = empty_figure("test", "On test records", {.title = "", .scale = FigureAxis::Scale::words});
  for (const MetricKind& metric : comparison.test_metrics)
    figure.panels.push_back({std::string(metric.name), panel_title(metric)});
  for (const Tested& tested : all_tested(comparison)) {
    figure.series.push_back(tested.series);
    for (std::size_t k = 0; k < tested.test.mean.size(); ++k)
      if (tested.test.mean[k].count() > 0)
        figure.observations.push_back(
            observation_of({tested.series.name, tested.series.name, std::string(comparison.test_metrics[k].name)},
                           tested.test.mean[k]));
  }
  return figure;
}

/// What judges, and the metric that people ask for first.
Figure by_node(const Scenario& scenario, const Comparison& comparison) {
  const std::vector<MetricKind>& kinds = comparison.test_metrics;
  const std::size_t judge = judging_metric(kinds);
  Figure figure =
      empty_figure("test_nodes", "On test records, node by node", {.title = "node", .scale = FigureAxis::Scale::words});
  figure.panels = {{std::string(kinds[judge].name), panel_title(kinds[judge])}};
  if (judge != 0) figure.panels.push_back({std::string(kinds[0].name), panel_title(kinds[0])});
  const std::vector<std::string> names = node_names(scenario);
  for (std::size_t i = 0; i < names.size(); ++i)
    if (names[i] != std::to_string(i)) figure.x.labels[std::to_string(i)] = names[i];
  for (const Tested& tested : all_tested(comparison)) {
    if (tested.test.first.size() < 2) continue;
    figure.series.push_back(tested.series);
    const auto add = [&](const std::vector<RunningStatistic>& seen, const MetricKind& kind) {
      for (std::size_t i = 0; i < seen.size(); ++i)
        if (seen[i].count() > 0)
          figure.observations.push_back(
              observation_of({tested.series.name, std::to_string(i), std::string(kind.name)}, seen[i]));
    };
    add(tested.test.judged, kinds[judge]);
    if (judge != 0) add(tested.test.first, kinds[0]);
  }
  return figure;
}

constexpr const char* came_true = "came_true";
constexpr const char* perfect = "perfectly calibrated";

/// A line on the diagonal is a model whose probabilities come true as often as they say.
Figure calibration(const Comparison& comparison) {
  Figure figure =
      empty_figure("calibration", "Calibration",
                   {.title = "probability that a model says, mean of each tenth", .scale = FigureAxis::Scale::linear});
  figure.panels = {{came_true, "Share of test records where it came true"}};
  for (const Tested& tested : all_tested(comparison)) {
    if (tested.test.calibration.empty()) continue;
    figure.series.push_back(tested.series);
    for (const TestStatistics::Bin& bin : tested.test.calibration)
      if (bin.said.count() > 0)
        figure.observations.push_back(
            observation_of({tested.series.name, show(bin.said.mean()), came_true}, bin.came_true));
  }
  figure.series.push_back({.name = perfect, .kind = FigureSeries::Kind::theory, .note = "said and true as often"});
  for (const char* x : {"0", "1"})
    figure.observations.push_back(not_measured({perfect, x, came_true}, *x == '0' ? 0.0 : 1.0));
  return figure;
}

}  // namespace

FigureSeries series_of_minimiser() {
  return {.name = "minimiser", .kind = FigureSeries::Kind::baseline, .note = "x*, found without privacy"};
}

std::vector<Figure> test_figures(const Scenario& scenario, const Comparison& comparison) {
  if (comparison.test_metrics.empty()) return {};
  std::vector<Figure> figures{by_method(comparison), by_node(scenario, comparison)};
  if (!comparison.minimiser_test.calibration.empty()) figures.push_back(calibration(comparison));
  return figures;
}

std::string shown_test(const MetricKind& kind, const RunningStatistic& seen) {
  if (seen.count() == 0) return "none";
  if (seen.count() < 2 || seen.standard_error() == 0) return shown_value(kind, seen.mean());
  return shown_value(kind, seen.mean(), seen.standard_error());
}

std::vector<ReportTable> test_tables(const Comparison& comparison) {
  if (comparison.test_metrics.empty()) return {};
  ReportTable table{.title = "On test records (no promise covers it)", .columns = {"method"}};
  for (const MetricKind& kind : comparison.test_metrics) table.columns.emplace_back(kind.title);
  for (const Tested& tested : all_tested(comparison)) {
    std::vector<std::string> row{label_of_method(tested.series.name)};
    for (std::size_t k = 0; k < tested.test.mean.size(); ++k)
      row.push_back(shown_test(comparison.test_metrics[k], tested.test.mean[k]));
    table.add(std::move(row));
  }
  return {table};
}

}  // namespace sotto
