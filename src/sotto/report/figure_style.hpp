// SPDX-License-Identifier: MIT
// How the series of a figure are told apart. Seen by sources of this folder alone.
#pragma once

#include "sotto/report/figure.hpp"
#include "sotto/report/json_values.hpp"

namespace sotto {

std::string_view name_of(FigureSeries::Kind kind);

/// Colour, dash and shape of each series, any of which is enough to tell it from its neighbours: as scales of
/// Vega-Lite.
class FigureStyle {
 public:
  explicit FigureStyle(const std::vector<FigureSeries>& series);

  const Json& names() const { return names_; }
  /// Of the series whose kind is (or is not) this one.
  Json names_of(FigureSeries::Kind kind) const;
  Json names_without(FigureSeries::Kind kind) const;

  /// The colours on white. Scales refer to a parameter that holds them, so that a dark page can put in others.
  const Json& palette() const { return palette_; }
  Json colour() const;
  Json shape() const { return by_series(shapes_); }
  Json dash() const { return by_series(dashes_); }
  Json width() const;

  /// Strong while nothing or this series is picked in the legend, faint else.
  static Json picked(double strong, double faint);

  static constexpr const char* of_non_private = "#C64A00";

 private:
  void add(FigureSeries::Kind kind, int earlier_of_kind);
  Json by_series(const Json& range) const;

  const std::vector<FigureSeries>& series_;
  Json names_ = Json::array(), palette_ = names_, shapes_ = names_, dashes_ = names_, widths_ = names_;
  std::size_t coloured_ = 0;
};

}  // namespace sotto
