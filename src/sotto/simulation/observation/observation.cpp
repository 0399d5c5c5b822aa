// SPDX-License-Identifier: MIT
#include "sotto/simulation/observation/observation.hpp"

#include <utility>

namespace sotto {

Observation not_measured(ObservedPlace place, double value) {
  return {.series = std::move(place.series),
          .x = std::move(place.x),
          .metric = std::move(place.metric),
          .trials = 0,
          .mean = value,
          .standard_error = {},
          .q10 = {},
          .median = {},
          .q90 = {}};
}

}  // namespace sotto
