// SPDX-License-Identifier: MIT
// The coefficients of a model over trials, beside those of x*.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <numeric>

#include "sotto/data/model/fitted_model.hpp"
#include "sotto/report/comparison/comparison_page.hpp"

namespace sotto {
namespace {

/// More lines than this are not read: the largest of x* are shown.
constexpr std::size_t most_coefficients = 20;

/// The name of every coordinate, margin by margin; the margin is named where there are several.
std::vector<std::string> names_of_coefficients(const Scenario& scenario) {
  const FittedModel model{.loss = *scenario.declared()->loss(),
                          .schema = scenario.configuration().data->schema,
                          .coefficients = {},
                          .privacy = {}};
  const std::vector<std::string> margins = margin_names(model), coordinates = coordinate_names(model.schema);
  std::vector<std::string> names;
  for (const std::string& margin : margins)
    for (const std::string& coordinate : coordinates)
      names.push_back(margins.size() == 1 ? coordinate : margin + ": " + coordinate);
  return names;
}

std::vector<std::size_t> largest(const std::vector<RunningStatistic>& minimiser) {
  std::vector<std::size_t> order(minimiser.size());
  std::iota(order.begin(), order.end(), 0);
  std::stable_sort(order.begin(), order.end(), [&](std::size_t a, std::size_t b) {
    return std::abs(minimiser[a].mean()) > std::abs(minimiser[b].mean());
  });
  order.resize(std::min(order.size(), most_coefficients));
  std::sort(order.begin(), order.end());
  return order;
}

std::string how_many(const Comparison& comparison) {
  if (comparison.minimiser.size() <= most_coefficients) return "";
  return fmt::format(" The {} largest of {} are shown.", most_coefficients, comparison.minimiser.size());
}

std::string scattered(const RunningStatistic& s) {
  return s.count() < 2 ? "" : fmt::format("{:.3f}", s.standard_error() * std::sqrt(static_cast<double>(s.count())));
}

bool has_coefficients(const Scenario& scenario, const Comparison& comparison) {
  return scenario.real() != nullptr && scenario.declared()->loss() && !comparison.minimiser.empty();
}

}  // namespace

std::vector<Figure> coefficient_figures(const Scenario& scenario, const Comparison& comparison) {
  if (!has_coefficients(scenario, comparison)) return {};
  const std::vector<std::string> names = names_of_coefficients(scenario);
  Figure figure{.id = "coefficients",
                .title = "Coefficients",
                .caption =
                    "Of what the first node ends with, on columns scaled to their declared ranges: mean over trials. "
                    "Thin bars: two "
                    "standard errors over trials. The noise of one run is in the table." +
                    how_many(comparison),
                .x = {.title = "", .scale = FigureAxis::Scale::words},
                .y = {.title = "", .scale = FigureAxis::Scale::linear},
                .series = {},
                .panels = {{"coefficient", "Coefficient"}},
                .observations = {}};
  const auto add = [&](const FigureSeries& series, const std::vector<RunningStatistic>& of) {
    figure.series.push_back(series);
    for (const std::size_t k : largest(comparison.minimiser))
      figure.observations.push_back(observation_of({series.name, names[k], "coefficient"}, of[k]));
  };
  for (const PlanResult& plan : comparison.plans) add({.name = plan.name}, plan.coefficients);
  add(series_of_minimiser(), comparison.minimiser);
  return {figure};
}

std::vector<ReportTable> coefficient_tables(const Scenario& scenario, const Comparison& comparison) {
  if (!has_coefficients(scenario, comparison)) return {};
  const std::vector<std::string> names = names_of_coefficients(scenario);
  ReportTable table{.title = "Coefficients, on columns scaled to their declared ranges", .columns = {"coefficient"}};
  for (const PlanResult& plan : comparison.plans) {
    table.columns.push_back(plan.name + ", mean +- standard error");
    table.columns.emplace_back("noise of one run");
  }
  table.columns.push_back(label_of_method("minimiser"));
  table.note =
      "Noise of one run: the standard deviation over trials of what the first node ends with. model.json has the "
      "coefficients of the first trial, in the columns' own units too." +
      how_many(comparison);
  for (const std::size_t k : largest(comparison.minimiser)) {
    std::vector<std::string> row{names[k]};
    for (const PlanResult& plan : comparison.plans) {
      const RunningStatistic& one = plan.coefficients[k];
      row.push_back(one.count() < 2 ? fmt::format("{:.3f}", one.mean())
                                    : fmt::format("{:.3f} +- {:.3f}", one.mean(), one.standard_error()));
      row.push_back(scattered(one));
    }
    row.push_back(fmt::format("{:.3f}", comparison.minimiser[k].mean()));
    table.add(std::move(row));
  }
  return {table};
}

}  // namespace sotto
