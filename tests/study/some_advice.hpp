// SPDX-License-Identifier: MIT
// Advice that nobody interrupts.
#pragma once

#include <optional>
#include <stdexcept>

#include "simulation/comparison/files.hpp"
#include "sotto/study/advice.hpp"

namespace sotto::test {

inline Advice advised(const Configuration& configuration) {
  std::optional<Advice> advice = advise(
      configuration, [](std::uint32_t, std::uint32_t) {}, never);
  if (!advice) throw std::runtime_error("interrupted");
  return *advice;
}

}  // namespace sotto::test
