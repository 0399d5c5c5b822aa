// SPDX-License-Identifier: MIT
// How the series of a figure are told apart, and the legend that says so.
#include <fmt/format.h>

#include <algorithm>

#include "sotto/report/document/figure_parts.hpp"

namespace sotto {
namespace {

using Kind = FigureSeries::Kind;

constexpr int entry_height = 22, sample_width = 38;  ///< pixels

/// Those that are shown at first come first: places are counted, and have no gap.
Json entries_of(const Figure& figure) {
  Json entries = Json::array();
  for (const bool at_first : {true, false})
    for (std::size_t k = 0; k < figure.series.size(); ++k) {
      const FigureSeries& one = figure.series[k];
      if (one.at_first != at_first) continue;
      entries.push_back({{"series", one.name},
                         {"kind", name_of(one.kind)},
                         {"entry", entries.size()},
                         {"colour", k},
                         {"label", one.kind == Kind::non_private ? "NOT PRIVATE: " + one.label : one.label}});
    }
  return entries;
}

/// Where an entry stands follows from parameters, so that a page can lay entries out by its width.
Json places() {
  const auto place = [](const std::string& formula, const char* name) {
    return Json{{"calculate", formula}, {"as", name}};
  };
  return Json::array({{{"filter", is_shown}},
                      place("(datum.entry % legend_columns) * legend_width", "left"),
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
  const Json own_colour{{"expr", "palette[datum.colour]"}};
  const Json warning{{"condition", {{"test", "datum.kind == 'non_private'"}, {"value", own_colour}}}};
  const std::string room = fmt::format("legend_width - {}", sample_width + 16);
  return {{"name", "legend"},
          {"mark",
           {{"type", "text"},
            {"align", "left"},
            {"dx", 8},
            {"style", "legend-entry"},
            {"limit", {{"expr", room}}},
            {"tooltip", nullptr}}},
          {"encoding", {{"x", pixels("right")}, {"text", {{"field", "label"}}}, {"color", warning}}}};
}

}  // namespace

Json series_json(const Figure& figure) {
  return array_of(figure.series, [](const FigureSeries& one) {
    return Json{{"name", one.name},        {"label", one.label},         {"kind", name_of(one.kind)},
                {"note", one.note},        {"colour", one.style.colour}, {"night", one.style.night},
                {"mark", one.style.mark},  {"path", one.style.path},     {"dash", one.style.dash},
                {"at_first", one.at_first}};
  });
}

FigureStyle::FigureStyle(const std::vector<FigureSeries>& series) : series_(series) {
  for (const FigureSeries& one : series) {
    names_.push_back(one.name);
    palette_.push_back(one.style.colour);
    shapes_.push_back(one.style.path);
    dashes_.push_back(one.style.dash);
    widths_.push_back(one.kind == Kind::plan ? 2.4 : 1.6);
  }
}

Json FigureStyle::names_of_kind(Kind kind, bool is) const {
  Json names = Json::array();
  for (const FigureSeries& one : series_)
    if ((one.kind == kind) == is) names.push_back(one.name);
  return names;
}

Json FigureStyle::names_at_first() const {
  Json names = Json::array();
  for (const FigureSeries& one : series_)
    if (one.at_first) names.push_back(one.name);
  return names;
}

std::string FigureStyle::labels() const {
  Json labels = Json::object();
  for (const FigureSeries& one : series_) labels[one.name] = one.label;
  return dump_line(labels);
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
  return {{"condition", {{"test", "picked == '' || picked == datum.series"}, {"value", strong}}}, {"value", faint}};
}

Json figure_legend(const Figure& figure, const FigureStyle& style) {
  Json layers = Json::array();
  if (!has_words(figure)) layers.push_back(sample_line(style));
  layers.push_back(sample_mark(style, has_words(figure) ? style.names() : style.names_without(Kind::theory)));
  layers.push_back(label());
  return {{"data", {{"values", entries_of(figure)}}},
          {"transform", places()},
          {"width", 860},
          {"height", entry_height * style.names_at_first().size()},
          {"encoding", {{"y", pixels("height")}, {"opacity", FigureStyle::picked(1, 0.35)}}},
          {"layer", layers}};
}

}  // namespace sotto
