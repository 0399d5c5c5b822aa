// SPDX-License-Identifier: MIT
// The same mathematics as the reference engine's, written as one would without types.
#include "naive_round.hpp"

#include <algorithm>

#include "sotto/random/gaussian.hpp"

namespace sotto::bench {

std::vector<double> naive_run(const Network& network, const Box& box,
                              const std::vector<std::vector<double>>& record_sums, double record_count,
                              std::uint64_t seed) {
  const std::size_t N = record_sums.size(), p = box.dimension;
  const double R = box.half_side;
  std::vector<double> y(N * p, 0.0), next(N * p), noise(p);
  for (Round t = 1; t <= network.plan.gradient_rounds(); ++t) {
    const double eta = network.plan.step(t), M = network.plan.noise_scale(t).standard_deviation();
    for (NodeId i = 0; i < N; ++i) {
      const WeightMatrix::Row row = network.weights.row(i);
      double* z = &next[i * p];
      for (std::size_t k = 0; k < p; ++k) z[k] = row.weights[0] * y[row.columns[0] * p + k];
      for (std::size_t j = 1; j < row.columns.size(); ++j)
        for (std::size_t k = 0; k < p; ++k) z[k] += row.weights[j] * y[row.columns[j] * p + k];
      fill_gaussian(seed, {.node = i, .round = t}, noise);
      for (std::size_t k = 0; k < p; ++k) {
        const double inside = std::min(std::max(z[k], -R), R);
        const double x = inside - eta * (record_count * inside - record_sums[i][k]);
        z[k] = std::min(std::max(x, -R), R) + M * noise[k];
      }
    }
    y.swap(next);
  }
  return y;
}

}  // namespace sotto::bench
