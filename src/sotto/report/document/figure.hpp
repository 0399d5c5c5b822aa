// SPDX-License-Identifier: MIT
// A figure before it is drawn: its axes, its series in order, and the observations; and what it becomes.
#pragma once

#include <map>
#include <optional>
#include <string>
#include <vector>

#include "sotto/input/closed_set.hpp"
#include "sotto/report/document/series_style.hpp"
#include "sotto/simulation/observation/observation.hpp"

namespace sotto {

struct FigureAxis {
  std::string title;
  enum class Scale { linear, logarithmic, words } scale = Scale::logarithmic;
  std::map<std::string, std::string> labels = {};  ///< what people call a word of the axis, where that is another
  bool operator==(const FigureAxis&) const = default;
};
constexpr Names<3> names_of(FigureAxis::Scale) {
  return {"linear", "log", "words"};
}

/// How a series is drawn, and what a reader must know of it.
struct FigureSeries {
  std::string name;  ///< as in the observations
  enum class Kind {
    plan,         ///< private nodes: a line with a quantile band
    baseline,     ///< a line, thinner and dashed
    theory,       ///< not measured: an exact value or a proved bound; no band, no marks
    non_private,  ///< shown, and marked everywhere as not private
  } kind = Kind::plan;
  std::string note = {};   ///< for the tooltip and the table: its source, or why it is not private
  std::string label = {};  ///< what people call it
  SeriesStyle style = {};  ///< this one and the others by give_styles
  bool at_first = true;    ///< shown before a reader asks for all
};
constexpr Names<4> names_of(FigureSeries::Kind) {
  return {"plan", "baseline", "theory", "non_private"};
}

struct Figure {
  std::string id;  ///< "figure1": the name of its files
  std::string title;
  std::string caption;
  std::string reading = {};  ///< what lines and bands are, where they are not means and quantiles of trials
  FigureAxis x, y;
  std::vector<FigureSeries> series = {};
  /// Which metrics are drawn, each in a panel of its own with this title; observations may hold more metrics and more
  /// series, which are in the data and not drawn. A panel is left out without a number that has a place on the axes, or
  /// without a plan where the figure has some.
  struct Panel {
    std::string metric;
    std::string title;
    std::optional<FigureAxis::Scale> scale = {};  ///< of its numbers, where that is not the figure's
  };
  std::vector<Panel> panels = {};
  std::vector<Observation> observations = {};
};

/// The figure as a Vega-Lite specification with its data inside: figureN.vl.json, and what the page draws. Series
/// without a style get one as if the figure were a page by itself.
/// InvalidInput (naming the figure's x) when x is not a number on an axis of numbers.
std::string vega_lite(const Figure& figure);

/// series,x,metric,trials,mean,standard_error,q10,median,q90: a line each; a cell stays empty where there is no number,
/// and has quotes where it holds a comma or quotes.
std::string observations_csv(const std::vector<Observation>& observations);

}  // namespace sotto
