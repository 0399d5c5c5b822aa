// SPDX-License-Identifier: MIT
// How well points do on records that nobody fitted to.
#pragma once

#include "sotto/simulation/comparison/scenario.hpp"

namespace sotto {

/// Empty where there are no such records.
struct TestResult {
  std::vector<double> mean = {};                 ///< of each metric, over the points
  std::vector<double> first = {};                ///< the first metric, of each point
  std::vector<double> judged = {};               ///< the judging metric, of each point
  std::vector<CalibrationBin> calibration = {};  ///< of all points together; empty without probabilities
};
TestResult test_of(const Scenario& scenario, const std::vector<std::vector<double>>& points);
TestResult test_of_constant(const Scenario& scenario);

}  // namespace sotto
