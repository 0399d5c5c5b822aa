// SPDX-License-Identifier: MIT
// Buckets of a fixed relative width, for quantiles: an exponent and the first seven bits after the leading one. No
// logarithm is rounded.
#pragma once

#include <bit>
#include <cstdint>
#include <limits>

#include "sotto/arithmetic/anywhere.hpp"

namespace sotto {

inline constexpr int bits_dropped_by_buckets = 52 - 7;
inline constexpr std::uint32_t bucket_of_zero = 0;
/// Above those of all finite numbers.
inline constexpr std::uint32_t bucket_of_not_finite = 0x7ff << 7;
inline constexpr std::uint32_t bucket_count = bucket_of_not_finite + 1;

/// The value must not be negative. A value below the smallest normal double counts as 0.
SOTTO_ANYWHERE std::uint32_t bucket_of(double value) {
  const auto bits = std::bit_cast<std::uint64_t>(value);
  if ((bits >> 52 & 0x7ff) == 0x7ff) return bucket_of_not_finite;
  if (value < 0x1p-1022) return bucket_of_zero;
  return static_cast<std::uint32_t>(bits >> bits_dropped_by_buckets);
}

inline double middle_of_bucket(std::uint32_t bucket) {
  if (bucket == bucket_of_not_finite) return std::numeric_limits<double>::infinity();
  if (bucket == bucket_of_zero) return 0;
  constexpr std::uint64_t half = std::uint64_t{1} << (bits_dropped_by_buckets - 1);
  return std::bit_cast<double>((std::uint64_t{bucket} << bits_dropped_by_buckets) | half);
}

}  // namespace sotto
