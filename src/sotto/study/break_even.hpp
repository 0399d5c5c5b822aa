// SPDX-License-Identifier: MIT
// The epsilon from which joining beats staying alone, read off predictions on a grid.
#pragma once

#include <optional>
#include <vector>

namespace sotto {

/// What joining comes to at an epsilon, as an error: less is better.
struct ErrorAt {
  double epsilon;
  double error;
};

struct BreakEven {
  std::optional<double> epsilon;  ///< nothing: at none of the epsilons that were tried
  bool already_at_least = false;  ///< joining wins at every epsilon that was tried; `epsilon` is the smallest
};

/// From which epsilon on joining has less error than staying alone at every larger one of the grid (which rises), with
/// the place between two of its points found along the line between their logarithms.
BreakEven break_even(const std::vector<ErrorAt>& joining, double error_alone);

}  // namespace sotto
