// SPDX-License-Identifier: MIT
// Quantiles of a metric over trials.
#include "sotto/simulation/comparison/quantiles.hpp"

#include <bit>
#include <limits>
#include <utility>

namespace sotto {
namespace {

constexpr int bits_dropped = 52 - 7;
constexpr std::uint32_t bucket_of_zero = 0;
constexpr std::uint32_t bucket_of_not_finite = std::numeric_limits<std::uint32_t>::max();

std::uint32_t bucket_of(double value) {
  if (!std::isfinite(value)) return bucket_of_not_finite;
  if (value < std::numeric_limits<double>::min()) return bucket_of_zero;
  return static_cast<std::uint32_t>(std::bit_cast<std::uint64_t>(value) >> bits_dropped);
}

double middle_of(std::uint32_t bucket) {
  if (bucket == bucket_of_not_finite) return std::numeric_limits<double>::infinity();
  if (bucket == bucket_of_zero) return 0;
  constexpr std::uint64_t half = std::uint64_t{1} << (bits_dropped - 1);
  return std::bit_cast<double>((std::uint64_t{bucket} << bits_dropped) | half);
}

}  // namespace

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
    if (static_cast<double>(reached) >= wanted) return middle_of(bucket);
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
