// SPDX-License-Identifier: MIT
// One line of a tidy table, from statistics.
#include "sotto/simulation/comparison/observation.hpp"

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

Observation observation_of(ObservedPlace place, const RunningStatistic& statistic) {
  Observation seen = not_measured(std::move(place), statistic.mean());
  seen.trials = statistic.count();
  if (statistic.count() > 1) seen.standard_error = statistic.standard_error();
  return seen;
}

Observation observation_of(ObservedPlace place, const Metric& metric) {
  Observation seen = observation_of(std::move(place), static_cast<const RunningStatistic&>(metric));
  seen.q10 = metric.quantiles().at(0.1);
  seen.median = metric.quantiles().at(0.5);
  seen.q90 = metric.quantiles().at(0.9);
  return seen;
}

}  // namespace sotto
