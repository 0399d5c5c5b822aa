// SPDX-License-Identifier: MIT
// The parts of a figure as Vega-Lite: styles, panels, legend. Seen by sources of this folder alone.
#pragma once

#include "sotto/report/document/figure.hpp"
#include "sotto/report/document/json_values.hpp"

namespace sotto {

/// All numbers under these keys.
std::vector<double> numbers_of(const std::vector<Json>& rows, std::initializer_list<const char*> keys);

/// Colour, dash and shape of each series, any of which tells it from its neighbours: as scales of Vega-Lite.
class FigureStyle {
 public:
  explicit FigureStyle(const std::vector<FigureSeries>& series);

  const Json& names() const { return names_; }
  Json names_of_kind(FigureSeries::Kind kind, bool is = true) const;
  Json names_without(FigureSeries::Kind kind) const { return names_of_kind(kind, false); }

  /// The colours on white. Scales refer to a parameter that holds them, so that a dark page can put in others.
  const Json& palette() const { return palette_; }
  Json colour() const;
  Json shape() const { return by_series(shapes_); }
  Json dash() const { return by_series(dashes_); }
  Json width() const;

  /// Strong while nothing or this series is picked in the legend, faint else.
  static Json picked(double strong, double faint);

 private:
  void add(FigureSeries::Kind kind, int earlier_of_kind);
  Json by_series(const Json& range) const;

  const std::vector<FigureSeries>& series_;
  Json names_ = Json::array(), palette_ = names_, shapes_ = names_, dashes_ = names_, widths_ = names_;
  std::size_t coloured_ = 0;
};

/// Name, kind and note of each.
Json series_json(const Figure& figure);

/// One metric: bands, lines, marks, and what a pointer finds. For the rows that it draws, at least one.
Json figure_panel(const Figure& figure, const FigureStyle& style, const Figure::Panel& panel,
                  const std::vector<Json>& drawn);

/// Drawn as marks, so that an entry shows line, dash and mark together; a click on an entry picks its series.
Json figure_legend(const Figure& figure, const FigureStyle& style);

}  // namespace sotto
