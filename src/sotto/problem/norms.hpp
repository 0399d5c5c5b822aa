// SPDX-License-Identifier: MIT
// The length of a vector, and vectors clipped to a length that they then truly keep.
#pragma once

#include <span>

namespace sotto {

/// Where squares overflow too.
double euclidean_norm(std::span<const double> point);

/// Never below the exact one: for bounds. Entries whose squares vanish count too.
double euclidean_norm_from_above(std::span<const double> point);

/// Whether ||row|| <= norm, decided with 100 bits: not a matter of rounding. For entries below 1e150.
bool keeps_norm(std::span<const double> row, double norm);

/// The smallest double that is at least sqrt(sum of squares) of the entries.
double norm_from_above(std::span<const double> row);

/// Multiplies a row by min(1, norm / ||row||), and by a hair less where rounding would let it exceed the norm. Whether
/// it was longer. A row that is not finite counts as nothing: zeros. For norms from 1e-100 to 1e100.
bool clip_to_norm(std::span<double> row, double norm);

}  // namespace sotto
