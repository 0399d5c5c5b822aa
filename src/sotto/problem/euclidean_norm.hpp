// SPDX-License-Identifier: MIT
// The length of a vector, where squares overflow too.
#pragma once

#include <span>

namespace sotto {

double euclidean_norm(std::span<const double> point);

/// Never below the exact one: for bounds. Entries whose squares vanish count too.
double euclidean_norm_from_above(std::span<const double> point);

}  // namespace sotto
