// SPDX-License-Identifier: MIT
// The problem that numpy_rounds.py is given, so that both sides do the same work.
#pragma once

#include <nlohmann/json.hpp>
#include <vector>

#include "sotto/simulation/engine/reference.hpp"

namespace sotto::bench {

/// Mean estimation on a box.
inline nlohmann::json numpy_problem(const Network& network, const std::vector<std::vector<double>>& record_sums,
                                    std::size_t record_count) {
  const std::size_t N = record_sums.size();
  std::vector<std::vector<double>> weights(N, std::vector<double>(N, 0.0));
  for (NodeId i = 0; i < N; ++i) {
    const WeightMatrix::Row row = network.weights.row(i);
    for (std::size_t k = 0; k < row.columns.size(); ++k) weights[i][row.columns[k]] = row.weights[k];
  }
  std::vector<double> steps, noise_scales;
  for (Round t = 1; t <= network.plan.gradient_rounds(); ++t) {
    steps.push_back(network.plan.step(t));
    noise_scales.push_back(network.plan.noise_scale(t).standard_deviation());
  }
  return {{"weights", weights},
          {"record_sums", record_sums},
          {"record_count", record_count},
          {"half_side", largest_coordinate(network.domain)},
          {"steps", steps},
          {"noise_scales", noise_scales}};
}

}  // namespace sotto::bench
