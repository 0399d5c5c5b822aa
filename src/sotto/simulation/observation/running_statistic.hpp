// SPDX-License-Identifier: MIT
// Mean and standard error of a metric over trials, without keeping the trials.
#pragma once

#include <cmath>
#include <cstdint>

#include "sotto/arithmetic/anywhere.hpp"

namespace sotto {

/// How many trials are summed up together before their sums are merged. A constant of the program and not of the
/// machine: last digits depend on it.
inline constexpr std::uint32_t trials_per_chunk = 16;

/// Sums of values and of their squares, both taken from a pivot near the values, so that no digits are lost however far
/// from 0 they lie.
class RunningStatistic {
 public:
  /// The pivot is the first value, or the mean of what was merged.
  struct Sums {
    std::uint64_t count = 0;
    double pivot = 0;
    double sum = 0;
    double squares = 0;
  };

  RunningStatistic() = default;
  SOTTO_ANYWHERE explicit RunningStatistic(const Sums& sums) : sums_(sums) {}

  SOTTO_ANYWHERE void add(double value) {
    if (sums_.count++ == 0) sums_.pivot = value;
    const double from_pivot = value - sums_.pivot;
    sums_.sum += from_pivot;
    sums_.squares += from_pivot * from_pivot;
  }

  /// As if the other's values had been added too, but for rounding: Chan's formula. The order of merging matters for
  /// the last digits, so it must be a fixed one.
  SOTTO_ANYWHERE void merge(const RunningStatistic& other) {
    if (other.count() == 0) return;
    if (count() == 0) {
      sums_ = other.sums_;
      return;
    }
    const auto a = static_cast<double>(count()), b = static_cast<double>(other.count());
    const double apart = other.mean() - mean();
    sums_ = {.count = count() + other.count(),
             .pivot = mean() + apart * (b / (a + b)),
             .sum = 0,
             .squares = squared_deviations() + other.squared_deviations() + apart * apart * (a / (a + b) * b)};
  }

  SOTTO_ANYWHERE std::uint64_t count() const { return sums_.count; }
  SOTTO_ANYWHERE double mean() const {
    return count() == 0 ? 0.0 : sums_.pivot + sums_.sum / static_cast<double>(count());
  }

  /// The standard error of the mean; 0 when there are fewer than two values to tell from.
  double standard_error() const {
    const auto n = static_cast<double>(count());
    return count() < 2 ? 0.0 : std::sqrt(squared_deviations() / (n - 1) / n);
  }

  SOTTO_ANYWHERE const Sums& sums() const { return sums_; }

 private:
  /// Around the mean. What rounding leaves below 0 is 0; NaN stays.
  SOTTO_ANYWHERE double squared_deviations() const {
    const double left = sums_.squares - sums_.sum * (sums_.sum / static_cast<double>(count()));
    return left < 0 ? 0.0 : left;
  }

  Sums sums_;
};

}  // namespace sotto
