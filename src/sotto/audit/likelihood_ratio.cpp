// SPDX-License-Identifier: MIT
#include "sotto/audit/likelihood_ratio.hpp"

#include <algorithm>
#include <limits>

namespace sotto {

bool RunningRatio::add(std::span<const double> y, std::span<const double> x, std::span<const double> x_prime,
                       double noise_scale) {
  const double M = noise_scale;
  const bool is_x = std::equal(x.begin(), x.end(), y.begin());
  const bool is_x_prime = std::equal(x_prime.begin(), x_prime.end(), y.begin());
  if (is_x != is_x_prime) {
    sum_ = (is_x ? 1 : -1) * std::numeric_limits<double>::infinity();
    return false;
  }
  // (||y - x'||^2 - ||y - x||^2) / 2 without the cancellation of two large squares
  for (std::size_t k = 0; k < y.size(); ++k) sum_ += (x[k] - x_prime[k]) / M * ((y[k] - 0.5 * (x[k] + x_prime[k])) / M);
  return true;
}

double LikelihoodRatio::operator()(const Transcript& heard) const {
  const std::size_t p = heard.shape().dimension;
  std::vector<double> z(p), x(p), x_prime(p);
  RunningRatio ratio;
  for (Round t = 1; t <= target_.rounds; ++t) {
    mix(target_.weights, heard, t, target_.node, z);
    project(target_.domain, z);
    data_.estimate(t, z, x);
    neighbour_.estimate(t, z, x_prime);
    for (const std::span<const double> y : heard.copies(t + 1, target_.node))
      if (!ratio.add(y, x, x_prime, data_.noise_scale(t))) return ratio.logarithm();
  }
  return ratio.logarithm();
}

}  // namespace sotto
