// SPDX-License-Identifier: MIT
// Gamma-distributed numbers, as logarithms: with a small shape the numbers themselves are often below every double.
#pragma once

#include "sotto/random/uniform.hpp"

namespace sotto {

/// ln G, G from the Gamma distribution of this shape (0.001 to 1e6) and scale 1. The same bits from every compiler.
double draw_log_gamma(RandomSequence& random, double shape);

}  // namespace sotto
