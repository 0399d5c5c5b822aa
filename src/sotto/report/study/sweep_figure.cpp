// SPDX-License-Identifier: MIT
// A sweep as a figure: its metrics as panels, proved bounds and baselines in panels of their own.
#include <algorithm>
#include <cmath>
#include <map>

#include "sotto/input/invalid_input.hpp"
#include "sotto/report/comparison/comparison_page.hpp"
#include "sotto/report/study/sweep_report.hpp"

namespace sotto {
namespace {

/// What a reader calls a key on an axis.
std::string axis_title(const std::string& key) {
  static const std::map<std::string, std::string> titles{{"algorithm.rounds", "T, rounds with a gradient and noise"},
                                                         {"privacy.epsilon", "epsilon"},
                                                         {"privacy.delta", "delta"},
                                                         {"graph.edge_probability", "edge probability"},
                                                         {"graph.nodes", "nodes"},
                                                         {"problem.records_per_node", "records per node"},
                                                         {"problem.dimension", "dimension"}};
  const auto found = titles.find(key);
  return found == titles.end() ? key : found->second;
}

/// Those of the sweep that were observed.
std::vector<FigureSeries> drawn_series(const Sweep& sweep, const std::vector<Observation>& observations) {
  std::vector<FigureSeries> drawn;
  for (const SweepSeries& series : sweep.series)
    if (std::any_of(observations.begin(), observations.end(),
                    [&](const Observation& seen) { return seen.series == series.name; }))
      drawn.push_back(series.method == "plan" ? FigureSeries{.name = series.name}
                                              : series_of(series.name, *baseline_named(series.method)));
  return drawn;
}

/// An axis with words, or with a number that is not above 0, cannot be logarithmic.
FigureAxis::Scale scale_of(const Sweep& sweep) {
  if (sweep.scale == "words") return FigureAxis::Scale::words;
  bool positive = true;
  for (const Setting& value : sweep.x.values) {
    const auto* integer = std::get_if<std::int64_t>(&value.value);
    const auto* real = std::get_if<double>(&value.value);
    if (integer == nullptr && real == nullptr) return FigureAxis::Scale::words;
    positive = positive && (integer != nullptr ? *integer > 0 : *real > 0);
  }
  return sweep.scale == "linear" || !positive ? FigureAxis::Scale::linear : FigureAxis::Scale::logarithmic;
}

/// A metric that is not measured: a line without marks among what is measured. Where it is drawn, and as what.
struct TheoryLine {
  const char* metric;
  const char* panel;
  const char* name;
};
/// Panels that a page can take.
constexpr std::size_t most_node_panels = 12;

constexpr const char* bounds_panel = "bounds";
constexpr const char* baselines_panel = "baselines";
constexpr TheoryLine theory_lines[] = {{"theory_in_units", "error_in_units", "exact theory"},
                                       {"theory_exact", "normalised_error", "exact theory"},
                                       {"bound_corrected", bounds_panel, "bound: Theorem 2, corrected"},
                                       {"bound_recursion", bounds_panel, "bound: its recursion"},
                                       {"bound_printed", bounds_panel, "bound: Theorem 2 as printed"}};

const TheoryLine* theory_line(const std::string& metric) {
  const auto* found = std::find_if(std::begin(theory_lines), std::end(theory_lines),
                                   [&](const TheoryLine& line) { return metric == line.metric; });
  return found == std::end(theory_lines) ? nullptr : found;
}

bool is_among(const std::string& name, const std::vector<std::string>& names) {
  return std::find(names.begin(), names.end(), name) != names.end();
}

/// What rounding leaves of zero has no place on an axis of errors; it would push everything else into a corner.
Observation without_rounding(Observation seen) {
  constexpr double rounding = 1e-20;
  if (std::abs(seen.mean) < rounding)
    seen.mean = 0, seen.standard_error = seen.q10 = seen.median = seen.q90 = std::nullopt;
  return seen;
}

/// Fills a figure: measured metrics as they are, theory of the first series as lines, bounds beside that series, and
/// the baselines beside the series that they are to be compared with.
class SweepDrawing {
 public:
  SweepDrawing(const Sweep& sweep, Figure& figure)
      : first_(sweep.series.front().name), beside_(sweep.beside), figure_(figure) {
    if (beside_.empty()) beside_.push_back(first_);
    for (const SweepSeries& series : sweep.series)
      if (series.method != "plan") baselines_.push_back(series.name);
    has_bounds_ = std::any_of(sweep.metrics.begin(), sweep.metrics.end(),
                              [](const std::string& metric) { return metric.starts_with("bound_"); });
  }

  void add(const Observation& raw) {
    const Observation seen = without_rounding(raw);
    if (const TheoryLine* line = theory_line(seen.metric)) return add_theory(seen, *line);
    const bool baseline = is_among(seen.series, baselines_);
    if (!baseline || is_of_model(seen.metric)) draw(seen, seen.metric);
    if (seen.metric != "normalised_error") return;
    if (baseline || (!baselines_.empty() && is_among(seen.series, beside_))) draw(seen, baselines_panel);
    if (has_bounds_ && seen.series == first_) draw(seen, bounds_panel);
  }

  void finish() {
    if (has_bounds_) figure_.panels.push_back({bounds_panel, "Proved bounds beside " + first_});
    if (!baselines_.empty())
      figure_.panels.push_back({baselines_panel, "Beside the baselines: error of the released mean"});
  }

 private:
  void add_theory(Observation seen, const TheoryLine& line) {
    if (seen.series != first_) return;
    seen.series = line.name;
    if (std::none_of(figure_.series.begin(), figure_.series.end(),
                     [&](const FigureSeries& s) { return s.name == line.name; }))
      figure_.series.push_back(
          {.name = line.name, .kind = FigureSeries::Kind::theory, .note = "of " + first_ + "; not measured"});
    draw(seen, line.panel);
  }

  void draw(Observation seen, const std::string& panel) {
    seen.metric = panel;
    figure_.observations.push_back(std::move(seen));
  }

  std::string first_;
  std::vector<std::string> beside_, baselines_;
  bool has_bounds_ = false;
  Figure& figure_;
};

/// Puts the mean of another metric in the place of x.
void draw_against(const Sweep& sweep, Figure& figure) {
  std::map<std::pair<std::string, std::string>, std::string> x_of;
  for (const Observation& seen : figure.observations)
    if (seen.metric == sweep.against) x_of[{seen.series, seen.x}] = show(seen.mean);
  figure.x = {.title = title_of_metric(sweep.against), .scale = FigureAxis::Scale::logarithmic};
  for (Observation& seen : figure.observations)
    if (const auto x = x_of.find({seen.series, seen.x}); x != x_of.end()) seen.x = x->second;
}

/// Errors span decades; shares lie between 0 and 1.
FigureAxis::Scale scale_of_metrics(const std::vector<std::string>& metrics) {
  const auto is_share = [](const std::string& name) {
    return std::any_of(known_metrics().begin(), known_metrics().end(),
                       [&](const KnownMetric& metric) { return metric.name == name && metric.is_share; });
  };
  return std::all_of(metrics.begin(), metrics.end(), is_share) ? FigureAxis::Scale::linear
                                                               : FigureAxis::Scale::logarithmic;
}

}  // namespace

Figure sweep_figure(const std::string& id, const Sweep& sweep, const std::vector<Observation>& observations) {
  Figure figure{.id = id,
                .title = sweep.title.empty() ? id : sweep.title,
                .caption = sweep.caption,
                .x = {.title = axis_title(sweep.x.key), .scale = scale_of(sweep)},
                .y = {.title = "", .scale = scale_of_metrics(sweep.metrics)},
                .series = drawn_series(sweep, observations)};
  for (const std::string& metric : sweep.metrics)
    if (theory_line(metric) == nullptr) figure.panels.push_back({metric, title_of_metric(metric)});
  SweepDrawing drawing(sweep, figure);
  for (const Observation& seen : observations) drawing.add(seen);
  drawing.finish();
  if (!sweep.against.empty()) draw_against(sweep, figure);
  return figure;
}

std::optional<Figure> sweep_nodes_figure(const std::string& id, const Sweep& sweep,
                                         const std::vector<Observation>& observations) {
  Figure figure = sweep_figure(id + "_nodes", sweep, {});
  figure.title = sweep.title.empty() ? "Node by node" : sweep.title + ", node by node";
  figure.panels.clear();
  for (const std::string& metric : sweep.metrics)
    for (std::size_t node = 0; node < most_node_panels; ++node) {
      const std::string own = metric_of_node(metric, node);
      const auto before = figure.observations.size();
      std::copy_if(observations.begin(), observations.end(), std::back_inserter(figure.observations),
                   [&](const Observation& seen) { return seen.metric == own; });
      if (figure.observations.size() == before) break;
      figure.panels.push_back({own, "Node " + std::to_string(node) + ": " + title_of_metric(metric)});
    }
  if (figure.panels.empty()) return std::nullopt;
  figure.series = drawn_series(sweep, figure.observations);
  return figure;
}

}  // namespace sotto
