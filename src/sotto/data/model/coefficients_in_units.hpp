// SPDX-License-Identifier: MIT
// Coefficients as a person reads them: in the units of the columns, not of what they are scaled to.
#pragma once

#include <optional>
#include <vector>

#include "sotto/data/model/fitted_model.hpp"

namespace sotto {

/// constant + sum over coordinates of coefficient * (a number in its column's unit, or 1 if the cell holds the level).
struct LinearForm {
  double constant = 0;
  std::vector<double> coefficients = {};  ///< of coordinate_names, without the intercept
};

/// True of rows that are not longer than B once they are encoded: longer ones are scaled down first.
struct CoefficientsInUnits {
  std::vector<LinearForm> margins;       ///< one for each margin of the loss
  std::optional<LinearForm> label = {};  ///< of squared and huber: the prediction itself, in the label's unit
};

CoefficientsInUnits coefficients_in_units(const FittedModel& model);

}  // namespace sotto
