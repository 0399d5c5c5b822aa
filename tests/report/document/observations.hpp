// SPDX-License-Identifier: MIT
// Observations for tests.
#pragma once

#include <limits>
#include <random>

#include "sotto/simulation/observation/observation.hpp"

namespace sotto::test {

inline Observation seen_at(const std::string& series, const std::string& x, const std::string& metric, double mean) {
  return {.series = series,
          .x = x,
          .metric = metric,
          .trials = 400,
          .mean = mean,
          .standard_error = {},
          .q10 = {},
          .median = {},
          .q90 = {}};
}

/// With names and numbers that are hard to write down.
inline std::vector<Observation> awkward_observations(unsigned seed) {
  std::mt19937_64 random(seed);
  const std::vector<std::string> names{"",    "a",   "a,b", "\"", "\"\"", ",", "\",\"", "h\xC3\xA9 \xE2\x82\xAC",
                                       " a ", "a\\n"};
  using Limits = std::numeric_limits<double>;
  const std::vector<double> numbers{0.0,           -0.0,          1.0,  0.1,    5e-324, -2.2250738585072009e-308,
                                    Limits::max(), Limits::min(), 1e22, 1.0 / 3};
  const auto name = [&] { return names[random() % names.size()]; };
  const auto number = [&] {
    if (random() % 2 == 0) return numbers[random() % numbers.size()];
    return std::ldexp(static_cast<double>(random()) - 0x1p63, static_cast<int>(random() % 1900) - 1000);
  };
  const auto perhaps = [&] { return random() % 3 == 0 ? std::nullopt : std::optional(number()); };
  std::vector<Observation> all;
  for (int k = 0; k < 200; ++k)
    all.push_back({.series = name(),
                   .x = name(),
                   .metric = "normalised_error",
                   .trials = random() >> (random() % 64),
                   .mean = number(),
                   .standard_error = perhaps(),
                   .q10 = perhaps(),
                   .median = perhaps(),
                   .q90 = perhaps()});
  return all;
}

}  // namespace sotto::test
