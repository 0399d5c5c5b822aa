// SPDX-License-Identifier: MIT
// A sweep as a figure: its metrics as panels, proved bounds and baselines in panels of their own.
#include <algorithm>
#include <cctype>
#include <cmath>
#include <map>

#include "sotto/input/invalid_input.hpp"
#include "sotto/report/comparison/comparison_page.hpp"
#include "sotto/report/study/sweep_report.hpp"

namespace sotto {

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

namespace {

/// Those of the sweep that were observed, and then what nobody asked for: the best answer that looks at no feature.
std::vector<FigureSeries> drawn_series(const Sweep& sweep, const std::vector<Observation>& observations) {
  std::vector<FigureSeries> drawn;
  for (const SweepSeries& series : sweep.series)
    if (std::any_of(observations.begin(), observations.end(),
                    [&](const Observation& seen) { return seen.series == series.name; }))
      drawn.push_back(series.baseline == nullptr ? FigureSeries{.name = series.name}
                                                 : series_of(series.name, *series.baseline));
  for (const Observation& seen : observations) {
    const auto is_known = [&](const auto& series) { return series.name == seen.series; };
    if (std::none_of(sweep.series.begin(), sweep.series.end(), is_known) &&
        std::none_of(drawn.begin(), drawn.end(), is_known))
      drawn.push_back({.name = seen.series,
                       .kind = FigureSeries::Kind::baseline,
                       .note = "the best answer that looks at no feature"});
  }
  return drawn;
}

/// An axis with words, or with a number that is not above 0, cannot be logarithmic.
FigureAxis::Scale scale_of(const Sweep& sweep) {
  if (sweep.scale == SweepScale::words) return FigureAxis::Scale::words;
  bool positive = true;
  for (const Setting& value : sweep.x.values) {
    const auto* integer = std::get_if<std::int64_t>(&value.value);
    const auto* real = std::get_if<double>(&value.value);
    if (integer == nullptr && real == nullptr) return FigureAxis::Scale::words;
    positive = positive && (integer != nullptr ? *integer > 0 : *real > 0);
  }
  return sweep.scale == SweepScale::linear || !positive ? FigureAxis::Scale::linear : FigureAxis::Scale::logarithmic;
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

/// Fills figures: measured metrics as they are with the theory of the first series as lines; bounds beside that series;
/// the baselines beside the series that they are to be compared with.
class SweepDrawing {
 public:
  SweepDrawing(const Sweep& sweep, Figure measured)
      : first_(sweep.series.front().name), beside_(sweep.beside), measured_(std::move(measured)) {
    if (beside_.empty()) beside_.push_back(first_);
    for (const SweepSeries& series : sweep.series)
      if (series.baseline != nullptr) baselines_.push_back(series.name);
    bounds_ = figure_beside("_bounds", {bounds_panel, "Proved bounds beside " + first_});
    compared_ = figure_beside("_baselines", {baselines_panel, "Error of the released mean, beside baselines"});
  }

  void add(const Observation& raw) {
    const Observation seen = without_rounding(raw);
    if (const TheoryLine* line = theory_line(seen.metric)) return add_theory(seen, *line);
    const bool baseline = is_among(seen.series, baselines_);
    if (!baseline || is_of_model(seen.metric)) draw(measured_, seen, seen.metric);
    if (seen.metric != "normalised_error") return;
    if (baseline || is_among(seen.series, beside_)) draw(compared_, seen, baselines_panel);
    if (seen.series == first_) draw(bounds_, seen, bounds_panel);
  }

  /// Those that compare: a panel without a method of the sweep says nothing. `series`: all that were observed.
  std::vector<Figure> take(const std::vector<FigureSeries>& series) {
    std::vector<Figure> figures;
    for (Figure* figure : {&measured_, &bounds_, &compared_}) {
      std::vector<FigureSeries> own;
      const auto is_own = [&](const FigureSeries& one) { return is_drawn(*figure, one); };
      std::copy_if(series.begin(), series.end(), std::back_inserter(own), is_own);
      std::copy_if(theory_.begin(), theory_.end(), std::back_inserter(own), is_own);
      figure->series = std::move(own);
      const auto plans = std::count_if(figure->series.begin(), figure->series.end(),
                                       [](const FigureSeries& one) { return one.kind == FigureSeries::Kind::plan; });
      const bool compares = plans > 0 && static_cast<std::size_t>(plans) < figure->series.size();
      if (figure == &measured_ || compares) figures.push_back(std::move(*figure));
    }
    return figures;
  }

 private:
  Figure figure_beside(const char* suffix, Figure::Panel panel) const {
    Figure figure = measured_;
    figure.id += suffix;
    figure.title += ": " + panel.title;
    figure.title[measured_.title.size() + 2] =
        static_cast<char>(std::tolower(static_cast<unsigned char>(figure.title[measured_.title.size() + 2])));
    figure.caption = "";
    figure.panels = {std::move(panel)};
    return figure;
  }

  static bool is_drawn(const Figure& figure, const FigureSeries& series) {
    return std::any_of(figure.observations.begin(), figure.observations.end(),
                       [&](const Observation& seen) { return seen.series == series.name; });
  }

  void add_theory(Observation seen, const TheoryLine& line) {
    if (seen.series != first_) return;
    seen.series = line.name;
    if (std::none_of(theory_.begin(), theory_.end(), [&](const FigureSeries& s) { return s.name == line.name; }))
      theory_.push_back(
          {.name = line.name, .kind = FigureSeries::Kind::theory, .note = "of " + first_ + "; not measured"});
    draw(line.panel == std::string(bounds_panel) ? bounds_ : measured_, seen, line.panel);
  }

  static void draw(Figure& figure, Observation seen, const std::string& panel) {
    seen.metric = panel;
    figure.observations.push_back(std::move(seen));
  }

  std::string first_;
  std::vector<std::string> beside_, baselines_;
  Figure measured_, bounds_ = {}, compared_ = {};
  std::vector<FigureSeries> theory_ = {};
};

/// Puts the mean of another metric in the place of x.
void draw_against(DrawnAgainst against, Figure& figure) {
  const std::string metric(name_of(against));
  std::map<std::pair<std::string, std::string>, std::string> x_of;
  for (const Observation& seen : figure.observations)
    if (seen.metric == metric) x_of[{seen.series, seen.x}] = show(seen.mean);
  figure.x = {.title = title_of_metric(metric), .scale = FigureAxis::Scale::logarithmic};
  for (Observation& seen : figure.observations)
    if (const auto x = x_of.find({seen.series, seen.x}); x != x_of.end()) seen.x = x->second;
}

/// The panel of a metric: shares on a linear axis.
Figure::Panel panel_of(const std::string& metric, const std::string& title, const std::string& own_name) {
  Figure::Panel panel{own_name, title};
  if (is_linear(metric)) panel.scale = FigureAxis::Scale::linear;
  return panel;
}

}  // namespace

std::vector<Figure> sweep_figures(const std::string& id, const Sweep& sweep,
                                  const std::vector<Observation>& observations) {
  Figure figure{.id = id,
                .title = sweep.title.empty() ? id : sweep.title,
                .caption = sweep.caption,
                .x = {.title = axis_title(sweep.x.key), .scale = scale_of(sweep)},
                .y = {.title = "", .scale = FigureAxis::Scale::logarithmic}};
  for (const std::string& metric : sweep.metrics)
    if (theory_line(metric) == nullptr) figure.panels.push_back(panel_of(metric, title_of_metric(metric), metric));
  SweepDrawing drawing(sweep, std::move(figure));
  for (const Observation& seen : observations) drawing.add(seen);
  std::vector<Figure> figures = drawing.take(drawn_series(sweep, observations));
  if (sweep.against) draw_against(*sweep.against, figures.front());
  return figures;
}

std::optional<Figure> sweep_nodes_figure(const FinishedSweep& finished, const std::vector<std::string>& names) {
  const Sweep& sweep = finished.sweep;
  const std::vector<Observation>& observations = finished.observations;
  Figure figure = sweep_figures(finished.id + "_nodes", sweep, {}).front();
  figure.title = sweep.title.empty() ? "Node by node" : sweep.title + ", node by node";
  figure.panels.clear();
  for (const std::string& metric : sweep.metrics)
    for (std::size_t node = 0; node < most_node_panels; ++node) {
      const std::string own = metric_of_node(metric, node);
      const auto before = figure.observations.size();
      std::copy_if(observations.begin(), observations.end(), std::back_inserter(figure.observations),
                   [&](const Observation& seen) { return seen.metric == own; });
      if (figure.observations.size() == before) break;
      const std::string number = std::to_string(node);
      const std::string name = node >= names.size() || names[node] == number ? "Node " + number : names[node];
      figure.panels.push_back(panel_of(metric, name + ": " + title_of_metric(metric), own));
    }
  if (figure.panels.empty()) return std::nullopt;
  figure.series = drawn_series(sweep, figure.observations);
  return figure;
}

}  // namespace sotto
