// SPDX-License-Identifier: MIT
// A comparison as tidy CSV: one observation a line, 17 digits where they are needed to read back the same number.
#pragma once

#include <string>

#include "sotto/simulation/comparison/comparison.hpp"

namespace sotto {

/// series,metric,trials,mean,standard_error,quantile_05,quantile_50,quantile_95 (Quantiles::relative_accuracy)
std::string metrics_csv(const Comparison& comparison);

/// series,round,stage,alpha_spent,metric,trials,mean,standard_error
std::string rounds_csv(const Comparison& comparison);

/// series,round,node,error: every node's error in every round of the first trial (empty for large networks)
std::string nodes_csv(const Comparison& comparison);

}  // namespace sotto
