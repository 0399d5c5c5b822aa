// SPDX-License-Identifier: MIT
// The parts of a figure as Vega-Lite: rows, styles, axes, panels, legend. Seen by sources of this folder alone.
#pragma once

#include "sotto/report/document/figure.hpp"
#include "sotto/report/document/json_values.hpp"

namespace sotto {

/// The observations of a figure as rows of its data, and which of them have a place on its axes.
class FigureRows {
 public:
  /// InvalidInput when x is not a number on an axis of numbers.
  explicit FigureRows(const Figure& figure);

  /// Every observation. A number that is not known, or not finite, has no key: null could be read as zero.
  const std::vector<Json>& all() const { return rows_; }
  /// Those that a panel draws.
  std::vector<Json> drawn(const std::string& metric) const;
  /// How many a panel would draw if they had a place: a log axis has none for zero.
  std::size_t without_place() const;

 private:
  bool is_wanted(const Json& row, const std::string& metric) const;
  bool has_place(const Json& row) const;

  const Figure& figure_;
  std::vector<Json> rows_;
};

/// All numbers under these keys.
std::vector<double> numbers_of(const std::vector<Json>& rows, std::initializer_list<const char*> keys);

/// Colour, dash and shape of each series, any of which is enough to tell it from its neighbours: as scales of
/// Vega-Lite.
class FigureStyle {
 public:
  explicit FigureStyle(const std::vector<FigureSeries>& series);

  const Json& names() const { return names_; }
  /// The names of series whose kind is (or is not) this one.
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

/// The axes of a panel, for the rows that it draws, at least one.
Json x_channel(const FigureAxis& axis, const std::vector<Json>& drawn);
Json y_channel(const FigureAxis& axis, const std::vector<Json>& drawn);

/// One metric: bands, lines, marks, and what a pointer finds. For the rows that it draws, at least one.
Json figure_panel(const Figure& figure, const FigureStyle& style, const Figure::Panel& panel,
                  const std::vector<Json>& drawn);

/// Drawn as marks, so that an entry shows line, dash and mark together; a click on an entry picks its series.
Json figure_legend(const Figure& figure, const FigureStyle& style);

}  // namespace sotto
