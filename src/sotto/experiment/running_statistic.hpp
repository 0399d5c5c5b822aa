// SPDX-License-Identifier: MIT
// Mean and standard error of a metric over trials, without keeping the trials.
#pragma once

#include <cmath>
#include <cstdint>

namespace sotto {

class RunningStatistic {
 public:
  void add(double value) {
    ++count_;
    const double from_old_mean = value - mean_;
    mean_ += from_old_mean / static_cast<double>(count_);
    sum_of_squares_ += from_old_mean * (value - mean_);
  }

  std::uint64_t count() const { return count_; }
  double mean() const { return mean_; }

  /// Of the mean; 0 when there are fewer than two values to tell from.
  double standard_error() const {
    const auto n = static_cast<double>(count_);
    return count_ < 2 ? 0.0 : std::sqrt(sum_of_squares_ / (n - 1) / n);
  }

 private:
  std::uint64_t count_ = 0;
  double mean_ = 0;
  double sum_of_squares_ = 0;
};

}  // namespace sotto
