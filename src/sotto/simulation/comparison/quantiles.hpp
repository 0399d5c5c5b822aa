// SPDX-License-Identifier: MIT
// Quantiles of a metric over trials, without keeping the trials: counts in buckets of a fixed relative width.
#pragma once

#include <array>
#include <cstdint>
#include <map>
#include <utility>

#include "sotto/simulation/observation/observation.hpp"
#include "sotto/simulation/observation/running_statistic.hpp"

namespace sotto {

/// For values that are not negative. A bucket is an exponent and the first seven bits after the leading one, so no
/// logarithm is rounded, and merging adds whole numbers: neither order nor grouping of the trials can be seen.
class Quantiles {
 public:
  /// An answer is within this of a value that a trial had. What is below the smallest normal double counts as 0.
  static constexpr double relative_accuracy = 1.0 / 256;
  /// The probabilities that reports show.
  static constexpr std::array<double, 3> shown{0.05, 0.5, 0.95};

  /// How many values lie in each bucket that has some.
  using Buckets = std::map<std::uint32_t, std::uint64_t>;

  Quantiles() = default;
  explicit Quantiles(Buckets buckets);

  void add(double value);
  void merge(const Quantiles& other);

  const Buckets& buckets() const { return buckets_; }
  std::uint64_t count() const { return count_; }
  /// The least value that is not exceeded by at least this share of all. Infinity where values were not finite; 0 of
  /// none.
  double at(double probability) const;

 private:
  std::uint64_t count_ = 0;
  Buckets buckets_;
};

/// Mean, standard error and quantiles.
class Metric : public RunningStatistic {
 public:
  Metric() = default;
  Metric(const RunningStatistic& statistic, Quantiles quantiles)
      : RunningStatistic(statistic), quantiles_(std::move(quantiles)) {}

  void add(double value) {
    RunningStatistic::add(value);
    quantiles_.add(value);
  }
  void merge(const Metric& other) {
    RunningStatistic::merge(other);
    quantiles_.merge(other.quantiles_);
  }
  const Quantiles& quantiles() const { return quantiles_; }

 private:
  Quantiles quantiles_;
};

Observation observation_of(ObservedPlace place, const RunningStatistic& statistic);
Observation observation_of(ObservedPlace place, const Metric& metric);

}  // namespace sotto
