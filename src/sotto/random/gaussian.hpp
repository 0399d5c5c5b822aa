// SPDX-License-Identifier: MIT
// Standard normal numbers by Box-Muller on Philox blocks: a function of (seed, place, coordinate).
#pragma once

#include <cstdint>
#include <span>

#include "sotto/input/closed_set.hpp"
#include "sotto/random/key.hpp"

namespace sotto {

/// Fills `out` with the standard normals of coordinates 0 .. out.size()-1 at a place.
void fill_gaussian(std::uint64_t seed, const Place& at, std::span<double> out);

/// Adds `scale` times these numbers to `value`, product and sum with one rounding.
void add_gaussian(std::uint64_t seed, const Place& at, double scale, std::span<double> value);

/// The standard normal of one coordinate at a place: the same bits as fill_gaussian gives it.
double gaussian_at(std::uint64_t seed, const Place& at, std::uint32_t coordinate);

/// How precisely seeded noise is made; what it is added to is always in doubles.
enum class NoisePrecision { full, single };

constexpr Names<2> names_of(NoisePrecision) {
  return {"double", "single"};
}

/// Normals in single precision, four from one Philox block: half the work, and other numbers than fill_gaussian gives.
/// For simulations that do not look at tails (they end at 5.8 sigma). Never for audits, and never in a node.
void fill_single_gaussian(std::uint64_t seed, const Place& at, std::span<double> out);

}  // namespace sotto
