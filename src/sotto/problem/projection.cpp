// SPDX-License-Identifier: MIT
// Proj_X in doubles.
#include <algorithm>
#include <cmath>
#include <functional>
#include <limits>

#include "sotto/input/closed_set.hpp"
#include "sotto/problem/domain.hpp"
#include "sotto/problem/norms.hpp"

namespace sotto {
namespace {

void project_onto_ball(double radius, std::span<double> point) {
  const double length = euclidean_norm(point);
  if (length <= radius) return;
  for (double& v : point) v *= radius / length;
}

/// theta with sum max(0, v - theta) = 1 over the numbers v, of which the largest is 0. Only those above -1 matter.
double threshold(std::vector<double> v) {
  std::sort(v.begin(), v.end(), std::greater<>());
  double sum = 0, theta = 0;
  for (std::size_t k = 0; k < v.size(); ++k) {  // v[0] .. v[k] stay positive as long as v[k] > theta
    const double of_so_many = (sum + v[k] - 1) / static_cast<double>(k + 1);
    if (!(v[k] > of_so_many)) break;
    sum += v[k];
    theta = of_so_many;
  }
  return theta;
}

/// The simplex's nearest point is max(0, v - theta). It does not change when a number is added to all coordinates: the
/// largest becomes 0 and the total 1, so that no sum overflows and none cancels.
void project_onto_simplex(double total, std::span<double> point) {
  double largest = -std::numeric_limits<double>::infinity();
  bool finite = true;
  for (const double v : point) {
    finite &= std::isfinite(v);
    largest = std::max(largest, v);
  }
  if (!finite)  // it has no nearest point: the node refuses to say what comes out
    return std::fill(point.begin(), point.end(), std::numeric_limits<double>::quiet_NaN());
  std::vector<double> near_the_largest;
  for (double& v : point) {
    v = (v - largest) / total;
    if (v > -1) near_the_largest.push_back(v);
  }
  const double theta = threshold(std::move(near_the_largest));
  for (double& v : point) v = total * std::max(0.0, v - theta);
}

void project_onto_l1_ball(double radius, std::span<double> point) {
  double sum = 0;
  for (const double v : point) sum += std::abs(v);
  if (sum <= radius) return;
  std::vector<double> magnitudes(point.size());
  std::transform(point.begin(), point.end(), magnitudes.begin(), [](double v) { return std::abs(v); });
  project_onto_simplex(radius, magnitudes);
  for (std::size_t k = 0; k < point.size(); ++k) point[k] = std::copysign(magnitudes[k], point[k]);
}

}  // namespace

void project(const Domain& domain, std::span<double> point) {
  std::visit(Cases{[&](const Box& box) {
                     for (double& v : point) v = std::min(std::max(v, -box.half_side), box.half_side);
                   },
                   [&](const Ball& ball) { project_onto_ball(ball.radius, point); },
                   [&](const Simplex& simplex) { project_onto_simplex(simplex.total, point); },
                   [&](const L1Ball& ball) { project_onto_l1_ball(ball.radius, point); },
                   [&](const Product& product) {
                     for (const SimpleDomain& part : product.parts) {
                       const std::span<double> own = point.first(dimension(whole(part)));
                       project(whole(part), own);
                       point = point.subspan(own.size());
                     }
                   }},
             domain);
}

}  // namespace sotto
