// SPDX-License-Identifier: MIT
// Where the minimiser may lie: a closed convex set X (Assumption "Domain") with its Euclidean projection.
#pragma once

#include <cstddef>
#include <span>
#include <variant>

namespace sotto {

/// The cube [-half_side, half_side]^dimension (E9: the paper's R is the half side).
struct Box {
  std::size_t dimension;
  double half_side;
  bool operator==(const Box&) const = default;
};

/// The Euclidean ball of a radius around 0.
struct Ball {
  std::size_t dimension;
  double radius;
  bool operator==(const Ball&) const = default;
};

using Domain = std::variant<Box, Ball>;

/// Throws InvalidInput (fields problem.dimension, problem.radius) unless the set is bounded and not empty.
void check(const Domain& domain);

std::size_t dimension(const Domain& domain);
/// The half side of a box, the radius of a ball.
double size_of(const Domain& domain);
double diameter(const Domain& domain);
bool contains(const Domain& domain, std::span<const double> point);

/// Proj_X: replaces a point by the nearest point of the set.
void project(const Domain& domain, std::span<double> point);

}  // namespace sotto
