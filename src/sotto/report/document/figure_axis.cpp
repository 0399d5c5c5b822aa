// SPDX-License-Identifier: MIT
// The axes of a panel.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "sotto/report/document/figure_parts.hpp"

namespace sotto {
namespace {

using AxisScale = FigureAxis::Scale;

/// Expressions of Vega. A number of a log axis is a digit and a power of ten, the exponent in raised digits.
constexpr const char* exponent = "floor(log(datum.value) / LN10 + 1e-6)";
constexpr const char* digit = "round(datum.value / pow(10, floor(log(datum.value) / LN10 + 1e-6)))";
constexpr const char* raised = "['⁰', '¹', '²', '³', '⁴', '⁵', '⁶', '⁷', '⁸', '⁹']";
constexpr const char* plain_label = "format(datum.value, '~g')";

std::string power_label() {
  return fmt::format(
      "({2} == 1 ? '' : {2} + '·') + '10' + ({0} < 0 ? '⁻' : '') + (abs({0}) > 99 ? {1}[floor(abs({0}) / 100)] : '') + "
      "(abs({0}) > 9 ? {1}[floor(abs({0}) / 10) % 10] : '') + {1}[abs({0}) % 10]",
      exponent, raised, digit);
}

/// Which numbers of a log axis have a label: every one over less than half a decade, over two decades those that begin
/// with 1, 2 or 5, over more the decades.
enum class LogLabels { decades, one_two_five, every };

LogLabels labels_for(const std::vector<double>& numbers, bool ends_are_decades) {
  if (numbers.empty()) return LogLabels::decades;
  const auto [least, most] = std::minmax_element(numbers.begin(), numbers.end());
  if (!ends_are_decades && *most < 4 * *least) return LogLabels::every;
  return *most < 100 * *least ? LogLabels::one_two_five : LogLabels::decades;
}

std::string is_labelled(LogLabels labels) {
  if (labels == LogLabels::every) return "true";
  const auto begins_with = [](int d) {
    return fmt::format("abs(log(datum.value / {0}) / LN10 - round(log(datum.value / {0}) / LN10)) < 1e-6", d);
  };
  return labels == LogLabels::decades ? begins_with(1)
                                      : fmt::format("{} || {} || {}", begins_with(1), begins_with(2), begins_with(5));
}

/// What is shown at first may need other labels than all.
std::string either(const std::string& of_all, const std::string& of_first) {
  return of_all == of_first ? of_first : fmt::format("(show_all ? ({}) : ({}))", of_all, of_first);
}

struct LogAxis {
  const char* field;
  bool ends_are_decades;
};

std::vector<double> positive_numbers(const std::vector<Json>& rows, const LogAxis& axis) {
  std::vector<double> numbers =
      axis.ends_are_decades ? numbers_of(rows, {"mean", "q10", "q90"}) : numbers_of(rows, {axis.field});
  std::erase_if(numbers, [](double x) { return !(x > 0); });
  return numbers;
}

Json log_look(const std::string& title, const LogAxis& axis, const DrawnRows& drawn) {
  const std::vector<double> all = positive_numbers(drawn.all, axis), first = positive_numbers(drawn.first, axis);
  const LogLabels of_all = labels_for(all, axis.ends_are_decades), of_first = labels_for(first, axis.ends_are_decades);
  const std::string labelled = either(is_labelled(of_all), is_labelled(of_first));
  const auto [least, most] = std::minmax_element(all.begin(), all.end());
  const bool few_zeros = !all.empty() && *least >= 1e-3 && *most <= 1e5;
  const std::string number = few_zeros || of_all == LogLabels::every ? plain_label : power_label();
  const Json labelled_only{{"condition", {{"test", labelled}, {"value", 1}}}, {"value", 0}};
  const auto ticks = [](LogLabels labels) { return labels == LogLabels::decades ? "30" : "8"; };
  return {{"title", title},
          {"labelExpr", fmt::format("{} ? ({}) : ''", labelled, number)},
          {"tickCount", {{"expr", either(ticks(of_all), ticks(of_first))}}},
          {"gridOpacity", labelled_only},
          {"tickOpacity", labelled_only}};
}

/// The channel of what is measured; a log axis ends with decades.
Json measured_channel(const std::string& title, bool logarithmic, const DrawnRows& drawn) {
  Json scale{{"type", "linear"}, {"zero", false}}, look{{"title", title}};
  if (logarithmic) {
    scale = {{"type", "log"}};
    look = log_look(title, {.field = "mean", .ends_are_decades = true}, drawn);
  }
  return {{"field", "mean"}, {"type", "quantitative"}, {"scale", scale}, {"axis", look}};
}

Json number_channel(const FigureAxis& axis, const DrawnRows& drawn) {
  const bool logarithmic = axis.scale == AxisScale::logarithmic;
  const Json look = logarithmic ? log_look(axis.title, {.field = "x", .ends_are_decades = false}, drawn)
                                : Json{{"title", axis.title}};
  Json scale{{"type", logarithmic ? "log" : "linear"}, {"nice", false}, {"padding", 14}};
  if (!logarithmic) scale["zero"] = false;
  return {{"field", "x"}, {"type", "quantitative"}, {"scale", scale}, {"axis", look}};
}

/// What people call the words, as an object of Vega's expressions.
Json labels_of_words(const Figure& figure) {
  Json labels = Json::object();
  for (const FigureSeries& one : figure.series)
    if (one.label != one.name) labels[one.name] = one.label;
  for (const auto& [word, label] : figure.x.labels) labels[word] = label;
  return labels;
}

Json words_channel(const Figure& figure, const DrawnRows& drawn) {
  Json order = Json::array();  // as the observations come: "ring" before "expander" if they say so
  for (const Json& row : drawn.all)
    if (std::find(order.begin(), order.end(), row["x"]) == order.end()) order.push_back(row["x"]);
  const Json labels = labels_of_words(figure);
  Json look{{"title", figure.x.title}, {"grid", true}, {"domain", false}, {"labelLimit", 220}};
  if (!labels.empty())
    look["labelExpr"] = fmt::format("isValid({0}[datum.value]) ? {0}[datum.value] : datum.value", dump_line(labels));
  return {{"field", "x"},
          {"type", "nominal"},
          {"sort", order},
          {"scale", {{"type", "point"}, {"padding", 0.6}}},
          {"axis", look}};
}

}  // namespace

bool is_logarithmic(const Figure& figure, const Figure::Panel& panel) {
  return panel.scale.value_or(figure.y.scale) == AxisScale::logarithmic;
}

bool has_words(const Figure& figure) {
  return figure.x.scale == AxisScale::words;
}

bool words_are_series(const Figure& figure) {
  return has_words(figure) && std::all_of(figure.observations.begin(), figure.observations.end(),
                                          [](const Observation& seen) { return seen.x == seen.series; });
}

Json figure_axes(const Figure& figure, const Figure::Panel& panel, const DrawnRows& drawn) {
  const Json measured = measured_channel(figure.y.title, is_logarithmic(figure, panel), drawn);
  if (has_words(figure)) return {{"y", words_channel(figure, drawn)}, {"x", measured}};
  return {{"x", number_channel(figure.x, drawn)}, {"y", measured}};
}

}  // namespace sotto
