// SPDX-License-Identifier: MIT
// The seams of nodes that run in a test's own process: seeded noise, and a call at every failpoint.
#pragma once

#include <cstdint>
#include <functional>
#include <stdexcept>
#include <string>

namespace sotto::test {

struct Seams {
  std::uint64_t seed = 1;                                           ///< of the noise, as the reference engine draws it
  std::function<void(const std::string& place)> at_failpoint = {};  ///< may throw: the process ends there
};
Seams& seams();

/// What a failpoint throws to end the process.
struct Died : std::runtime_error {
  Died() : std::runtime_error("died") {}
};

}  // namespace sotto::test
