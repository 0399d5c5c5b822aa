// SPDX-License-Identifier: MIT
// Quantiles of a metric over trials.
#include "sotto/simulation/comparison/quantiles.hpp"

#include <utility>

#include "sotto/simulation/observation/buckets.hpp"

namespace sotto {
Quantiles::Quantiles(Buckets buckets) : buckets_(std::move(buckets)) {
  for (const auto& [bucket, count] : buckets_) count_ += count;
}

void Quantiles::add(double value) {
  ++count_;
  ++buckets_[bucket_of(value)];
}

void Quantiles::merge(const Quantiles& other) {
  count_ += other.count_;
  for (const auto& [bucket, count] : other.buckets_) buckets_[bucket] += count;
}

double Quantiles::at(double probability) const {
  const double wanted = probability * static_cast<double>(count_);
  std::uint64_t reached = 0;
  for (const auto& [bucket, count] : buckets_) {
    reached += count;
    if (static_cast<double>(reached) >= wanted) return middle_of_bucket(bucket);
  }
  return 0;
}

Observation observation_of(ObservedPlace place, const RunningStatistic& statistic) {
  Observation seen = not_measured(std::move(place), statistic.mean());
  seen.trials = statistic.count();
  if (statistic.count() > 1) seen.standard_error = statistic.standard_error();
  return seen;
}

Observation observation_of(ObservedPlace place, const Metric& metric) {
  Observation seen = observation_of(std::move(place), static_cast<const RunningStatistic&>(metric));
  seen.q10 = metric.quantiles().at(0.1);
  seen.median = metric.quantiles().at(0.5);
  seen.q90 = metric.quantiles().at(0.9);
  return seen;
}

}  // namespace sotto
