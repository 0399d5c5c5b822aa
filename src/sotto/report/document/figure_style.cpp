// SPDX-License-Identifier: MIT
// How the series of a figure are told apart.
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

}  // namespace sotto
