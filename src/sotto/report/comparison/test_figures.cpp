// SPDX-License-Identifier: MIT
// How models do on the test file.
#include <fmt/format.h>

#include "sotto/report/comparison/comparison_page.hpp"
#include "sotto/simulation/observation/metrics.hpp"

namespace sotto {
namespace {

struct Tested {
  FigureSeries series;
  const TestStatistics& test;
};

/// In the order of a table: plans, x*, baselines.
std::vector<Tested> all_tested(const Comparison& comparison) {
  std::vector<Tested> all;
  for (const PlanResult& plan : comparison.plans) all.push_back({{.name = plan.name}, plan.test});
  all.push_back({{.name = "minimiser", .kind = FigureSeries::Kind::baseline, .note = "x*, found without privacy"},
                 comparison.minimiser_test});
  for (const BaselineResult& baseline : comparison.baselines)
    all.push_back({{.name = baseline.name,
                    .kind = FigureSeries::Kind::baseline,
                    .note = fmt::format("{} ({})", baseline.kind->title, baseline.kind->source)},
                   baseline.test});
  return all;
}

Figure empty_figure(const char* id, const char* title, const char* x, const Comparison& comparison) {
  return {.id = id,
          .title = title,
          .caption = "Of what nodes end with. Computed from the labels of test records: covered by no promise.",
          .x = {.title = x, .scale = FigureAxis::Scale::words},
          .y = {.title = "", .scale = FigureAxis::Scale::linear},
          .series = {},
          .panels = {{std::string(comparison.test_metrics[0].name),
                      title_of_metric(std::string(comparison.test_metrics[0].name))}},
          .observations = {}};
}

Figure by_method(const Comparison& comparison) {
  Figure figure = empty_figure("test", "On test records", "", comparison);
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

Figure by_node(const Comparison& comparison) {
  Figure figure = empty_figure("test_nodes", "On test records, node by node", "node", comparison);
  for (const Tested& tested : all_tested(comparison)) {
    if (tested.test.first.size() < 2) continue;
    figure.series.push_back(tested.series);
    for (std::size_t i = 0; i < tested.test.first.size(); ++i)
      if (tested.test.first[i].count() > 0)
        figure.observations.push_back(
            observation_of({tested.series.name, std::to_string(i), std::string(comparison.test_metrics[0].name)},
                           tested.test.first[i]));
  }
  return figure;
}

}  // namespace

std::vector<Figure> test_figures(const Comparison& comparison) {
  if (comparison.test_metrics.empty()) return {};
  return {by_method(comparison), by_node(comparison)};
}

std::vector<ReportTable> test_tables(const Comparison& comparison) {
  if (comparison.test_metrics.empty()) return {};
  ReportTable table{.title = "On test records (covered by no promise)", .columns = {"method"}};
  for (const MetricKind& kind : comparison.test_metrics) table.columns.emplace_back(kind.name);
  for (const Tested& tested : all_tested(comparison)) {
    std::vector<std::string> row{tested.series.name};
    for (const Metric& metric : tested.test.mean)
      row.push_back(metric.count() == 0  ? "none"
                    : metric.count() < 2 ? fmt::format("{:.4f}", metric.mean())
                                         : fmt::format("{:.4f} +- {:.4f}", metric.mean(), metric.standard_error()));
    table.add(std::move(row));
  }
  return {table};
}

}  // namespace sotto
