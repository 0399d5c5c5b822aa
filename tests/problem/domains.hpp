// SPDX-License-Identifier: MIT
// One domain of every kind, and what a test needs to know of a set without asking the code under test.
#pragma once

#include <algorithm>
#include <cmath>
#include <vector>

#include "sotto/problem/domain.hpp"
#include "support/random_points.hpp"

namespace sotto::test {

/// All of four coordinates.
inline const std::vector<Domain>& one_of_each_kind() {
  static const std::vector<Domain> domains{
      Box{.dimension = 4, .half_side = 1.5},
      Ball{.dimension = 4, .radius = 2.0},
      Simplex{.dimension = 4, .total = 2.5},
      L1Ball{.dimension = 4, .radius = 2.0},
      Product{{Simplex{.dimension = 2, .total = 1.25}, Box{.dimension = 1, .half_side = 2},
               L1Ball{.dimension = 1, .radius = 3}}},
      Product{{Ball{.dimension = 2, .radius = 1.5}, L1Ball{.dimension = 2, .radius = 0.75}}}};
  return domains;
}

inline double inner(const std::vector<double>& a, const std::vector<double>& b) {
  double sum = 0;
  for (std::size_t k = 0; k < a.size(); ++k) sum += a[k] * b[k];
  return sum;
}

inline std::vector<double> minus(std::vector<double> a, const std::vector<double>& b) {
  for (std::size_t k = 0; k < a.size(); ++k) a[k] -= b[k];
  return a;
}

inline double length(const std::vector<double>& v) {
  return std::sqrt(inner(v, v));
}

inline std::vector<double> scaled(std::vector<double> v, double by) {
  for (double& x : v) x *= by;
  return v;
}

inline std::vector<double> projected(const Domain& domain, std::vector<double> point) {
  project(domain, point);
  return point;
}

/// The point of the set that lies furthest in a direction, by the definition of the set.
inline std::vector<double> furthest(const Domain& domain, const std::vector<double>& direction) {
  std::vector<double> x(direction.size(), 0.0);
  const auto larger = [](double a, double b) { return std::abs(a) < std::abs(b); };
  const auto steepest = std::max_element(direction.begin(), direction.end(), larger) - direction.begin();
  if (const auto* box = std::get_if<Box>(&domain)) {
    for (std::size_t k = 0; k < x.size(); ++k) x[k] = std::copysign(box->half_side, direction[k]);
  } else if (const auto* ball = std::get_if<Ball>(&domain)) {
    x = scaled(direction, ball->radius / std::max(length(direction), 1e-300));
  } else if (const auto* simplex = std::get_if<Simplex>(&domain)) {
    x[std::max_element(direction.begin(), direction.end()) - direction.begin()] = simplex->total;
  } else if (const auto* l1 = std::get_if<L1Ball>(&domain)) {
    x[steepest] = std::copysign(l1->radius, direction[steepest]);
  } else {
    x.clear();
    for (const SimpleDomain& part : std::get<Product>(domain).parts) {
      const auto from = direction.begin() + static_cast<std::ptrdiff_t>(x.size());
      const auto own = furthest(whole(part), {from, from + static_cast<std::ptrdiff_t>(dimension(whole(part)))});
      x.insert(x.end(), own.begin(), own.end());
    }
  }
  return x;
}

/// A mixture of a few extreme points: a point of the set, made without project().
inline std::vector<double> member(const Domain& domain, RandomPoints& points) {
  std::vector<double> x(dimension(domain), 0.0);
  double left = 1;
  for (int k = 0; k < 5; ++k) {
    const double share = k == 4 ? left : left * points.uniform({0, 1});
    const std::vector<double> end = furthest(domain, points.gaussian_vector(x.size()));
    for (std::size_t c = 0; c < x.size(); ++c) x[c] += share * end[c];
    left -= share;
  }
  return x;
}

}  // namespace sotto::test
