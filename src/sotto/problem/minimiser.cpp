// SPDX-License-Identifier: MIT
// The minimiser of a sum of objectives on a domain, found without privacy.
#include "sotto/problem/minimiser.hpp"

#include <algorithm>
#include <cmath>
#include <cstdint>

#include "sotto/problem/sum_objective.hpp"

namespace sotto {
namespace {

double distance(std::span<const double> a, std::span<const double> b) {
  double sum = 0;
  for (std::size_t k = 0; k < a.size(); ++k) sum += (a[k] - b[k]) * (a[k] - b[k]);
  return std::sqrt(sum);
}

}  // namespace

// With x+ = Proj(v - grad f(v)/L) the gradient mapping L (v - x+) bounds what is left: ||x+ - x*|| <= 2 L/mu ||v -
// x+||.
std::vector<double> non_private_minimiser(std::span<const Objective* const> objectives, const Domain& domain,
                                          double tolerance) {
  const SumObjective f(objectives);
  const auto [mu, L] = f.public_constants().curvature;
  const double condition = L / mu, root = std::sqrt(condition);
  const double momentum = (root - 1) / (root + 1);
  const double near_enough = tolerance * diameter(domain) / (2 * condition);
  // (1 - 1/root)^k is what theory leaves after k steps; its constants, and rounding, are paid with a factor of 4.
  const auto most_steps =
      static_cast<std::uint64_t>(4 * (1 + root) * std::max(1.0, -std::log(tolerance / condition))) + 2;

  std::vector<double> x(dimension(domain), 0.0), v, next(x.size()), gradient(x.size());
  project(domain, x);
  v = x;
  bool was_near = false;  // one step more takes off the rounding of the one before
  for (std::uint64_t count = 0; count < most_steps; ++count) {
    f.gradient(v, gradient);
    for (std::size_t k = 0; k < x.size(); ++k) next[k] = v[k] - gradient[k] / L;
    project(domain, next);
    const bool near = distance(v, next) <= near_enough;
    for (std::size_t k = 0; k < x.size(); ++k) v[k] = next[k] + momentum * (next[k] - x[k]);
    x.swap(next);
    if (near && was_near) break;
    was_near = near;
  }
  return x;
}

}  // namespace sotto
