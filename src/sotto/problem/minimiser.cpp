// SPDX-License-Identifier: MIT
#include "sotto/problem/minimiser.hpp"

#include <algorithm>
#include <cmath>
#include <cstdint>

#include "sotto/input/long_wait.hpp"

namespace sotto {
namespace {

double distance(std::span<const double> a, std::span<const double> b) {
  double sum = 0;
  for (std::size_t k = 0; k < a.size(); ++k) sum += (a[k] - b[k]) * (a[k] - b[k]);
  return std::sqrt(sum);
}

/// How long steps are falls like a power: the share of the way is one of logarithms.
class WaitForMinimiser {
 public:
  explicit WaitForMinimiser(double near_enough) : near_enough_(near_enough) {}

  void has(double left) {
    if (!waits_are_heard()) return;
    first_ = std::max(first_, left);
    if (left > 0 && first_ > near_enough_)
      behind_ = std::clamp(std::log(first_ / left) / std::log(first_ / near_enough_), behind_, 1.0);
    tell_wait("finding x* without privacy", behind_, WaitOn::records);
  }

 private:
  double near_enough_, first_ = 0, behind_ = 0;
};

}  // namespace

double SumObjective::value(std::span<const double> x) const {
  double sum = 0;
  for (const Objective* f : terms_) sum += f->value(x);
  return sum;
}

void SumObjective::gradient(std::span<const double> x, std::span<double> out) const {
  std::vector<double> term(out.size());
  std::fill(out.begin(), out.end(), 0.0);
  for (const Objective* f : terms_) {
    f->gradient(x, term);
    for (std::size_t k = 0; k < out.size(); ++k) out[k] += term[k];
  }
}

PublicConstants SumObjective::public_constants() const {
  PublicConstants sum{.curvature = {0, 0}, .record_sensitivity = 0, .gradient_bound = 0};
  for (const Objective* f : terms_) {
    const PublicConstants term = f->public_constants();
    sum.curvature.strong_convexity += term.curvature.strong_convexity;
    sum.curvature.smoothness += term.curvature.smoothness;
    sum.record_sensitivity = std::max(sum.record_sensitivity, term.record_sensitivity);
    sum.gradient_bound += term.gradient_bound;
    sum.uses_record_count = sum.uses_record_count || term.uses_record_count;
  }
  return sum;
}

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
  WaitForMinimiser wait(near_enough);
  bool was_near = false;  // one step more takes off the rounding of the one before
  for (std::uint64_t count = 0; count < most_steps; ++count) {
    f.gradient(v, gradient);
    for (std::size_t k = 0; k < x.size(); ++k) next[k] = v[k] - gradient[k] / L;
    project(domain, next);
    const double left = distance(v, next);
    const bool near = left <= near_enough;
    wait.has(left);
    for (std::size_t k = 0; k < x.size(); ++k) v[k] = next[k] + momentum * (next[k] - x[k]);
    x.swap(next);
    if (near && was_near) break;
    was_near = near;
  }
  return x;
}

}  // namespace sotto
