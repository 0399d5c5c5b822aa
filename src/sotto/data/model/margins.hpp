// SPDX-License-Identifier: MIT
// What a linear model says of rows, before anyone gives it a meaning.
#pragma once

#include <span>
#include <vector>

#include "sotto/problem/labelled_rows.hpp"
#include "sotto/problem/losses.hpp"

namespace sotto {

/// a . x_k for every row a and every margin k of the loss: one row's margins after another's. `x` holds one vector of
/// the rows' dimension for each margin, as a LinearModel's point does.
std::vector<double> margins_at(const Loss& loss, std::span<const double> x, const FeatureRows& rows);

}  // namespace sotto
