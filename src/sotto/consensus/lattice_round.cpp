// SPDX-License-Identifier: MIT
// One gradient round in integers.
#include "sotto/consensus/lattice_round.hpp"

#include <algorithm>
#include <bit>
#include <cmath>

#include "sotto/input/invalid_input.hpp"
#include "sotto/privacy/safe_side.hpp"
#include "sotto/random/wide_integer.hpp"

namespace sotto {
namespace {

constexpr int domain_bits = 51;  // with noise on top, a message stays below 2^53 units
constexpr int step_bits = 31;

/// What a projection rounds, on both sides together: nothing in a box; in a ball less than 2 sqrt(p) + 2.
double projection_rounding(const Domain& domain, double root_of_dimension) {
  return std::holds_alternative<Box>(domain) ? 0.0 : 2 * root_of_dimension + 2;
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
Int128 near_enough(std::size_t dimension) {
  return Int128{1} << (62 - (std::bit_width(dimension) + 1) / 2);
}

/// Shrinks toward zero by size/||x||: at most 1 from the rounded root and 1 per coordinate from the exact projection,
/// which brings no two points further apart.
void project_onto_ball(std::int64_t radius, std::span<std::int64_t> x) {
  Int128 squared_norm = 0;
  for (const std::int64_t v : x) squared_norm += Int128{v} * v;
  if (squared_norm <= Int128{radius} * radius) return;
  const Int128 norm = root_from_above(squared_norm);
  for (std::int64_t& v : x) v = static_cast<std::int64_t>(Int128{v} * radius / norm);
}

[[noreturn]] void does_not_fit(const char* field, double value, const char* rule) {
  throw InvalidInput({field, show(value), rule}, FaultKind::numerical);
}

}  // namespace

LatticeRound make_lattice_round(const LatticeStep& wanted, const Domain& domain, const RecordClip& clip,
                                unsigned records_apart) {
  for (const double value : {wanted.step, wanted.noise_scale})
    if (!std::isnormal(value) || value < 0) does_not_fit("step or noise scale", value, "must be positive and normal");
  const double size = size_of(domain);
  const int exponent = std::max(std::ilogb(wanted.noise_scale) - grid_bits, std::ilogb(size) + 1 - domain_bits);
  if (!std::isnormal(size) || exponent < -900 || exponent > 900)
    does_not_fit("noise scale", wanted.noise_scale, "no lattice for it fits double precision");
  LatticeRound round{.grid = std::ldexp(1.0, exponent), .multiplier = 0, .shift = 0, .size = 0, .sensitivity = 0};
  round.size = static_cast<std::int64_t>(size / round.grid);
  const double ratio = wanted.step * (clip.unit() / round.grid);
  if (std::isnormal(ratio)) round.shift = step_bits - 1 - std::ilogb(ratio);  // E in [2^30, 2^31)
  if (!std::isnormal(ratio) || round.shift < 0 || round.shift > 120)
    does_not_fit("step", wanted.step, "no lattice step for it fits 128 bits");
  round.multiplier = static_cast<std::uint64_t>(std::ldexp(ratio, round.shift));
  const double root_p = std::sqrt(static_cast<double>(dimension(domain)));
  const double reach = records_apart * static_cast<double>(clip.bound()) *
                       std::ldexp(static_cast<double>(round.multiplier), -round.shift);
  round.sensitivity =
      static_cast<std::uint64_t>(std::ceil(from_above(reach + root_p + projection_rounding(domain, root_p))));
  return round;
}

void lattice_estimate(const LatticeRound& round, const Domain& domain, const PublicStep& known,
                      const QuantisedSum& records, std::span<std::int64_t> x) {
  const bool box = std::holds_alternative<Box>(domain);
  const Int128 end = box ? Int128{round.size} : near_enough(x.size());
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
  if (!box) project_onto_ball(round.size, x);
}

}  // namespace sotto
