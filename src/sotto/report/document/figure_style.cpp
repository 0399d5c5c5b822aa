// SPDX-License-Identifier: MIT
// How the series of a figure are told apart, and the legend that says so.
#include <fmt/format.h>

#include <map>

#include "sotto/report/document/figure_parts.hpp"

namespace sotto {
namespace {

using Kind = FigureSeries::Kind;

/// After Okabe and Ito, whose colours colour-blind readers can tell apart; darkened where white would swallow them.
constexpr const char* series_colours[] = {"#0072B2", "#009E73", "#B77700", "#B0528A", "#3B8EC2", "#6F6A00"};
constexpr const char* theory_colour = "#4A4A4A";
constexpr const char* colour_of_non_private = "#C64A00";
constexpr const char* series_shapes[] = {"circle",  "square",        "triangle-up",
                                         "diamond", "triangle-down", "triangle-right"};
/// A mark for theory where no line can be drawn, between words.
constexpr const char* level_line = "M-1.5,-0.13L1.5,-0.13L1.5,0.13L-1.5,0.13Z";

Json dash_of(Kind kind, int earlier_of_kind) {
  const int n = earlier_of_kind;
  switch (kind) {
    case Kind::plan:
      return n == 0 ? Json::array({1, 0}) : Json::array({10 + 4 * n, 3});
    case Kind::baseline:
      return Json::array({5, 2 + 2 * n});
    case Kind::theory:
      return Json::array({2, 2 + 2 * n});
    case Kind::non_private:
      return Json::array({9, 3, 2, 3 + 2 * n});
  }
  return {};
}

constexpr int entry_height = 22, sample_width = 38;  ///< pixels

Json entries_of(const Figure& figure) {
  Json entries = Json::array();
  for (const FigureSeries& one : figure.series)
    entries.push_back({{"series", one.name},
                       {"kind", name_of(one.kind)},
                       {"entry", entries.size()},
                       {"label", one.kind == Kind::non_private ? "NOT PRIVATE: " + one.name : one.name}});
  return entries;
}

/// Where an entry stands follows from parameters, so that a page can lay entries out by its width.
Json places() {
  const auto place = [](const std::string& formula, const char* name) {
    return Json{{"calculate", formula}, {"as", name}};
  };
  return Json::array({place("(datum.entry % legend_columns) * legend_width", "left"),
                      place(fmt::format("datum.left + {}", sample_width / 2), "middle"),
                      place(fmt::format("datum.left + {}", sample_width), "right"),
                      place(fmt::format("(floor(datum.entry / legend_columns) + 0.5) * {}", entry_height), "height")});
}

Json pixels(const char* field) {
  return {{"field", field}, {"type", "quantitative"}, {"scale", nullptr}, {"axis", nullptr}};
}

Json sample_line(const FigureStyle& style) {
  return {{"mark", {{"type", "rule"}, {"tooltip", nullptr}}},
          {"encoding",
           {{"x", pixels("left")},
            {"x2", {{"field", "right"}}},
            {"color", style.colour()},
            {"strokeDash", style.dash()},
            {"strokeWidth", style.width()}}}};
}

Json sample_mark(const FigureStyle& style, const Json& names) {
  return {{"transform", Json::array({{{"filter", {{"field", "series"}, {"oneOf", names}}}}})},
          {"mark", {{"type", "point"}, {"filled", true}, {"size", 64}, {"tooltip", nullptr}}},
          {"encoding", {{"x", pixels("middle")}, {"color", style.colour()}, {"shape", style.shape()}}}};
}

Json label() {
  const Json own_colour{{"expr", "palette[datum.entry]"}};
  const Json warning{{"condition", {{"test", "datum.kind == 'non_private'"}, {"value", own_colour}}}};
  const std::string room = fmt::format("legend_width - {}", sample_width + 16);
  return {{"name", "legend"},
          {"mark",
           {{"type", "text"},
            {"align", "left"},
            {"dx", 8},
            {"style", "legend-entry"},
            {"limit", {{"expr", room}}},
            {"cursor", "pointer"},
            {"tooltip", nullptr}}},
          {"encoding", {{"x", pixels("right")}, {"text", {{"field", "label"}}}, {"color", warning}}}};
}

}  // namespace

Json series_json(const Figure& figure) {
  return array_of(figure.series, [](const FigureSeries& one) {
    return Json{{"name", one.name}, {"kind", name_of(one.kind)}, {"note", one.note}};
  });
}

FigureStyle::FigureStyle(const std::vector<FigureSeries>& series) : series_(series) {
  std::map<Kind, int> of_kind;
  for (const FigureSeries& one : series) {
    names_.push_back(one.name);
    add(one.kind, of_kind[one.kind]++);
  }
}

/// Theory is grey, and one colour and one shape are kept for what is not private.
void FigureStyle::add(Kind kind, int earlier_of_kind) {
  dashes_.push_back(dash_of(kind, earlier_of_kind));
  widths_.push_back(kind == Kind::plan ? 2.4 : 1.6);
  if (kind == Kind::theory) {
    palette_.push_back(theory_colour);
    shapes_.push_back(level_line);
  } else if (kind == Kind::non_private) {
    palette_.push_back(colour_of_non_private);
    shapes_.push_back("cross");
  } else {
    palette_.push_back(series_colours[coloured_ % std::size(series_colours)]);
    shapes_.push_back(series_shapes[coloured_ % std::size(series_shapes)]);
    ++coloured_;
  }
}

Json FigureStyle::names_of_kind(Kind kind, bool is) const {
  Json names = Json::array();
  for (const FigureSeries& one : series_)
    if ((one.kind == kind) == is) names.push_back(one.name);
  return names;
}

Json FigureStyle::colour() const {
  Json range = Json::array();
  for (std::size_t i = 0; i < series_.size(); ++i) range.push_back({{"expr", fmt::format("palette[{}]", i)}});
  return by_series(range);
}

Json FigureStyle::by_series(const Json& range) const {
  return {
      {"field", "series"}, {"type", "nominal"}, {"scale", {{"domain", names_}, {"range", range}}}, {"legend", nullptr}};
}

/// A width has an order, which Vega-Lite wants to hear of.
Json FigureStyle::width() const {
  Json channel = by_series(widths_);
  channel["type"] = "ordinal";
  return channel;
}

Json FigureStyle::picked(double strong, double faint) {
  return {{"condition", {{"param", "picked"}, {"value", strong}}}, {"value", faint}};
}

Json figure_legend(const Figure& figure, const FigureStyle& style) {
  const bool words = figure.x.scale == FigureAxis::Scale::words;
  Json layers = Json::array();
  if (!words) layers.push_back(sample_line(style));
  layers.push_back(sample_mark(style, words ? style.names() : style.names_without(Kind::theory)));
  layers.push_back(label());
  return {{"data", {{"values", entries_of(figure)}}},
          {"transform", places()},
          {"width", 860},
          {"height", entry_height * figure.series.size()},
          {"encoding", {{"y", pixels("height")}, {"opacity", FigureStyle::picked(1, 0.35)}}},
          {"layer", layers}};
}

}  // namespace sotto
