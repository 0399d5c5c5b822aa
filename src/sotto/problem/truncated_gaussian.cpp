// SPDX-License-Identifier: MIT
#include "sotto/problem/truncated_gaussian.hpp"

#include <cmath>

#include "sotto/input/invalid_input.hpp"
#include "sotto/random/elementary.hpp"
#include "sotto/random/gaussian.hpp"
#include "sotto/random/uniform.hpp"

namespace sotto {
namespace {

/// Normal proposals, kept when they fall inside: at least 47 % do when the mean is inside and radius >= 1. Coordinate k
/// takes the first of the numbers k, k + dimension, k + 2 dimension, ... at its place that does.
void by_normal_proposal(const TruncatedGaussian& d, std::uint64_t seed, const Place& at, std::span<double> record) {
  fill_gaussian(seed, at, record);
  for (std::size_t k = 0; k < record.size(); ++k) {
    record[k] += d.mean;
    for (std::size_t n = k + d.dimension; std::abs(record[k]) > d.radius; n += d.dimension)
      record[k] = d.mean + gaussian_at(seed, at, static_cast<std::uint32_t>(n));
  }
}

/// Uniform proposals, kept with probability exp(-(x - mean)^2 / 2) >= exp(-2): for radius < 1, where normal ones miss.
void by_uniform_proposal(const TruncatedGaussian& d, std::uint64_t seed, const Place& at, std::span<double> record) {
  for (std::size_t k = 0; k < record.size(); ++k) {
    for (std::size_t n = k;; n += d.dimension) {
      const PhiloxCounter word = random_bits(seed, at, static_cast<std::uint32_t>(n));
      record[k] = d.radius * (2 * unit_interval(word[0], word[1]) - 1);
      const double kept = 1.0 - unit_interval(word[2], word[3]);
      if (-2 * portable_log(kept) >= (record[k] - d.mean) * (record[k] - d.mean)) break;
    }
  }
}

}  // namespace

Records draw_records(const TruncatedGaussian& distribution, const DataDraw& draw) {
  if (!(std::abs(distribution.mean) <= distribution.radius))
    throw InvalidInput({"problem.mean", show(distribution.mean),
                        "must lie in [-radius, radius] with radius " + show(distribution.radius)});
  const auto draw_record = distribution.radius >= 1 ? by_normal_proposal : by_uniform_proposal;
  Records records{.dimension = distribution.dimension,
                  .values = std::vector<double>(draw.record_count * distribution.dimension)};
  for (std::size_t r = 0; r < draw.record_count; ++r) {
    const Place at{
        .stream = Stream::data, .trial = draw.trial, .node = draw.node, .round = static_cast<std::uint32_t>(r)};
    draw_record(distribution, draw.seed, at, records.row(r));
  }
  return records;
}

}  // namespace sotto
