// SPDX-License-Identifier: MIT
// How precisely seeded noise is made; what it is added to is always in doubles.
#pragma once

#include <array>
#include <string_view>

namespace sotto {

enum class NoisePrecision { full, single };
inline constexpr std::array all_noise_precisions{NoisePrecision::full, NoisePrecision::single};

inline constexpr std::string_view name_of(NoisePrecision precision) {
  return precision == NoisePrecision::full ? "double" : "single";
}

}  // namespace sotto
