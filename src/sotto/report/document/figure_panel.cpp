// SPDX-License-Identifier: MIT
// A panel of a figure, with its axes.
#include <fmt/format.h>

#include <algorithm>

#include "sotto/report/document/figure_parts.hpp"

namespace sotto {
namespace {

using Kind = FigureSeries::Kind;
using Scale = FigureAxis::Scale;

constexpr int most_marks = 40;  ///< on one line; more would hide it

Json only(const Json& names) {
  return {{"filter", {{"field", "series"}, {"oneOf", names}}}};
}

class PanelView {
 public:
  PanelView(const Figure& figure, const FigureStyle& style, const std::vector<Json>& drawn)
      : style_(style),
        drawn_(drawn),
        words_(figure.x.scale == Scale::words),
        logarithmic_(figure.y.scale == Scale::logarithmic) {}

  /// Between words there is nothing to draw a line through.
  Json layers() const {
    Json layers = Json::array({band()});
    if (!words_) layers.push_back(line());
    layers.push_back(marks());
    layers.push_back(targets());
    return layers;
  }

 private:
  /// From q10 to q90. On a log axis a q10 that is not positive lies below every number: the band ends at the least.
  Json band() const {
    double least = *std::max_element(means_.begin(), means_.end());
    for (const double number : numbers_of(drawn_, {"mean", "q10", "q90"}))
      if (number > 0) least = std::min(least, number);
    Json mark{{"type", words_ ? "rule" : "area"}, {"strokeWidth", words_ ? 6 : 0}, {"tooltip", nullptr}};
    if (words_) mark["strokeCap"] = "round";
    const Json transform = Json::array(
        {only(style_.names_of_kind(Kind::plan)),
         {{"filter",
           logarithmic_ ? "isValid(datum.q10) && datum.q90 > 0" : "isValid(datum.q10) && isValid(datum.q90)"}},
         {{"calculate", logarithmic_ ? fmt::format("max(datum.q10, {})", least) : "datum.q10"}, {"as", "low"}}});
    return {{"transform", transform},
            {"mark", mark},
            {"encoding",
             {{"y", {{"field", "low"}, {"type", "quantitative"}}},
              {"y2", {{"field", "q90"}}},
              {"opacity", FigureStyle::picked(words_ ? 0.35 : 0.16, 0.03)}}}};
  }

  Json line() const {
    return {
        {"mark", {{"type", "line"}, {"strokeJoin", "round"}, {"tooltip", nullptr}}},
        {"encoding",
         {{"strokeDash", style_.dash()}, {"strokeWidth", style_.width()}, {"opacity", FigureStyle::picked(1, 0.12)}}}};
  }

  Json marks() const {
    Json transform = Json::array();
    if (!words_) transform.push_back(only(style_.names_without(Kind::theory)));
    transform.push_back(
        {{"joinaggregate", Json::array({{{"op", "count"}, {"as", "points"}}})}, {"groupby", Json::array({"series"})}});
    transform.push_back({{"window", Json::array({{{"op", "row_number"}, {"as", "place"}}})},
                         {"groupby", Json::array({"series"})},
                         {"sort", Json::array({{{"field", "x"}}})}});
    transform.push_back({{"filter", fmt::format("(datum.place - 1) % ceil(datum.points / {}) == 0", most_marks)}});
    return {{"transform", transform},
            {"mark", {{"type", "point"}, {"filled", true}, {"size", words_ ? 90 : 46}, {"tooltip", nullptr}}},
            {"encoding", {{"shape", style_.shape()}, {"opacity", FigureStyle::picked(1, 0.12)}}}};
  }

  /// Larger than marks, and unseen.
  static Json targets() {
    return {{"mark",
             {{"type", "point"}, {"filled", true}, {"size", 260}, {"opacity", 0}, {"tooltip", {{"content", "data"}}}}}};
  }

  const FigureStyle& style_;
  const std::vector<Json>& drawn_;
  std::vector<double> means_ = numbers_of(drawn_, {"mean"});
  bool words_;
  bool logarithmic_;
};

/// Expressions of Vega. The exponent of a power of ten in raised digits; of other numbers nothing.
constexpr const char* exponent = "round(log(datum.value) / LN10)";
constexpr const char* raised = "['⁰', '¹', '²', '³', '⁴', '⁵', '⁶', '⁷', '⁸', '⁹']";
constexpr const char* plain_label = "format(datum.value, '~g')";

std::string power_label() {
  return fmt::format(
      "'10' + ({0} < 0 ? '⁻' : '') + (abs({0}) > 99 ? {1}[floor(abs({0}) / 100)] : '') + "
      "(abs({0}) > 9 ? {1}[floor(abs({0}) / 10) % 10] : '') + {1}[abs({0}) % 10]",
      exponent, raised);
}

/// Over a short range every tick has its number and its line, over a long one powers of ten alone.
Json log_look(const std::string& title, const std::vector<double>& numbers) {
  const auto [least, most] = std::minmax_element(numbers.begin(), numbers.end());
  if (*most < 30 * *least) return {{"title", title}, {"labelExpr", plain_label}};
  const bool few_zeros = *least >= 1e-3 && *most <= 1e5;
  const std::string is_power = fmt::format("abs(log(datum.value) / LN10 - {}) < 1e-9", exponent);
  const Json powers_only{{"condition", {{"test", is_power}, {"value", 1}}}, {"value", 0}};
  return {{"title", title},
          {"labelExpr", fmt::format("{} ? {} : ''", is_power, few_zeros ? plain_label : power_label())},
          {"gridOpacity", powers_only},
          {"tickOpacity", powers_only}};
}

Json numbers_channel(const FigureAxis& axis, const char* field, const std::vector<Json>& drawn) {
  Json scale{{"type", "linear"}, {"zero", false}}, look{{"title", axis.title}};
  if (axis.scale == Scale::logarithmic) {
    scale = {{"type", "log"}};
    look = log_look(axis.title, numbers_of(drawn, {field}));
  }
  return {{"field", field}, {"type", "quantitative"}, {"scale", scale}, {"axis", look}};
}

Json x_channel(const FigureAxis& axis, const std::vector<Json>& drawn) {
  if (axis.scale != Scale::words) {
    Json channel = numbers_channel(axis, "x", drawn);
    channel["scale"].update({{"nice", false}, {"padding", 14}});
    return channel;
  }
  Json order = Json::array();  // as the observations come: "ring" before "expander" if they say so
  for (const Json& row : drawn)
    if (std::find(order.begin(), order.end(), row["x"]) == order.end()) order.push_back(row["x"]);
  return {{"field", "x"},
          {"type", "nominal"},
          {"sort", order},
          {"scale", {{"paddingInner", 0.5}, {"paddingOuter", 0.3}}},
          {"axis", {{"title", axis.title}, {"labelAngle", 0}, {"grid", false}}}};
}

Json y_channel(const FigureAxis& axis, const std::vector<Json>& drawn) {
  return numbers_channel(axis, "mean", drawn);
}

}  // namespace

Json figure_panel(const Figure& figure, const FigureStyle& style, const Figure::Panel& panel,
                  const std::vector<Json>& drawn) {
  Json transform = Json::array({{{"filter", {{"field", "metric"}, {"equal", panel.metric}}}},
                                only(style.names()),
                                {{"filter", "isValid(datum.mean)"}}});
  if (figure.y.scale == Scale::logarithmic) transform.push_back({{"filter", "datum.mean > 0"}});
  if (figure.x.scale == Scale::logarithmic) transform.push_back({{"filter", "datum.x > 0"}});
  Json encoding{{"x", x_channel(figure.x, drawn)}, {"y", y_channel(figure.y, drawn)}, {"color", style.colour()}};
  if (figure.x.scale == Scale::words)
    encoding["xOffset"] = {{"field", "series"}, {"type", "nominal"}, {"sort", style.names()}};
  return {{"title", panel.title},   {"width", 420},         {"height", 300},
          {"transform", transform}, {"encoding", encoding}, {"layer", PanelView(figure, style, drawn).layers()}};
}

}  // namespace sotto
