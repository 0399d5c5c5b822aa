// SPDX-License-Identifier: MIT
// A figure as a Vega-Lite specification: one table, panels over it, one legend below them.
#include "sotto/report/document/figure_parts.hpp"

namespace sotto {
namespace {

/// What Vega does not ask for and readers want: sotto.figure/1.
Json about(const Figure& figure, const FigureRows& rows) {
  return {{"schema", "sotto.figure/1"},
          {"id", figure.id},
          {"series", series_json(figure)},
          {"without_place", rows.without_place()}};
}

Json parameters(const FigureStyle& style) {
  return Json::array({{{"name", "palette"}, {"value", style.palette()}},
                      {{"name", "legend_columns"}, {"value", 1}},
                      {{"name", "legend_width"}, {"value", 860}},
                      {{"name", "picked"},
                       {"select", {{"type", "point"}, {"fields", Json::array({"series"})}}},
                       {"views", Json::array({"legend"})}}});
}

}  // namespace

std::string vega_lite(const Figure& figure) {
  const FigureRows rows(figure);
  const FigureStyle style(figure.series);
  Json panels = Json::array();
  for (const Figure::Panel& panel : figure.panels)
    if (const std::vector<Json> drawn = rows.drawn(panel.metric); !drawn.empty())
      panels.push_back(figure_panel(figure, style, panel, drawn));
  const Json all_panels{{"columns", 2}, {"concat", panels}};
  return dump({{"$schema", "https://vega.github.io/schema/vega-lite/v6.json"},
               {"title", figure.title},
               {"description", figure.caption},
               {"usermeta", about(figure, rows)},
               {"config", {{"view", {{"stroke", nullptr}}}}},
               {"data", {{"values", rows.all()}}},
               {"params", parameters(style)},
               {"vconcat", Json::array({all_panels, figure_legend(figure, style)})}});
}

}  // namespace sotto
