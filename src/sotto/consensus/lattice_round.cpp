// SPDX-License-Identifier: MIT
// One gradient round in integers.
#include "sotto/consensus/lattice_round.hpp"

#include <algorithm>
#include <cmath>

#include "sotto/consensus/lattice_projection.hpp"
#include "sotto/input/invalid_input.hpp"
#include "sotto/privacy/safe_side.hpp"
#include "sotto/random/wide_integer.hpp"

namespace sotto {
namespace {

/// The noise is about 2^29 steps of the grid wide. Rounding then costs a relative 1e-8 or so, and twice the square of
/// that width still fits 64 bits, where the sampler is fast.
constexpr int grid_bits = 29;
constexpr int domain_bits = 51;  // with noise on top, a message stays below 2^53 units
constexpr int step_bits = 31;

[[noreturn]] void does_not_fit(const char* field, double value, const char* rule) {
  throw InvalidInput({field, show(value), rule}, FaultKind::numerical);
}

}  // namespace

LatticeRound make_lattice_round(const LatticeStep& wanted, const Domain& domain, const RecordClip& clip,
                                unsigned records_apart) {
  for (const double value : {wanted.step, wanted.noise_scale})
    if (!std::isnormal(value) || value < 0) does_not_fit("step or noise scale", value, "must be positive and normal");
  const double size = largest_coordinate(domain);
  const int exponent = std::max(std::ilogb(wanted.noise_scale) - grid_bits, std::ilogb(size) + 1 - domain_bits);
  if (!std::isnormal(size) || exponent < -900 || exponent > 900)
    does_not_fit("noise scale", wanted.noise_scale, "no lattice for it fits double precision");
  LatticeRound round{.grid = std::ldexp(1.0, exponent), .multiplier = 0, .shift = 0, .sensitivity = 0};
  const double ratio = wanted.step * (clip.unit() / round.grid);
  if (std::isnormal(ratio)) round.shift = step_bits - 1 - std::ilogb(ratio);  // E in [2^30, 2^31)
  if (!std::isnormal(ratio) || round.shift < 0 || round.shift > 120)
    does_not_fit("step", wanted.step, "no lattice step for it fits 128 bits");
  round.multiplier = static_cast<std::uint64_t>(std::ldexp(ratio, round.shift));
  const double root_p = std::sqrt(static_cast<double>(dimension(domain)));
  const double of_records = records_apart * static_cast<double>(clip.bound()) *
                            std::ldexp(static_cast<double>(round.multiplier), -round.shift);
  round.sensitivity =
      static_cast<std::uint64_t>(std::ceil(from_above(of_records + root_p + projection_rounding(domain))));
  return round;
}

void lattice_estimate(const LatticeRound& round, const Domain& domain, const PublicStep& known,
                      const QuantisedSum& records, std::span<std::int64_t> x) {
  constexpr Int128 end = farthest_coordinate;
  constexpr double far = 0x1p61;
  const auto nearest = [](double v) {  // public; what is not a number becomes one, so that the cast is defined
    return static_cast<std::int64_t>(std::nearbyint(v > far ? far : v > -far ? v : -far));
  };
  for (std::size_t k = 0; k < x.size(); ++k) {
    const std::int64_t U = nearest((known.z[k] - known.step * known.shared_gradient[k]) / round.grid);
    const Int128 moved =
        (Int128{records.values()[k]} * static_cast<Int128>(round.multiplier)) >> round.shift;  // floors
    x[k] = static_cast<std::int64_t>(std::clamp(Int128{U} - moved, -end, end));
  }
  project_on_lattice(domain, round.grid, x);
}

}  // namespace sotto
