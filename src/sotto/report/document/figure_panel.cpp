// SPDX-License-Identifier: MIT
// A panel of a figure.
#include <fmt/format.h>

#include <algorithm>

#include "sotto/report/document/figure_parts.hpp"

namespace sotto {
namespace {

using PanelKind = FigureSeries::Kind;

constexpr int most_marks = 40;  ///< on one line; more would hide it

Json only(const Json& names) {
  return {{"filter", {{"field", "series"}, {"oneOf", names}}}};
}

class PanelView {
 public:
  PanelView(const Figure& figure, const FigureStyle& style, const Figure::Panel& panel, const DrawnRows& drawn)
      : figure_(figure),
        style_(style),
        panel_(panel),
        drawn_(drawn),
        words_(has_words(figure)),
        logarithmic_(is_logarithmic(figure, panel)) {}

  /// Between words there is nothing to draw a line through.
  Json layers() const {
    Json layers = Json::array({band()});
    layers.push_back(words_ ? doubt() : line());
    layers.push_back(marks());
    if (!words_) layers.push_back(line_ends(figure_, style_, panel_, drawn_));
    layers.push_back(targets());
    return layers;
  }

 private:
  /// From q10 to q90. On a log axis a q10 that is not positive lies below every number: the band ends at the least.
  Json band() const {
    double least = std::numeric_limits<double>::max();
    for (const double number : numbers_of(drawn_.all, {"mean", "q10", "q90"}))
      if (number > 0) least = std::min(least, number);
    Json mark{{"type", words_ ? "rule" : "area"}, {"strokeWidth", words_ ? 6 : 0}, {"tooltip", nullptr}};
    if (words_) mark["strokeCap"] = "round";
    const Json transform = Json::array(
        {only(style_.names_of_kind(PanelKind::plan)),
         {{"filter",
           logarithmic_ ? "isValid(datum.q10) && datum.q90 > 0" : "isValid(datum.q10) && isValid(datum.q90)"}},
         {{"calculate", logarithmic_ ? fmt::format("max(datum.q10, {})", least) : "datum.q10"}, {"as", "low"}}});
    return {{"transform", transform},
            {"mark", mark},
            {"encoding",
             {{words_ ? "x" : "y", {{"field", "low"}, {"type", "quantitative"}}},
              {words_ ? "x2" : "y2", {{"field", "q90"}}},
              {"opacity", FigureStyle::picked(words_ ? 0.35 : 0.16, 0.03)}}}};
  }

  /// Two standard errors to each side, where no quantiles were kept.
  Json doubt() const {
    Json transform = Json::array({{{"filter", "!isValid(datum.q10) && datum.standard_error > 0"}},
                                  {{"calculate", "datum.mean - 2 * datum.standard_error"}, {"as", "low"}},
                                  {{"calculate", "datum.mean + 2 * datum.standard_error"}, {"as", "high"}}});
    if (logarithmic_) transform.push_back({{"filter", "datum.low > 0"}});
    return {{"transform", transform},
            {"mark", {{"type", "rule"}, {"strokeWidth", 1.5}, {"tooltip", nullptr}}},
            {"encoding",
             {{"x", {{"field", "low"}, {"type", "quantitative"}}},
              {"x2", {{"field", "high"}}},
              {"opacity", FigureStyle::picked(1, 0.12)}}}};
  }

  Json line() const {
    return {
        {"mark", {{"type", "line"}, {"strokeJoin", "round"}, {"tooltip", nullptr}}},
        {"encoding",
         {{"strokeDash", style_.dash()}, {"strokeWidth", style_.width()}, {"opacity", FigureStyle::picked(1, 0.12)}}}};
  }

  Json marks() const {
    Json transform = Json::array();
    if (!words_) transform.push_back(only(style_.names_without(PanelKind::theory)));
    transform.push_back(
        {{"joinaggregate", Json::array({{{"op", "count"}, {"as", "points"}}})}, {"groupby", Json::array({"series"})}});
    transform.push_back({{"window", Json::array({{{"op", "row_number"}, {"as", "place"}}})},
                         {"groupby", Json::array({"series"})},
                         {"sort", Json::array({{{"field", "x"}}})}});
    transform.push_back({{"filter", fmt::format("(datum.place - 1) % ceil(datum.points / {}) == 0", most_marks)}});
    return {{"name", "marks_" + panel_.metric},
            {"transform", transform},
            {"mark", {{"type", "point"}, {"filled", true}, {"size", words_ ? 90 : 46}, {"tooltip", nullptr}}},
            {"encoding", {{"shape", style_.shape()}, {"opacity", FigureStyle::picked(1, 0.12)}}}};
  }

  /// Larger than marks, and unseen.
  Json targets() const {
    return {{"name", "targets_" + panel_.metric},
            {"mark",
             {{"type", "point"}, {"filled", true}, {"size", 260}, {"opacity", 0}, {"tooltip", {{"content", "data"}}}}}};
  }

  const Figure& figure_;
  const FigureStyle& style_;
  const Figure::Panel& panel_;
  const DrawnRows& drawn_;
  bool words_;
  bool logarithmic_;
};

}  // namespace

Json figure_panel(const Figure& figure, const FigureStyle& style, const Figure::Panel& panel, const DrawnRows& drawn) {
  Json transform = Json::array({{{"filter", {{"field", "metric"}, {"equal", panel.metric}}}},
                                only(style.names()),
                                {{"filter", is_shown}},
                                {{"filter", "isValid(datum.mean)"}}});
  if (is_logarithmic(figure, panel)) transform.push_back({{"filter", "datum.mean > 0"}});
  if (figure.x.scale == FigureAxis::Scale::logarithmic) transform.push_back({{"filter", "datum.x > 0"}});
  Json encoding = figure_axes(figure, panel, drawn);
  encoding["color"] = style.colour();
  const Json height = has_words(figure) ? Json{{"step", 28}} : Json(300);
  return {{"title", panel.title},   {"width", 420},         {"height", height},
          {"transform", transform}, {"encoding", encoding}, {"layer", PanelView(figure, style, panel, drawn).layers()}};
}

}  // namespace sotto
