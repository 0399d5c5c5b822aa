// SPDX-License-Identifier: MIT
// A panel of a figure and the legend below all of them, as views of Vega-Lite. Seen by sources of this folder alone.
#pragma once

#include "sotto/report/figure_style.hpp"

namespace sotto {

/// One metric: bands, lines, marks, and what a pointer finds. For the rows that it draws, at least one.
Json figure_panel(const Figure& figure, const FigureStyle& style, const Figure::Panel& panel,
                  const std::vector<Json>& drawn);

/// Drawn as marks, so that an entry shows line, dash and mark together; a click on an entry picks its series.
Json figure_legend(const Figure& figure, const FigureStyle& style);

}  // namespace sotto
