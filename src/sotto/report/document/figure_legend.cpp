// SPDX-License-Identifier: MIT
// The legend of a figure.
#include <fmt/format.h>

#include "sotto/report/document/figure_parts.hpp"

namespace sotto {
namespace {

using Kind = FigureSeries::Kind;

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
