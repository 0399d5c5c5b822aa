// SPDX-License-Identifier: MIT
// What the noise alone takes on a device: the same numbers as a run draws, made and added up.
#pragma once

#include <cstdint>

namespace sotto {

/// Of networks of so many nodes and pairs of coordinates; seconds.
struct NoiseWork {
  std::uint32_t trials, rounds, nodes, pairs;
  bool single;
};
double seconds_of_noise(const NoiseWork& work);

}  // namespace sotto
