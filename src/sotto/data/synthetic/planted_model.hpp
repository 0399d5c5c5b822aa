// SPDX-License-Identifier: MIT
// Labels that a known model explains as well as is assumed: what drawn rows are fitted to.
#pragma once

#include <cstdint>
#include <vector>

#include "sotto/problem/domain.hpp"
#include "sotto/problem/labelled_rows.hpp"
#include "sotto/problem/losses.hpp"

namespace sotto {

struct PlantedModel {
  const Loss& loss;
  std::vector<double> x;  ///< as a LinearModel's point: one vector of features for each margin
  double signal;          ///< how far its margins spread: their root mean square around their mean
};

struct PlantedSignal {
  double signal;
  bool intercept;  ///< the last feature is one
  std::uint64_t seed;
};

/// A random direction, as long as the signal asks on these rows and the domain allows. Where there is an intercept, the
/// margins of levels lie around half the signal below 0, so that one is more frequent; of classes, around places of
/// their own; of numbers, around 0.
PlantedModel plant_model(const Loss& loss, const Domain& domain, const FeatureRows& rows, const PlantedSignal& wanted);

/// Draws every row's label by its margins: levels and counts with the probabilities that the model gives them, numbers
/// with as much noise as makes a model of this signal explain four fifths of their variance.
void draw_labels(const PlantedModel& model, std::uint64_t seed, std::uint32_t set, LabelledRows& rows);

}  // namespace sotto
