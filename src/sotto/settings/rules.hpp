// SPDX-License-Identifier: MIT
// What a number must be, as a check and as the words of the error text: one object, so they cannot disagree.
#pragma once

#include <cstdint>
#include <functional>
#include <limits>
#include <string>

namespace sotto {

/// A condition on a finite number; infinities and NaN never reach it, they are always refused.
struct RealRule {
  std::string text;  ///< follows "must be": "a finite number > 0"
  std::function<bool(double)> holds;
  double placeholder = 0.5;  ///< what a refused or missing value is replaced by until the faults are thrown
};

struct IntegerRange {
  std::int64_t least = std::numeric_limits<std::int64_t>::min();
  std::int64_t most = std::numeric_limits<std::int64_t>::max();

  bool holds(std::int64_t value) const { return least <= value && value <= most; }
  std::string text() const;  ///< "a whole number between 1 and 100"
};

struct Interval {
  double least;
  double most;
};

RealRule any_finite();
RealRule positive_finite();      ///< > 0
RealRule non_negative_finite();  ///< >= 0
RealRule probability_open();     ///< strictly between 0 and 1
RealRule within(Interval ends);  ///< ends included
RealRule strictly_within(Interval ends);
RealRule greater_than(double bound);

}  // namespace sotto
