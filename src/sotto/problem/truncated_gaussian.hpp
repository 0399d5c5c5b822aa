// SPDX-License-Identifier: MIT
// The paper's synthetic records: independent unit-variance Gaussians, truncated to [-radius, radius].
#pragma once

#include <cstdint>

#include "sotto/problem/labelled_rows.hpp"

namespace sotto {

/// Mean and variance are those before truncation (E9).
struct TruncatedGaussian {
  std::size_t dimension;
  double mean;  ///< of every coordinate; must lie in [-radius, radius]
  double radius;
};

/// Which records are drawn: the same seed, trial and node give the same records, whatever else is drawn.
struct DataDraw {
  std::uint64_t seed;
  std::uint32_t trial;
  std::uint32_t node;
  std::size_t record_count;
};

Records draw_records(const TruncatedGaussian& distribution, const DataDraw& draw);

}  // namespace sotto
