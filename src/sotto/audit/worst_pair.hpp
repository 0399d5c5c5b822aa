// SPDX-License-Identifier: MIT
// The pair of records that a linear model tells apart best, and the point where it does: searched for among all that is
// declared, without looking at a record.
#pragma once

#include <functional>
#include <vector>

#include "sotto/problem/linear_model.hpp"

namespace sotto {

struct PlantedRecord {
  std::vector<double> row;
  double label = 0;
};

struct WorstPair {
  PlantedRecord data;
  PlantedRecord neighbour;
  std::vector<double> point;  ///< of the domain, where their gradients differ most
  double apart;               ///< ||grad l(point; data) - grad l(point; neighbour)|| there
};

/// Everything here is public.
struct WorstPairSearch {
  const LinearModelSetting& setting;
  const Domain& domain;
  /// Turns any vector into a row that is possible, near it.
  std::function<void(std::span<const double> wish, std::span<double> row)> write_row;
  bool rows_may_be_zero;
  std::vector<double> labels;
  double first_share;  ///< of the cost, spent in round 1, where the node stands at Proj(0) whatever neighbours say
  std::uint64_t seed;
};

/// Ascent from several starts: each record in turn, then the point. It does not prove that no pair is worse.
WorstPair find_worst_pair(const WorstPairSearch& search);

}  // namespace sotto
