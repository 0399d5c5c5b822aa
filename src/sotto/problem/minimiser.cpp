// SPDX-License-Identifier: MIT
// The minimiser of a sum of objectives on a domain, found without privacy.
#include "sotto/problem/minimiser.hpp"

#include <algorithm>
#include <cmath>

namespace sotto {

std::vector<double> non_private_minimiser(std::span<const Objective* const> objectives, const Domain& domain,
                                          double tolerance) {
  Curvature sum{0, 0};
  for (const Objective* f : objectives) {
    sum.strong_convexity += f->public_constants().curvature.strong_convexity;
    sum.smoothness += f->public_constants().curvature.smoothness;
  }
  const double step = 2 / (sum.strong_convexity + sum.smoothness);
  const double contraction = (sum.smoothness - sum.strong_convexity) * step / 2;
  const double steps_needed = contraction > 0 ? std::ceil(std::log(tolerance) / std::log(contraction)) : 1;

  const std::size_t p = dimension(domain);
  std::vector<double> x(p, 0.0), gradient(p), term(p);
  project(domain, x);
  // One step more than the contraction asks for takes off the rounding of the first.
  for (double step_count = 0; step_count <= std::max(1.0, steps_needed); ++step_count) {
    std::fill(gradient.begin(), gradient.end(), 0.0);
    for (const Objective* f : objectives) {
      f->gradient(x, term);
      for (std::size_t k = 0; k < p; ++k) gradient[k] += term[k];
    }
    for (std::size_t k = 0; k < p; ++k) x[k] -= step * gradient[k];
    project(domain, x);
  }
  return x;
}

}  // namespace sotto
