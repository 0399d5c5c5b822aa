// SPDX-License-Identifier: MIT
// The axes of a panel.
#include <fmt/format.h>

#include <algorithm>

#include "sotto/report/document/figure_parts.hpp"

namespace sotto {
namespace {

using Scale = FigureAxis::Scale;

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

}  // namespace

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

}  // namespace sotto
