// SPDX-License-Identifier: MIT
// The paper's synthetic records.
#include "sotto/problem/truncated_gaussian.hpp"

#include <cmath>

#include "sotto/input/invalid_input.hpp"
#include "sotto/random/elementary.hpp"
#include "sotto/random/gaussian.hpp"
#include "sotto/random/uniform.hpp"

namespace sotto {
namespace {

/// Normal proposals, kept when they fall inside: at least 47 % do when the mean is inside and radius >= 1.
double by_normal_proposal(const TruncatedGaussian& d, std::uint64_t seed, const Place& at, std::uint32_t coordinate) {
  for (auto n = coordinate;; n += static_cast<std::uint32_t>(d.dimension)) {
    const double x = d.mean + gaussian_at(seed, at, n);
    if (x >= -d.radius && x <= d.radius) return x;
  }
}

/// Uniform proposals, kept with probability exp(-(x - mean)^2 / 2) >= exp(-2): for radius < 1, where normal ones miss.
double by_uniform_proposal(const TruncatedGaussian& d, std::uint64_t seed, const Place& at, std::uint32_t coordinate) {
  for (auto n = coordinate;; n += static_cast<std::uint32_t>(d.dimension)) {
    const PhiloxCounter word = random_bits(seed, at, n);
    const double x = d.radius * (2 * unit_interval(word[0], word[1]) - 1);
    const double kept = 1.0 - unit_interval(word[2], word[3]);
    if (-2 * portable_log(kept) >= (x - d.mean) * (x - d.mean)) return x;
  }
}

}  // namespace

Records draw_records(const TruncatedGaussian& distribution, const DataDraw& draw) {
  if (!(std::abs(distribution.mean) <= distribution.radius))
    throw InvalidInput({"problem.mean", show(distribution.mean),
                        "must lie in [-radius, radius] with radius " + show(distribution.radius)});
  const auto draw_coordinate = distribution.radius >= 1 ? by_normal_proposal : by_uniform_proposal;
  Records records{.dimension = distribution.dimension};
  records.values.reserve(draw.record_count * distribution.dimension);
  for (std::size_t r = 0; r < draw.record_count; ++r) {
    const Place at{.stream = Stream::data, .trial = draw.trial, .node = draw.node, .round = static_cast<std::uint32_t>(r)};
    for (std::size_t k = 0; k < distribution.dimension; ++k)
      records.values.push_back(draw_coordinate(distribution, draw.seed, at, static_cast<std::uint32_t>(k)));
  }
  return records;
}

}  // namespace sotto
