// SPDX-License-Identifier: MIT
// The observations of a figure as rows of its data.
#include <algorithm>
#include <charconv>
#include <cmath>

#include "sotto/input/printable.hpp"
#include "sotto/report/document/figure_parts.hpp"

namespace sotto {
namespace {

using Scale = FigureAxis::Scale;

Json x_value(const Figure& figure, const std::string& text) {
  if (figure.x.scale == Scale::words) return text;
  double value = 0;
  const char* end = text.data() + text.size();
  const auto [stop, error] = std::from_chars(text.data(), end, value);
  if (error != std::errc{} || stop != end || !std::isfinite(value))
    throw InvalidInput({figure.id + ".x", shown(text), "must be a finite number: the axis is not one of words"});
  return value;
}

void put(Json& row, const char* key, const std::optional<double>& value) {
  if (value && std::isfinite(*value)) row[key] = *value;
}

Json row_of(const Figure& figure, const Observation& seen) {
  Json row{{"series", seen.series}, {"x", x_value(figure, seen.x)}, {"metric", seen.metric}, {"trials", seen.trials}};
  put(row, "mean", seen.mean);
  put(row, "standard_error", seen.standard_error);
  put(row, "q10", seen.q10);
  put(row, "median", seen.median);
  put(row, "q90", seen.q90);
  return row;
}

}  // namespace

FigureRows::FigureRows(const Figure& figure) : figure_(figure) {
  for (const Observation& seen : figure.observations) rows_.push_back(row_of(figure, seen));
}

bool FigureRows::is_wanted(const Json& row, const std::string& metric) const {
  return row["metric"] == metric && std::any_of(figure_.series.begin(), figure_.series.end(),
                                                [&](const FigureSeries& one) { return row["series"] == one.name; });
}

bool FigureRows::has_place(const Json& row) const {
  const auto positive_if = [&row](Scale scale, const char* key) {
    return scale != Scale::logarithmic || row[key].get<double>() > 0;
  };
  return row.contains("mean") && positive_if(figure_.y.scale, "mean") && positive_if(figure_.x.scale, "x");
}

std::vector<Json> FigureRows::drawn(const std::string& metric) const {
  std::vector<Json> drawn;
  std::copy_if(rows_.begin(), rows_.end(), std::back_inserter(drawn),
               [&](const Json& row) { return is_wanted(row, metric) && has_place(row); });
  return drawn;
}

std::size_t FigureRows::without_place() const {
  const auto is_left_out = [&](const Json& row) {
    return !has_place(row) && std::any_of(figure_.panels.begin(), figure_.panels.end(),
                                          [&](const Figure::Panel& panel) { return is_wanted(row, panel.metric); });
  };
  return static_cast<std::size_t>(std::count_if(rows_.begin(), rows_.end(), is_left_out));
}

std::vector<double> numbers_of(const std::vector<Json>& rows, std::initializer_list<const char*> keys) {
  std::vector<double> numbers;
  for (const Json& row : rows)
    for (const char* key : keys)
      if (row.contains(key)) numbers.push_back(row[key]);
  return numbers;
}

}  // namespace sotto
