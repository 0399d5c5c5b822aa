// SPDX-License-Identifier: MIT
// How far a domain reaches: closed forms, and for a product the root of its parts' squares, since parts are chosen
// independently.
#include <algorithm>
#include <cmath>
#include <numbers>

#include "sotto/input/closed_set.hpp"
#include "sotto/problem/domain.hpp"
#include "sotto/problem/norms.hpp"

namespace sotto {
namespace {

double root_of(std::size_t dimension) {
  return std::sqrt(static_cast<double>(dimension));
}

/// Above any rounding of a product of three numbers.
double raised(double bound) {
  return bound * (1 + 4 * std::numeric_limits<double>::epsilon());
}

/// From above.
double root_of_squares(const Product& product, double (*measure)(const Domain&)) {
  std::vector<double> of_parts;
  for (const SimpleDomain& part : product.parts) of_parts.push_back(measure(whole(part)));
  return euclidean_norm_from_above(of_parts);
}

}  // namespace

double largest_coordinate(const Domain& domain) {
  return std::visit(
      Cases{[](const Box& box) { return box.half_side; }, [](const Ball& ball) { return ball.radius; },
            [](const Simplex& simplex) { return simplex.total; }, [](const L1Ball& ball) { return ball.radius; },
            [](const Product& product) {
              double largest = 0;
              for (const SimpleDomain& part : product.parts)
                largest = std::max(largest, largest_coordinate(whole(part)));
              return largest;
            }},
      domain);
}

double diameter(const Domain& domain) {
  return std::visit(
      Cases{[](const Box& box) { return 2 * box.half_side * root_of(box.dimension); },
            [](const Ball& ball) { return 2 * ball.radius; },
            [](const Simplex& simplex) { return raised(simplex.total * std::numbers::sqrt2); },  // two corners
            [](const L1Ball& ball) { return 2 * ball.radius; },
            [](const Product& product) { return root_of_squares(product, diameter); }},
      domain);
}

double reach(const Domain& domain) {
  return std::visit(
      Cases{[](const Box& box) { return raised(box.half_side * root_of(box.dimension)); },
            [](const Ball& ball) { return ball.radius; }, [](const Simplex& simplex) { return simplex.total; },
            [](const L1Ball& ball) { return ball.radius; },
            [](const Product& product) { return root_of_squares(product, reach); }},
      domain);
}

void write_centre(const Domain& domain, std::span<double> centre) {
  std::visit(Cases{[&](const Simplex& simplex) {
                     std::fill(centre.begin(), centre.end(), simplex.total / static_cast<double>(simplex.dimension));
                   },
                   [&](const Product& product) {
                     for (const SimpleDomain& part : product.parts) {
                       const std::span<double> own = centre.first(dimension(whole(part)));
                       write_centre(whole(part), own);
                       centre = centre.subspan(own.size());
                     }
                   },
                   [&](const auto&) { std::fill(centre.begin(), centre.end(), 0.0); }},
             domain);
}

double radius_around_centre(const Domain& domain) {
  return std::visit(Cases{[](const Simplex& simplex) {  // every corner is this far from the middle
                            const auto p = static_cast<double>(simplex.dimension);
                            return raised(simplex.total * std::sqrt((p - 1) / p));
                          },
                          [](const Product& product) { return root_of_squares(product, radius_around_centre); },
                          [&](const auto&) { return diameter(domain) / 2; }},
                    domain);
}

}  // namespace sotto
