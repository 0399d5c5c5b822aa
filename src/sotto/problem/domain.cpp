// SPDX-License-Identifier: MIT
// Where the minimiser may lie: what a set must be, and which points it holds.
#include "sotto/problem/domain.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

#include "sotto/input/closed_set.hpp"
#include "sotto/input/invalid_input.hpp"
#include "sotto/problem/norms.hpp"

namespace sotto {
namespace {

constexpr std::size_t most_dimensions = 1'000'000;

/// A projection in doubles may end a few ulps outside; that much still counts as inside. A sum of coordinates has a
/// rounding for each.
constexpr double rounding_slack = 1e-12;
double sum_slack(std::size_t dimension) {
  return rounding_slack + static_cast<double>(dimension) * std::numeric_limits<double>::epsilon();
}

double sum_of_magnitudes(std::span<const double> point) {
  double sum = 0;
  for (const double v : point) sum += std::abs(v);
  return sum;
}

/// Checks a set that is no product.
void check_numbers(std::size_t dimension, std::size_t least_dimension, double size, Faults& faults) {
  if (dimension < least_dimension || dimension > most_dimensions)
    faults.add({"problem.dimension", std::to_string(dimension),
                "must be between " + std::to_string(least_dimension) + " and " + std::to_string(most_dimensions)});
  if (!std::isfinite(size) || size <= 0) faults.add({"problem.radius", show(size), "must be finite and > 0"});
}

void collect_faults(const Domain& domain, Faults& faults) {
  std::visit(Cases{[&](const Box& box) { check_numbers(box.dimension, 1, box.half_side, faults); },
                   [&](const Ball& ball) { check_numbers(ball.dimension, 1, ball.radius, faults); },
                   [&](const Simplex& simplex) { check_numbers(simplex.dimension, 2, simplex.total, faults); },
                   [&](const L1Ball& ball) { check_numbers(ball.dimension, 1, ball.radius, faults); },
                   [&](const Product& product) {
                     if (product.parts.empty()) faults.add({"problem.parts", "none", "a product has at least one"});
                     for (const SimpleDomain& part : product.parts) collect_faults(whole(part), faults);
                     if (faults.list().empty() && dimension(product) > most_dimensions)
                       faults.add({"problem.dimension", std::to_string(dimension(product)),
                                   "the parts must have at most " + std::to_string(most_dimensions) + " together"});
                   }},
             domain);
}

bool parts_contain(const Product& product, std::span<const double> point) {
  return std::all_of(product.parts.begin(), product.parts.end(), [&](const SimpleDomain& part) {
    const std::span<const double> own = point.first(dimension(whole(part)));
    point = point.subspan(own.size());
    return contains(whole(part), own);
  });
}

}  // namespace

Domain whole(const SimpleDomain& part) {
  return std::visit([](const auto& set) { return Domain(set); }, part);
}

void check(const Domain& domain) {
  Faults faults;
  collect_faults(domain, faults);
  faults.throw_if_any();
}

std::size_t dimension(const Domain& domain) {
  return std::visit(Cases{[](const Product& product) {
                            std::size_t sum = 0;
                            for (const SimpleDomain& part : product.parts) sum += dimension(whole(part));
                            return sum;
                          },
                          [](const auto& set) { return set.dimension; }},
                    domain);
}

bool contains(const Domain& domain, std::span<const double> point) {
  return std::visit(
      Cases{[&](const Box& box) {
              return std::all_of(point.begin(), point.end(),
                                 [&](double v) { return v >= -box.half_side && v <= box.half_side; });
            },
            [&](const Ball& ball) { return euclidean_norm(point) <= ball.radius * (1 + rounding_slack); },
            [&](const Simplex& simplex) {
              return std::all_of(point.begin(), point.end(), [](double v) { return v >= 0; }) &&
                     std::abs(sum_of_magnitudes(point) - simplex.total) <= simplex.total * sum_slack(point.size());
            },
            [&](const L1Ball& ball) { return sum_of_magnitudes(point) <= ball.radius * (1 + sum_slack(point.size())); },
            [&](const Product& product) { return parts_contain(product, point); }},
      domain);
}

}  // namespace sotto
