// SPDX-License-Identifier: MIT
// A statistic for every round of a trial, each over the trials that came to that round.
#pragma once

#include <span>
#include <vector>

#include "sotto/simulation/observation/running_statistic.hpp"

namespace sotto {

/// The k-th value of every trial belongs to the k-th statistic. Trials may have different numbers of rounds.
class StatisticSeries {
 public:
  StatisticSeries() = default;
  explicit StatisticSeries(std::span<const RunningStatistic::Sums> sums);

  void add(std::span<const double> values);
  void merge(const StatisticSeries& other);

  std::size_t size() const { return counts_.size(); }
  RunningStatistic operator[](std::size_t k) const;

 private:
  void resize(std::size_t size);
  void set(std::size_t k, const RunningStatistic::Sums& sums);

  std::vector<std::uint64_t> counts_;
  std::vector<double> pivots_, sums_, squares_;  ///< arrays, so that one addition does several rounds
};

}  // namespace sotto
