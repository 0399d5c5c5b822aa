// SPDX-License-Identifier: MIT
// Where the minimiser may lie: a closed convex set X (Assumption "Domain") with its Euclidean projection.
#pragma once

#include <cstddef>
#include <span>
#include <variant>
#include <vector>

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

/// Coordinates that are not negative and sum to a total: shares, or probabilities where the total is 1.
struct Simplex {
  std::size_t dimension;  ///< at least 2: one coordinate would leave a single point
  double total;
  bool operator==(const Simplex&) const = default;
};

/// Points whose coordinates' magnitudes sum to at most a radius.
struct L1Ball {
  std::size_t dimension;
  double radius;
  bool operator==(const L1Ball&) const = default;
};

using SimpleDomain = std::variant<Box, Ball, Simplex, L1Ball>;

/// The first coordinates lie in the first part, those that follow in the second, and so on.
struct Product {
  std::vector<SimpleDomain> parts;
  bool operator==(const Product&) const = default;
};

using Domain = std::variant<Box, Ball, Simplex, L1Ball, Product>;

/// A part of a product as a set of its own.
Domain whole(const SimpleDomain& part);

/// Throws InvalidInput (fields problem.dimension, problem.radius, problem.parts) unless the set is bounded and holds
/// more than one point.
void check(const Domain& domain);

std::size_t dimension(const Domain& domain);
bool contains(const Domain& domain, std::span<const double> point);

/// Proj_X: replaces a point by the nearest point of the set.
void project(const Domain& domain, std::span<double> point);

/// sup ||x - x'||_2 over the set.
double diameter(const Domain& domain);
/// sup ||x||_2 over the set, never below it by rounding.
double reach(const Domain& domain);
/// sup |x_k| over the set and its coordinates: half a box's side, a ball's radius, a simplex's total.
double largest_coordinate(const Domain& domain);

/// The smallest ball that holds the set has this centre, 0 for all but a simplex, ...
void write_centre(const Domain& domain, std::span<double> centre);
/// ... and this radius: half the diameter for all but a simplex, where it is more.
double radius_around_centre(const Domain& domain);

}  // namespace sotto
