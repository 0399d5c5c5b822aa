// SPDX-License-Identifier: MIT
// A figure as a Vega-Lite specification (one table, panels over it, one legend below them), and its data as CSV.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "sotto/files/text_lines.hpp"
#include "sotto/input/number_text.hpp"
#include "sotto/input/printable.hpp"
#include "sotto/report/document/figure_parts.hpp"

namespace sotto {
namespace {

using Scale = FigureAxis::Scale;

Json x_value(const Figure& figure, const std::string& text) {
  if (figure.x.scale == Scale::words) return text;
  const std::optional<double> value = number_of_text<double>(text);
  if (!value || !std::isfinite(*value))
    throw InvalidInput({figure.id + ".x", shown(text), "must be a finite number: the axis is not one of words"});
  return *value;
}

void put(Json& row, const char* key, const std::optional<double>& value) {
  if (value && std::isfinite(*value)) row[key] = *value;
}

Json row_of(const Figure& figure, const Observation& seen) {
  Json row{{"series", seen.series}, {"x", x_value(figure, seen.x)}, {"metric", seen.metric}, {"trials", seen.trials}};
  put(row, "mean", seen.mean);
  put(row, "standard_error", seen.standard_error);
  put(row, "q10", seen.q10);
  put(row, "median", seen.median);
  put(row, "q90", seen.q90);
  return row;
}

/// The observations of a figure as rows of its data, and which of them have a place on its axes.
class FigureRows {
 public:
  /// InvalidInput when x is not a number on an axis of numbers.
  explicit FigureRows(const Figure& figure) : figure_(figure) {
    for (const Observation& seen : figure.observations) rows_.push_back(row_of(figure, seen));
  }

  /// Every observation. A number that is not known, or not finite, has no key: null could be read as zero.
  const std::vector<Json>& all() const { return rows_; }

  /// Those that a panel draws.
  DrawnRows drawn(const Figure::Panel& panel) const {
    DrawnRows drawn;
    for (const Json& row : rows_) {
      const FigureSeries* series = wanted_series(row, panel.metric);
      if (series == nullptr || !has_place(row, panel)) continue;
      drawn.all.push_back(row);
      if (series->at_first) drawn.first.push_back(row);
    }
    return drawn;
  }

  /// A panel has something to show, and shows a plan unless the figure has none.
  bool is_worth_drawing(const DrawnRows& drawn) const {
    if (drawn.all.empty()) return false;
    const auto is_plan = [](const FigureSeries& one) { return one.kind == FigureSeries::Kind::plan; };
    return std::none_of(figure_.series.begin(), figure_.series.end(), is_plan) ||
           std::any_of(drawn.all.begin(), drawn.all.end(),
                       [&](const Json& row) { return is_plan(*wanted_series(row, row["metric"])); });
  }

  /// How many a panel that is drawn would draw if they had a place: a log axis has none for zero.
  std::size_t without_place() const {
    std::vector<Figure::Panel> panels;
    for (const Figure::Panel& panel : figure_.panels)
      if (is_worth_drawing(drawn(panel))) panels.push_back(panel);
    const auto is_left_out = [&](const Json& row) {
      return std::any_of(panels.begin(), panels.end(), [&](const Figure::Panel& panel) {
        return wanted_series(row, panel.metric) != nullptr && !has_place(row, panel);
      });
    };
    return static_cast<std::size_t>(std::count_if(rows_.begin(), rows_.end(), is_left_out));
  }

 private:
  /// Null where the panel of this metric does not draw it.
  const FigureSeries* wanted_series(const Json& row, const std::string& metric) const {
    const auto found = std::find_if(figure_.series.begin(), figure_.series.end(), [&](const FigureSeries& one) {
      return row["metric"] == metric && row["series"] == one.name;
    });
    return found == figure_.series.end() ? nullptr : &*found;
  }

  bool has_place(const Json& row, const Figure::Panel& panel) const {
    return row.contains("mean") && (!is_logarithmic(figure_, panel) || row["mean"].get<double>() > 0) &&
           (figure_.x.scale != Scale::logarithmic || row["x"].get<double>() > 0);
  }

  const Figure& figure_;
  std::vector<Json> rows_;
};

/// What Vega does not ask for and readers want: sotto.figure/1.
Json about(const Figure& figure, const FigureRows& rows) {
  Json metrics = Json::object();
  for (const Figure::Panel& panel : figure.panels) metrics[panel.metric] = panel.title;
  return {{"schema", "sotto.figure/1"}, {"id", figure.id},    {"series", series_json(figure)},
          {"words", figure.x.labels},   {"metrics", metrics}, {"without_place", rows.without_place()},
          {"reading", figure.reading}};
}

Json parameters(const FigureStyle& style) {
  return Json::array({{{"name", "palette"}, {"value", style.palette()}},
                      {{"name", "first"}, {"value", style.names_at_first()}},
                      {{"name", "show_all"}, {"value", style.all_at_first()}},
                      {{"name", "picked"}, {"value", ""}},
                      {{"name", "ends_width"}, {"value", 150}},
                      {{"name", "legend_columns"}, {"value", 1}},
                      {{"name", "legend_width"}, {"value", 860}}});
}

std::string csv_cell(const std::string& text) {
  return text.find_first_of(",\"") == std::string::npos ? text : csv_quoted(text);
}

std::string csv_cell(const std::optional<double>& value) {
  return value ? fmt::format("{}", *value) : "";
}

std::string csv_line(const Observation& seen) {
  return fmt::format("{},{},{},{},{},{},{},{},{}", csv_cell(seen.series), csv_cell(seen.x), seen.metric, seen.trials,
                     seen.mean, csv_cell(seen.standard_error), csv_cell(seen.q10), csv_cell(seen.median),
                     csv_cell(seen.q90));
}

}  // namespace

std::string vega_lite(const Figure& unstyled) {
  std::vector<Figure> alone;
  const bool styled = unstyled.series.empty() || !unstyled.series[0].style.colour.empty();
  if (!styled) give_styles(alone = {unstyled});
  const Figure& figure = styled ? unstyled : alone.front();
  const FigureRows rows(figure);
  const FigureStyle style(figure.series);
  Json panels = Json::array();
  for (const Figure::Panel& panel : figure.panels)
    if (const DrawnRows drawn = rows.drawn(panel); rows.is_worth_drawing(drawn))
      panels.push_back(figure_panel(figure, style, panel, drawn));
  Json parts = Json::array({{{"columns", 2}, {"concat", panels}}});
  if (!words_are_series(figure)) parts.push_back(figure_legend(figure, style));
  return dump({{"$schema", "https://vega.github.io/schema/vega-lite/v6.json"},
               {"title", figure.title},
               {"description", figure.caption},
               {"usermeta", about(figure, rows)},
               {"config", {{"view", {{"stroke", nullptr}}}}},
               {"data", {{"values", rows.all()}}},
               {"params", parameters(style)},
               {"vconcat", parts}});
}

std::vector<double> numbers_of(const std::vector<Json>& rows, std::initializer_list<const char*> keys) {
  std::vector<double> numbers;
  for (const Json& row : rows)
    for (const char* key : keys)
      if (row.contains(key)) numbers.push_back(row[key]);
  return numbers;
}

std::string observations_csv(const std::vector<Observation>& observations) {
  std::string out = "series,x,metric,trials,mean,standard_error,q10,median,q90\n";
  for (const Observation& seen : observations) out += csv_line(seen) + "\n";
  return out;
}

}  // namespace sotto
