// SPDX-License-Identifier: MIT
// The minimiser of a sum of objectives on a domain, found without privacy.
#include "sotto/problem/minimiser.hpp"

#include <algorithm>
#include <cmath>
#include <cstdint>

#include "sotto/problem/sum_objective.hpp"

namespace sotto {

std::vector<double> non_private_minimiser(std::span<const Objective* const> objectives, const Domain& domain,
                                          double tolerance) {
  const SumObjective f(objectives);
  const auto [mu, L] = f.public_constants().curvature;
  const double step = 2 / (mu + L);
  const double contraction = (L - mu) / (L + mu);
  const double needed = contraction > 0 ? std::ceil(std::log(tolerance) / std::log(contraction)) : 1;
  const auto steps = static_cast<std::uint64_t>(std::max(1.0, needed)) + 1;

  std::vector<double> x(dimension(domain), 0.0), gradient(x.size());
  project(domain, x);
  // One step more than the contraction asks for takes off the rounding of the first.
  for (std::uint64_t count = 0; count < steps; ++count) {
    f.gradient(x, gradient);
    for (std::size_t k = 0; k < x.size(); ++k) x[k] -= step * gradient[k];
    project(domain, x);
  }
  return x;
}

}  // namespace sotto
