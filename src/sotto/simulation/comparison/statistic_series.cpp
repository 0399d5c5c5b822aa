// SPDX-License-Identifier: MIT
// A statistic for every round of a trial.
#include "sotto/simulation/comparison/statistic_series.hpp"

#include <algorithm>

namespace sotto {

StatisticSeries::StatisticSeries(std::span<const RunningStatistic::Sums> sums) {
  resize(sums.size());
  for (std::size_t k = 0; k < sums.size(); ++k) set(k, sums[k]);
}

void StatisticSeries::add(std::span<const double> values) {
  const std::size_t known = std::min(size(), values.size());
  for (std::size_t k = 0; k < known; ++k) {
    const double from_pivot = values[k] - pivots_[k];
    sums_[k] += from_pivot;
    squares_[k] += from_pivot * from_pivot;
    ++counts_[k];
  }
  if (known == values.size()) return;
  resize(values.size());
  for (std::size_t k = known; k < values.size(); ++k) {
    RunningStatistic first;
    first.add(values[k]);
    set(k, first.sums());
  }
}

void StatisticSeries::merge(const StatisticSeries& other) {
  if (size() < other.size()) resize(other.size());
  for (std::size_t k = 0; k < other.size(); ++k) {
    RunningStatistic both = (*this)[k];
    both.merge(other[k]);
    set(k, both.sums());
  }
}

RunningStatistic StatisticSeries::operator[](std::size_t k) const {
  return RunningStatistic({.count = counts_[k], .pivot = pivots_[k], .sum = sums_[k], .squares = squares_[k]});
}

void StatisticSeries::resize(std::size_t size) {
  counts_.resize(size);
  pivots_.resize(size);
  sums_.resize(size);
  squares_.resize(size);
}

void StatisticSeries::set(std::size_t k, const RunningStatistic::Sums& sums) {
  counts_[k] = sums.count;
  pivots_[k] = sums.pivot;
  sums_[k] = sums.sum;
  squares_[k] = sums.squares;
}

}  // namespace sotto
