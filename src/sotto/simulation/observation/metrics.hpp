// SPDX-License-Identifier: MIT
// What there is to be measured, by name and for people.
#pragma once

#include <cstddef>
#include <string>
#include <vector>

namespace sotto {

/// What there is to be measured of private nodes; of a baseline there is "normalised_error", and what is of a model.
struct KnownMetric {
  std::string name;
  std::string title;
  bool linear = false;    ///< drawn on a linear axis: it does not span decades
  bool of_model = false;  ///< on test records: baselines have it too, and every node by itself
};
const std::vector<KnownMetric>& known_metrics();
std::string title_of_metric(const std::string& name);
bool is_of_model(const std::string& name);
/// Errors span decades; shares and mean losses of models do not.
bool is_linear(const std::string& name);

/// "accuracy_node_3": of what one node ends with.
std::string metric_of_node(const std::string& metric, std::size_t node);

}  // namespace sotto
