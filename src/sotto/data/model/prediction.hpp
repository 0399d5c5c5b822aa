// SPDX-License-Identifier: MIT
// What a linear model says of rows, and what that means to a person: one of the label's levels, or a value in its unit.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "sotto/data/dataset/encoding.hpp"
#include "sotto/problem/labelled_rows.hpp"
#include "sotto/problem/losses.hpp"

namespace sotto {

/// a . x_k for every row a and every margin k of the loss: one row's margins after another's. `x` holds one vector of
/// the rows' dimension for each margin, as a LinearModel's point does.
std::vector<double> margins_at(const Loss& loss, std::span<const double> x, const FeatureRows& rows);

struct Prediction {
  std::optional<std::uint32_t> level = {};  ///< of the label's levels, where classes are predicted
  std::optional<double> probability = {};   ///< of that level; a hinge knows none
  std::vector<double> probabilities = {};   ///< of every level in the order of the label's, where one is known
  std::optional<double> value = {};         ///< in the label's unit; of counts: the expected one
};

/// `label` is how the label was encoded. Of two levels the second if the margin is above 0, of several the largest's.
Prediction prediction_of(const Loss& loss, std::span<const double> margins, const AffineMap& label);

bool predicts_levels(const Loss& loss);
/// Whether it says how likely they are.
bool predicts_probabilities(const Loss& loss);

/// A number as it was before it was encoded.
inline double in_units(const AffineMap& map, double encoded) {
  return encoded / map.factor + map.offset;
}

}  // namespace sotto
