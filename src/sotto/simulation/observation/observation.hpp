// SPDX-License-Identifier: MIT
// One line of a tidy table: a metric of a series at a point of an axis, over trials.
#pragma once

#include <cstdint>
#include <optional>
#include <string>

namespace sotto {

struct Observation {
  std::string series;
  std::string x;  ///< as the axis has it: a number's shortest text, or a word such as "ring"
  std::string metric;
  std::uint64_t trials;
  double mean;
  std::optional<double> standard_error;    ///< nothing for fewer than two trials, or for what is not measured (a bound)
  std::optional<double> q10, median, q90;  ///< over trials; nothing where they were not kept
  bool operator==(const Observation&) const = default;
};

/// What is observed, where and of what.
struct ObservedPlace {
  std::string series;
  std::string x;
  std::string metric;
};

/// A value that is not measured: of a theory or a bound.
Observation not_measured(ObservedPlace place, double value);

}  // namespace sotto
