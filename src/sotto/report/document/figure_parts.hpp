// SPDX-License-Identifier: MIT
// The parts of a figure as Vega-Lite: styles, axes, panels, legend. Seen by sources of this folder alone.
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
  Json names_at_first() const;
  bool all_at_first() const { return names_at_first().size() == series_.size(); }
  /// An object of Vega's expressions: what people call each of them.
  std::string labels() const;

  /// The colours on white. Scales refer to a parameter that holds them, so that a dark page can put in others.
  const Json& palette() const { return palette_; }
  Json colour() const;
  Json shape() const { return by_series(shapes_); }
  Json dash() const { return by_series(dashes_); }
  Json width() const;

  /// Strong while nothing or this series is picked in the legend, faint else.
  static Json picked(double strong, double faint);

 private:
  Json by_series(const Json& range) const;

  const std::vector<FigureSeries>& series_;
  Json names_ = Json::array(), palette_ = names_, shapes_ = names_, dashes_ = names_, widths_ = names_;
};

/// Name, label, kind, note, style of each, and whether it is shown at first.
Json series_json(const Figure& figure);

/// Rows that have a place on a panel: of the series that are shown at first, and of all.
struct DrawnRows {
  std::vector<Json> first, all;
};

/// Leaves a series out until all are asked for, unless it is shown at first.
inline constexpr const char* is_shown = "show_all || indexof(first, datum.series) >= 0";

/// Whether a panel's numbers stand on a log axis.
bool is_logarithmic(const Figure& figure, const Figure::Panel& panel);

/// The words of an axis of words, one below the other; what is measured along them.
bool has_words(const Figure& figure);
/// Every word is the name of its one series: the axis says what a legend would.
bool words_are_series(const Figure& figure);

/// The axes of a panel under the names of their channels. Words stand one below the other.
Json figure_axes(const Figure& figure, const Figure::Panel& panel, const DrawnRows& drawn);

/// Names at the ends of lines, for those series whose ends lie apart.
Json line_ends(const Figure& figure, const FigureStyle& style, const Figure::Panel& panel, const DrawnRows& drawn);

/// One metric: bands, lines, marks, and what a pointer finds. For the rows that it draws, at least one.
Json figure_panel(const Figure& figure, const FigureStyle& style, const Figure::Panel& panel, const DrawnRows& drawn);

/// Drawn as marks, so that an entry shows line, dash and mark together.
Json figure_legend(const Figure& figure, const FigureStyle& style);

}  // namespace sotto
