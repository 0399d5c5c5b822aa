// SPDX-License-Identifier: MIT
// Tables of a reproduction.
#include <fmt/format.h>

#include <cmath>

#include "sotto/report/study/reproduction_report.hpp"
#include "sotto/study/claims.hpp"
#include "sotto/study/curve.hpp"

namespace sotto {
namespace {

std::string with_error(const MeasuredPoint& point) {
  return fmt::format("{:.4g} +- {:.1g}", point.mean, point.standard_error);
}

ReportTable units_table(const std::vector<Observation>& figure1) {
  ReportTable table{
      .title = "Figure 1 in units of (p/N)(c D0)^2/alpha: measured (exact theory)",
      .columns = {"T"},
      .note =
          "alpha is the most that the series' own accountant allows. The theory is exact while no projection binds."};
  const std::vector<std::string> series{papers_plan, normalised_plan,
                                        "constant noise, the paper's steps and accountant", our_default};
  table.columns.insert(table.columns.end(), series.begin(), series.end());
  const Curve axis = curve_of(figure1, papers_plan, "error_in_units");
  for (std::size_t k = 0; k < axis.size(); ++k) {
    std::vector<std::string>& row = table.rows.emplace_back(1, fmt::format("{}", axis[k].x));
    for (const std::string& name : series)
      row.push_back(fmt::format("{} ({:.3f})", with_error(curve_of(figure1, name, "error_in_units").at(k)),
                                curve_of(figure1, name, "theory_in_units").at(k).mean));
  }
  return table;
}

ReportTable gain_table(const std::vector<Observation>& figure2) {
  ReportTable table{
      .title = "What exact accounting and constant noise buy: the paper's error over our default's",
      .columns = {"epsilon", "delta = 1e-3", "delta = 1e-6", "delta = 1e-9"},
      .note =
          "The same promise, T = 1000; ratio of measured means, and of the exact theory in brackets. Where "
          "projections bind "
          "the theory does not hold."};
  const auto curve = [&](const char* plan, const char* delta, const char* metric) {
    return curve_of(figure2, std::string(plan) + ", delta = " + delta, metric);
  };
  const Curve axis = curve(papers_plan, "1e-3", "normalised_error");
  for (std::size_t k = 0; k < axis.size(); ++k) {
    std::vector<std::string>& row = table.rows.emplace_back(1, fmt::format("{}", axis[k].x));
    for (const char* delta : {"1e-3", "1e-6", "1e-9"}) {
      const MeasuredPoint paper = curve(papers_plan, delta, "normalised_error").at(k),
                          ours = curve(our_default, delta, "normalised_error").at(k);
      const double ratio = paper.mean / ours.mean;
      const double doubt = ratio * std::hypot(paper.standard_error / paper.mean, ours.standard_error / ours.mean);
      row.push_back(fmt::format(
          "{:.3g} +- {:.1g} ({:.3g})", ratio, doubt,
          curve(papers_plan, delta, "theory_exact").at(k).mean / curve(our_default, delta, "theory_exact").at(k).mean));
    }
  }
  return table;
}

/// Between neighbouring points: the slope that was measured, and the one that Theorem 1 gives.
ReportTable slopes_table(const std::vector<Observation>& figure2) {
  ReportTable table{
      .title = "Slopes of Figure 2 for the paper's plan: measured (by Theorem 1)",
      .columns = {"epsilon", "delta = 1e-3", "delta = 1e-6", "delta = 1e-9"},
      .note =
          "Between neighbouring points. Theorem 1: -2 + epsilon/(epsilon + 2 ln(2/delta)), averaged over the interval. "
          "Where projections bind the measured one is flatter."};
  const auto log_alpha_inverse = [](double epsilon, double delta) {
    return std::log((epsilon + 2 * std::log(2 / delta)) / (epsilon * epsilon));
  };
  const Curve axis = curve_of(figure2, std::string(papers_plan) + ", delta = 1e-3", "normalised_error");
  for (std::size_t k = 0; k + 1 < axis.size(); ++k) {
    std::vector<std::string>& row = table.rows.emplace_back(1, fmt::format("{} to {}", axis[k].x, axis[k + 1].x));
    for (const auto& [text, delta] : {std::pair{"1e-3", 1e-3}, std::pair{"1e-6", 1e-6}, std::pair{"1e-9", 1e-9}}) {
      const Curve all = curve_of(figure2, std::string(papers_plan) + ", delta = " + text, "normalised_error");
      const Slope slope = log_slope({all.at(k), all.at(k + 1)});
      const double theory = (log_alpha_inverse(all.at(k + 1).x, delta) - log_alpha_inverse(all.at(k).x, delta)) /
                            std::log(all.at(k + 1).x / all.at(k).x);
      row.push_back(fmt::format("{:.2f} +- {:.2f} ({:.2f})", slope.value, slope.standard_error, theory));
    }
  }
  return table;
}

}  // namespace

std::vector<ReportTable> reproduction_tables(const Reproduction& reproduction) {
  std::vector<ReportTable> tables;
  for (const FinishedSweep& finished : reproduction.sweeps) {
    if (finished.id == "figure1") tables.push_back(units_table(finished.observations));
    if (finished.id != "figure2") continue;
    tables.push_back(gain_table(finished.observations));
    tables.push_back(slopes_table(finished.observations));
  }
  return tables;
}

}  // namespace sotto
