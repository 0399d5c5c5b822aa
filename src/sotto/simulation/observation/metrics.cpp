// SPDX-License-Identifier: MIT
#include "sotto/simulation/observation/metrics.hpp"

#include <algorithm>

namespace sotto {

const std::vector<KnownMetric>& known_metrics() {
  static const std::vector<KnownMetric> metrics{
      {"normalised_error", "Error of the released mean"},
      {"first_node_error", "First node, before Stage II"},
      {"first_node_end_error", "First node, at the end"},
      {"node_error", "Each node, at the end"},
      {"disagreement", "Disagreement left at the end"},
      {"error_in_units", "Squared error in units of (p/N)(c D0)^2/alpha"},
      {"theory_in_units", "Exact theory in units of (p/N)(c D0)^2/alpha"},
      {"theory_exact", "Exact theory, while no projection binds"},
      {"bound_corrected", "Corrected closed form of Theorem 2"},
      {"bound_recursion", "Recursion behind Theorem 2"},
      {"bound_printed", "Theorem 2 as printed"},
      {"consensus_rounds", "Rounds of Stage II"},
      {"spectral_gap", "Spectral gap 1 - beta"},
      {"accuracy", "Accuracy on the test file", true, true},
      {"auc", "Area under the curve (AUC), test file", true, true},
      {"log_loss", "Log loss on the test file", true, true},
      {"hinge_loss", "Hinge loss on the test file", true, true},
      {"calibration_error", "Calibration error on the test file", true, true},
      {"r2", "R2 on the test file", true, true},
      {"mean_squared_error", "Mean squared error on the test file", false, true},
      {"huber_loss", "Huber loss on the test file", false, true},
      {"mean_deviance", "Mean deviance on the test file", false, true}};
  return metrics;
}

std::string title_of_metric(const std::string& name) {
  for (const KnownMetric& metric : known_metrics())
    if (metric.name == name) return metric.title;
  return name;
}

bool is_of_model(const std::string& name) {
  return std::any_of(known_metrics().begin(), known_metrics().end(),
                     [&](const KnownMetric& metric) { return metric.name == name && metric.of_model; });
}

bool is_linear(const std::string& name) {
  return std::any_of(known_metrics().begin(), known_metrics().end(),
                     [&](const KnownMetric& metric) { return metric.name == name && metric.linear; });
}

std::string metric_of_node(const std::string& metric, std::size_t node) {
  return metric + "_node_" + std::to_string(node);
}

}  // namespace sotto
