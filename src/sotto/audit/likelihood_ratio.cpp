// SPDX-License-Identifier: MIT
#include "sotto/audit/likelihood_ratio.hpp"

#include <algorithm>
#include <limits>

namespace sotto {

double LikelihoodRatio::operator()(const Transcript& heard) const {
  const std::size_t p = heard.shape().dimension;
  std::vector<double> z(p), x(p), x_prime(p);
  double sum = 0;
  for (Round t = 1; t <= target_.rounds; ++t) {
    mix(target_.weights, heard, t, target_.node, z);
    project(target_.domain, z);
    data_.estimate(t, z, x);
    neighbour_.estimate(t, z, x_prime);
    const double M = data_.noise_scale(t);
    for (const std::span<const double> y : heard.copies(t + 1, target_.node)) {
      const bool is_x = std::equal(x.begin(), x.end(), y.begin());
      const bool is_x_prime = std::equal(x_prime.begin(), x_prime.end(), y.begin());
      if (is_x != is_x_prime) return (is_x ? 1 : -1) * std::numeric_limits<double>::infinity();
      // (||y - x'||^2 - ||y - x||^2) / 2 without the cancellation of two large squares
      for (std::size_t k = 0; k < p; ++k) sum += (x[k] - x_prime[k]) / M * ((y[k] - 0.5 * (x[k] + x_prime[k])) / M);
    }
  }
  return sum;
}

}  // namespace sotto
