// SPDX-License-Identifier: MIT
// Proj_X in integers.
#include "sotto/consensus/lattice_projection.hpp"

#include <algorithm>
#include <bit>
#include <cmath>
#include <functional>

#include "sotto/input/closed_set.hpp"
#include "sotto/problem/norms.hpp"
#include "sotto/random/wide_integer.hpp"

namespace sotto {
namespace {

void clamp_to(std::int64_t end, std::span<std::int64_t> x) {
  for (std::int64_t& v : x) v = std::clamp(v, -end, end);
}

/// The smallest s with s^2 >= n > 0. The estimate may be off by a little; the integers decide.
Int128 root_from_above(Int128 n) {
  auto s = static_cast<Int128>(std::sqrt(static_cast<double>(n)));
  s = (s + n / s) / 2;
  while (s * s < n) ++s;
  while (s > 0 && (s - 1) * (s - 1) >= n) --s;
  return s;
}

/// Where a coordinate ends before a ball is projected onto, so that the squared norm stays below 2^126; no ball reaches
/// further than 2^51, and a million coordinates leave 2^52. It brings no two points further apart.
std::int64_t near_enough(std::size_t dimension) {
  return std::int64_t{1} << (62 - (std::bit_width(dimension) + 1) / 2);
}

/// Shrinks toward zero by size/||x||: at most 1 from the rounded root and 1 per coordinate from the exact projection,
/// which brings no two points further apart.
void project_onto_ball(std::int64_t radius, std::span<std::int64_t> x) {
  clamp_to(near_enough(x.size()), x);
  Int128 squared_norm = 0;
  for (const std::int64_t v : x) squared_norm += Int128{v} * v;
  if (squared_norm <= Int128{radius} * radius) return;
  const Int128 norm = root_from_above(squared_norm);
  for (std::int64_t& v : x) v = static_cast<std::int64_t>(Int128{v} * radius / norm);
}

/// theta = above / count, exactly: what the nearest point of a simplex is below v, where it is not 0.
struct Threshold {
  Int128 above;
  Int128 count;
};

/// A total of 0, of a set below the grid, leaves nothing. Sums of a million numbers of 2^62 end at 2^82, and so do
/// products with how many there are.
Threshold threshold_of(std::span<const std::int64_t> x, std::int64_t total) {
  std::vector<std::int64_t> sorted(x.begin(), x.end());
  std::sort(sorted.begin(), sorted.end(), std::greater<>());
  Threshold theta{.above = Int128{sorted[0]} - total, .count = 1};
  Int128 sum = sorted[0];
  for (std::size_t k = 1; k < sorted.size(); ++k) {
    sum += sorted[k];
    const auto count = static_cast<Int128>(k + 1);
    if (count * sorted[k] <= sum - total) break;
    theta = {.above = sum - total, .count = count};
  }
  return theta;
}

/// max(0, v - theta), exact but for its floor.
void project_onto_simplex(std::int64_t total, std::span<std::int64_t> x) {
  const Threshold theta = threshold_of(x, total);
  for (std::int64_t& v : x) {
    const Int128 left = theta.count * v - theta.above;
    v = left > 0 ? static_cast<std::int64_t>(left / theta.count) : 0;
  }
}

/// The same on magnitudes, which end toward zero.
void project_onto_l1_ball(std::int64_t radius, std::span<std::int64_t> x) {
  Int128 sum = 0;
  for (const std::int64_t v : x) sum += v < 0 ? -v : v;
  if (sum <= radius) return;
  std::vector<std::int64_t> magnitudes(x.size());
  std::transform(x.begin(), x.end(), magnitudes.begin(), [](std::int64_t v) { return v < 0 ? -v : v; });
  project_onto_simplex(radius, magnitudes);
  for (std::size_t k = 0; k < x.size(); ++k) x[k] = x[k] < 0 ? -magnitudes[k] : magnitudes[k];
}

}  // namespace

void project_on_lattice(const Domain& domain, double grid, std::span<std::int64_t> x) {
  const auto units = [&](double size) { return static_cast<std::int64_t>(size / grid); };  // rounds down
  std::visit(Cases{[&](const Box& box) { clamp_to(units(box.half_side), x); },
                   [&](const Ball& ball) { project_onto_ball(units(ball.radius), x); },
                   [&](const Simplex& simplex) { project_onto_simplex(units(simplex.total), x); },
                   [&](const L1Ball& ball) { project_onto_l1_ball(units(ball.radius), x); },
                   [&](const Product& product) {
                     for (const SimpleDomain& part : product.parts) {
                       const std::span<std::int64_t> own = x.first(dimension(whole(part)));
                       project_on_lattice(whole(part), grid, own);
                       x = x.subspan(own.size());
                     }
                   }},
             domain);
}

double projection_rounding(const Domain& domain) {
  const double root_p = std::sqrt(static_cast<double>(dimension(domain)));
  return std::visit(Cases{[](const Box&) { return 0.0; }, [&](const Ball&) { return 2 * root_p + 2; },
                          [&](const Simplex&) { return root_p; }, [&](const L1Ball&) { return root_p; },
                          [](const Product& product) {
                            std::vector<double> of_parts;
                            for (const SimpleDomain& part : product.parts)
                              of_parts.push_back(projection_rounding(whole(part)));
                            return euclidean_norm_from_above(of_parts);
                          }},
                    domain);
}

}  // namespace sotto
