// SPDX-License-Identifier: MIT
// Names at the ends of lines.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <map>

#include "sotto/report/document/figure_parts.hpp"

namespace sotto {
namespace {

/// Two names need this share of a panel's height between them.
constexpr double room_for_a_name = 0.075;

/// Lines whose ends lie nearer than this look like one: a name beside them would be said of all.
constexpr double told_apart = 0.03;

/// A line that ends before this share of the width has other lines beside its end.
constexpr double late_enough = 0.9;

struct LineEnd {
  double x, y;  ///< shares of the panel's width and height
};

/// Where numbers on an axis lie between the least and the largest.
class Shares {
 public:
  explicit Shares(bool logarithmic) : logarithmic_(logarithmic) {}
  void widen(double number) { low_ = std::min(low_, placed(number)), high_ = std::max(high_, placed(number)); }
  double of(double number) const { return high_ > low_ ? (placed(number) - low_) / (high_ - low_) : 1; }

 private:
  double placed(double number) const { return logarithmic_ ? std::log10(number) : number; }
  bool logarithmic_;
  double low_ = INFINITY, high_ = -INFINITY;
};

std::map<std::string, LineEnd> ends_of(const Figure& figure, const std::vector<Json>& rows, bool logarithmic) {
  Shares across(figure.x.scale == FigureAxis::Scale::logarithmic), upwards(logarithmic);
  for (const Json& row : rows) across.widen(row["x"]), upwards.widen(row["mean"]);
  std::map<std::string, LineEnd> ends;
  for (const Json& row : rows) {
    const LineEnd here{across.of(row["x"]), upwards.of(row["mean"])};
    const auto [at, is_new] = ends.try_emplace(row["series"], here);
    if (!is_new && here.x > at->second.x) at->second = here;
  }
  return ends;
}

/// Those that find room, in the order of the legend.
Json named_ends(const Figure& figure, const std::vector<Json>& rows, bool logarithmic) {
  const std::map<std::string, LineEnd> ends = ends_of(figure, rows, logarithmic);
  std::vector<double> used;
  Json names = Json::array();
  for (const FigureSeries& one : figure.series) {
    const auto end = ends.find(one.name);
    if (end == ends.end() || end->second.x < late_enough) continue;
    const auto is_near = [&](double y, double distance) { return std::abs(y - end->second.y) < distance; };
    if (std::any_of(used.begin(), used.end(), [&](double y) { return is_near(y, room_for_a_name); })) continue;
    if (std::any_of(ends.begin(), ends.end(), [&](const auto& other) {
          return other.first != one.name && other.second.x >= late_enough && is_near(other.second.y, told_apart);
        }))
      continue;
    used.push_back(end->second.y);
    names.push_back(one.name);
  }
  return names;
}

}  // namespace

Json line_ends(const Figure& figure, const FigureStyle& style, const Figure::Panel& panel, const DrawnRows& drawn) {
  const bool logarithmic = is_logarithmic(figure, panel);
  const std::string named = fmt::format("indexof(show_all ? {} : {}, datum.series) >= 0",
                                        dump_line(named_ends(figure, drawn.all, logarithmic)),
                                        dump_line(named_ends(figure, drawn.first, logarithmic)));
  const Json last = Json::array({{{"op", "max"}, {"field", "x"}, {"as", "last"}}});
  const Json transform =
      Json::array({{{"filter", named}},
                   {{"joinaggregate", last}, {"groupby", Json::array({"series"})}},
                   {{"filter", "datum.x == datum.last"}},
                   {{"calculate", fmt::format("{}[datum.series]", style.labels())}, {"as", "label"}}});
  return {{"name", "ends_" + panel.metric},
          {"transform", transform},
          {"mark",
           {{"type", "text"},
            {"align", "left"},
            {"dx", 9},
            {"limit", {{"expr", "ends_width"}}},
            {"style", "line-end"},
            {"tooltip", nullptr}}},
          {"encoding", {{"text", {{"field", "label"}}}, {"opacity", FigureStyle::picked(1, 0.12)}}}};
}

}  // namespace sotto
