// SPDX-License-Identifier: MIT
#include "sotto/report/study/sweep_report.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <bit>
#include <cstring>
#include <limits>
#include <map>

#include "sotto/files/npy_header.hpp"
#include "sotto/report/comparison/comparison_page.hpp"
#include "sotto/report/document/json_values.hpp"
#include "sotto/report/document/series_style.hpp"

namespace sotto {
namespace {

static_assert(std::endian::native == std::endian::little, "arrays are written as they lie in memory, as <f8");

class SweepTable {
 public:
  explicit SweepTable(const std::vector<Observation>& observations) {
    for (const Observation& seen : observations) by_place_[{seen.series, seen.x, seen.metric}] = &seen;
  }

  const Observation* at(const std::string& series, const std::string& x, const std::string& metric) const {
    const auto found = by_place_.find({series, x, metric});
    return found == by_place_.end() ? nullptr : found->second;
  }

 private:
  std::map<std::array<std::string, 3>, const Observation*> by_place_;
};

/// The series in their order, and then what nobody asked for: the best answer that looks at no feature.
std::vector<std::string> names_in(const Sweep& sweep, const std::vector<Observation>& observations) {
  std::vector<std::string> names;
  for (const SweepSeries& series : sweep.series) names.push_back(series.name);
  for (const Observation& seen : observations)
    if (std::find(names.begin(), names.end(), seen.series) == names.end()) names.push_back(seen.series);
  return names;
}

std::vector<std::string> axis_texts(const Sweep& sweep) {
  std::vector<std::string> texts;
  for (const Setting& value : sweep.x.values) texts.push_back(text_of(value));
  return texts;
}

}  // namespace

std::string sweep_notice() {
  return "SIMULATION: no privacy. Seeded noise can be subtracted by whoever holds the seed, and errors against x* are "
         "known to nobody in a real run.";
}

std::string sweep_text(const Sweep& sweep, const std::vector<Observation>& observations) {
  const SweepTable table(observations);
  const std::vector<std::string> axis = axis_texts(sweep);
  std::string out = sweep_notice() + "\n\n";
  if (!sweep.title.empty()) out += sweep.title + "\n\n";
  for (const std::string& metric : sweep.metrics) {
    ReportTable lines{.columns = {title_of_metric(metric) + ", by " + sweep.x.key}};
    lines.columns.insert(lines.columns.end(), axis.begin(), axis.end());
    for (const std::string& series : names_in(sweep, observations)) {
      std::vector<std::string> line{label_of_method(series)};
      bool any = false;
      for (const std::string& x : axis) {
        const Observation* seen = table.at(series, x, metric);
        any = any || seen != nullptr;
        line.push_back(seen == nullptr ? "" : fmt::format("{:.4g}", seen->mean));
      }
      if (any) lines.add(std::move(line));
    }
    out += lines.text() + "\n";
  }
  return out;
}

std::string sweep_json(const Sweep& sweep, const std::vector<Observation>& observations) {
  return dump({{"schema", "sotto.sweep/1"},
               {"private", false},
               {"notice", sweep_notice()},
               {"title", sweep.title},
               {"x", sweep.x.key},
               {"observations", array_of(observations, json_of)}});
}

std::string sweep_means_npy(const Sweep& sweep, const std::vector<Observation>& observations) {
  const SweepTable table(observations);
  const std::vector<std::string> axis = axis_texts(sweep);
  std::string out = npy_preamble({sweep.series.size(), axis.size(), sweep.metrics.size()});
  for (const SweepSeries& series : sweep.series)
    for (const std::string& x : axis)
      for (const std::string& metric : sweep.metrics) {
        const Observation* seen = table.at(series.name, x, metric);
        const double mean = seen == nullptr ? std::numeric_limits<double>::quiet_NaN() : seen->mean;
        char bytes[sizeof mean];
        std::memcpy(bytes, &mean, sizeof mean);
        out.append(bytes, sizeof mean);
      }
  return out;
}

std::string sweep_axes_json(const Sweep& sweep) {
  return dump({{"schema", "sotto.axes/1"},
               {"series", array_of(sweep.series, [](const SweepSeries& one) { return one.name; })},
               {"x", axis_texts(sweep)},
               {"metric", sweep.metrics}});
}

Files sweep_files(const FinishedSweep& finished, const Scenario& first, const RunIdentity& made_by) {
  std::vector<Figure> figures = sweep_figures(finished.id, finished.sweep, finished.observations);
  ReportPage page = simulation_page(figures.front().title, sweep_notice(), Randomness::seeded);
  page.summary = sweep_summary(finished, first);
  page.figures = std::move(figures);
  if (const std::optional<Figure> nodes = sweep_nodes_figure(finished, node_names(first)))
    page.figures.push_back(*nodes);
  give_styles(page.figures);
  page.drawings = graph_drawing(first);
  page.repeat = {page_run(made_by, finished.first.run.seed)};
  Files files{{"configuration.toml", finished.resolved},
              {"report.txt", finished_sweep_text(finished)},
              {"sweep.json", sweep_json(finished.sweep, finished.observations)},
              {"results.csv", observations_csv(finished.observations)},
              {"means.npy", sweep_means_npy(finished.sweep, finished.observations)},
              {"axes.json", sweep_axes_json(finished.sweep)}};
  for (const Figure& figure : page.figures)
    files.emplace_back("figure" + figure.id.substr(finished.id.size()) + ".vl.json", vega_lite(figure));
  add_page(files, page);
  add_provenance(files, made_by,
                 {.notice = sweep_notice(),
                  .facts = {{"seed", std::to_string(finished.first.run.seed)},
                            {"trials", finished.first.run.trials},
                            {"interrupted", finished.interrupted}}});
  return files;
}

}  // namespace sotto
