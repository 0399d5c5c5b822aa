// SPDX-License-Identifier: MIT
// Metrics of a plan by their names, as observations.
#pragma once

#include <optional>

#include "sotto/simulation/comparison/comparison.hpp"
#include "sotto/simulation/observation/observation.hpp"

namespace sotto {

struct MeasuredPlan {
  const Scenario& scenario;
  const Comparison& comparison;
  const PlanResult& plan;
};

/// One of known_metrics(). Nothing where there is none: a bound whose assumptions do not hold, noise that nobody knows.
std::optional<Observation> observe(const std::string& metric, const MeasuredPlan& measured);

/// A metric on the test file; nothing where it is not measured.
std::optional<Observation> observe_test(const std::string& metric, const Comparison& comparison,
                                        const TestStatistics& test);

/// The first test metric, node by node, where it is this one.
std::vector<Observation> observe_nodes(const std::string& metric, const Comparison& comparison,
                                       const TestStatistics& test);

/// (p/N)(c D0)^2/alpha: what one shot of noise leaves of the squared error, with alpha the most the promise allows.
double unit_of_error(const Plan& plan, double dimension, NodeId nodes);

}  // namespace sotto
