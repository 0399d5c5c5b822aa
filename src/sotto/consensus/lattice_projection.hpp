// SPDX-License-Identifier: MIT
// Proj_X in integers, with a bound on what its rounding does to the distance of two points.
#pragma once

#include <cstdint>
#include <span>

#include "sotto/problem/domain.hpp"

namespace sotto {

/// Beyond this a coordinate is cut off before it is projected, which brings no two points further apart; no set on a
/// lattice reaches further than 2^51.
inline constexpr std::int64_t farthest_coordinate = std::int64_t{1} << 62;

/// Replaces a point in units of `grid`, a power of two, by one near the nearest point of the domain, whose sizes are
/// rounded down to the grid. Coordinates must not exceed `farthest_coordinate`.
void project_on_lattice(const Domain& domain, double grid, std::span<std::int64_t> x);

/// By how much more than before two projected points may lie apart, in units of the grid (docs/privacy.md, section 4):
/// 0 in a box; 2 sqrt(p) + 2 in a ball; sqrt(p) in a simplex and an L1 ball; the root of the parts' squares in a
/// product.
double projection_rounding(const Domain& domain);

}  // namespace sotto
