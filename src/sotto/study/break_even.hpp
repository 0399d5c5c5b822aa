// SPDX-License-Identifier: MIT
// The epsilon from which joining beats staying alone, read off predictions on a grid.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

namespace sotto {

/// What joining comes to at an epsilon, as an error: less is better.
struct ErrorAt {
  double epsilon;
  double error;
};

struct BreakEven {
  std::optional<double> epsilon;  ///< nothing: at none of the epsilons that were tried
  bool already_at_least = false;  ///< joining wins at every epsilon that was tried; `epsilon` is the smallest
};

/// From which epsilon on joining has less error than staying alone at every larger one of the grid (which rises), with
/// the place between two of its points found along the line between their logarithms.
BreakEven break_even(const std::vector<ErrorAt>& joining, double error_alone);

/// The same in several made-up worlds: "at no epsilon" counts as above all.
struct BreakEvenRange {
  BreakEven lowest, median, highest;
  std::uint32_t worlds = 0;
  std::uint32_t paying = 0;  ///< worlds in which it pays at some epsilon that was tried
};
BreakEvenRange range_of(std::vector<BreakEven> worlds);

/// What several made-up worlds come to.
struct WorldRange {
  double lowest = 0, median = 0, highest = 0;
};
WorldRange range_of(std::vector<double> values);

/// The fewest nodes whose mean of all beats a node's own, for records of one population at equal nodes.
/// `noise_over_spread` is D0^2/(N_i s^2 alpha): what the noise of one node that trusts nobody is beside the spread of
/// its own mean. It must be below N - 1, or below (N - 1)(N - q) where all but q are trusted.
std::uint64_t nodes_to_pay(double noise_over_spread, std::uint32_t colluders);

}  // namespace sotto
