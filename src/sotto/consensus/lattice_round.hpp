// SPDX-License-Identifier: MIT
// One gradient round in integers: what is public about it, and the step itself.
//
// Units of the grid g. Q is the exact integer sum of the records' clipped gradients (units h, one record reaches B).
//     x = Proj( U - floor(E Q / 2^s) ),   E/2^s ~ eta h/g,   U ~ (z - eta grad r(z))/g
// U and E are public. Replacing a record moves Q by at most 2 B, a floor adds less than 1 per coordinate, and clamping
// to a box adds nothing, so ||x - x'|| <= 2 B E/2^s + sqrt(p): `sensitivity`, for the arithmetic that runs. Other
// projections round, and add what lattice_projection.hpp says.
#pragma once

#include <cstdint>
#include <span>

#include "sotto/problem/domain.hpp"
#include "sotto/problem/quantised_sum.hpp"

namespace sotto {

/// Everything here is public. Lengths are in units of `grid`.
struct LatticeRound {
  double grid;                ///< g, a power of two
  std::uint64_t multiplier;   ///< E < 2^31
  int shift;                  ///< s
  std::uint64_t sensitivity;  ///< an upper bound on ||x - x'||_2
  std::uint64_t sigma = 0;    ///< of the noise; the plan sets it from the sensitivity and the budget
};

struct LatticeStep {
  double step;         ///< eta_t
  double noise_scale;  ///< about the M_t that the round will get: decides the grid, nothing else
};

/// Below this sigma the proof that discrete noise is nearly a rounded Gaussian (docs/privacy.md) does not hold.
inline constexpr std::uint64_t least_sigma = 1024;
inline constexpr std::uint64_t most_sigma = std::uint64_t{1} << 40;  ///< the sampler's own limit

/// Total variation between discrete and rounded Gaussian noise, per coordinate, times sigma^2 (docs/privacy.md).
inline constexpr double discrete_noise_distance = 0.0202;

/// How many times B one neighbour differs from the other: 2 for replace-one, 1 for add-remove.
LatticeRound make_lattice_round(const LatticeStep& wanted, const Domain& domain, const RecordClip& clip,
                                unsigned records_apart);

/// What everybody can compute of a step: doubles.
struct PublicStep {
  double step;                              ///< eta_t
  std::span<const double> z;                ///< where the node stands
  std::span<const double> shared_gradient;  ///< of what does not depend on records, at z
};

/// x, in integers. `records` is private, and so is x.
void lattice_estimate(const LatticeRound& round, const Domain& domain, const PublicStep& known,
                      const QuantisedSum& records, std::span<std::int64_t> x);

}  // namespace sotto
