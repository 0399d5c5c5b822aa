// SPDX-License-Identifier: MIT
// Observations as tidy CSV. Numbers read back the same.
#pragma once

#include <string>
#include <vector>

#include "sotto/simulation/observation/observation.hpp"

namespace sotto {

/// series,x,metric,trials,mean,standard_error,q10,median,q90: a line each; a cell stays empty where there is no number,
/// and has quotes where it holds a comma or quotes.
std::string observations_csv(const std::vector<Observation>& observations);

}  // namespace sotto
