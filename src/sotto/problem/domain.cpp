// SPDX-License-Identifier: MIT
// Where the minimiser may lie.
#include "sotto/problem/domain.hpp"

#include <algorithm>
#include <cmath>

#include "sotto/input/invalid_input.hpp"

namespace sotto {
namespace {

template <class... Cases>
struct Overload : Cases... {
  using Cases::operator()...;
};
template <class... Cases>
Overload(Cases...) -> Overload<Cases...>;

/// A ball projection in doubles may end a few ulps outside; that much still counts as inside.
constexpr double rounding_slack = 1e-12;

/// Norm that does not overflow: divides by the largest entry when the plain sum of squares is not finite.
double norm(std::span<const double> point) {
  double sum = 0;
  for (const double v : point) sum += v * v;
  if (std::isfinite(sum)) return std::sqrt(sum);
  double largest = 0;
  for (const double v : point) largest = std::max(largest, std::abs(v));
  sum = 0;
  for (const double v : point) sum += (v / largest) * (v / largest);
  return largest * std::sqrt(sum);
}

}  // namespace

void check(const Domain& domain) {
  Faults faults;
  if (dimension(domain) < 1 || dimension(domain) > 1'000'000)
    faults.add({"problem.dimension", std::to_string(dimension(domain)), "must be between 1 and 1000000"});
  const double size = size_of(domain);
  if (!std::isfinite(size) || size <= 0) faults.add({"problem.radius", show(size), "must be finite and > 0"});
  faults.throw_if_any();
}

double size_of(const Domain& domain) {
  return std::visit(
      Overload{[](const Box& box) { return box.half_side; }, [](const Ball& ball) { return ball.radius; }}, domain);
}

std::size_t dimension(const Domain& domain) {
  return std::visit([](const auto& set) { return set.dimension; }, domain);
}

double diameter(const Domain& domain) {
  return std::visit(
      Overload{[](const Box& box) { return 2 * box.half_side * std::sqrt(static_cast<double>(box.dimension)); },
               [](const Ball& ball) { return 2 * ball.radius; }},
      domain);
}

bool contains(const Domain& domain, std::span<const double> point) {
  return std::visit(Overload{[&](const Box& box) {
                               return std::all_of(point.begin(), point.end(),
                                                  [&](double v) { return v >= -box.half_side && v <= box.half_side; });
                             },
                             [&](const Ball& ball) { return norm(point) <= ball.radius * (1 + rounding_slack); }},
                    domain);
}

void project(const Domain& domain, std::span<double> point) {
  std::visit(Overload{[&](const Box& box) {
                        for (double& v : point) v = std::min(std::max(v, -box.half_side), box.half_side);
                      },
                      [&](const Ball& ball) {
                        const double length = norm(point);
                        if (length <= ball.radius) return;
                        for (double& v : point) v *= ball.radius / length;
                      }},
             domain);
}

}  // namespace sotto
