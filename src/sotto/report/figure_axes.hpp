// SPDX-License-Identifier: MIT
// The axes of a panel, as channels of Vega-Lite. Seen by sources of this folder alone.
#pragma once

#include "sotto/report/figure.hpp"
#include "sotto/report/json_values.hpp"

namespace sotto {

/// For the rows that the panel draws, at least one.
Json x_channel(const FigureAxis& axis, const std::vector<Json>& drawn);
Json y_channel(const FigureAxis& axis, const std::vector<Json>& drawn);

}  // namespace sotto
