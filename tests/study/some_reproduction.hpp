// SPDX-License-Identifier: MIT
// Made-up points for claims to be judged by.
#pragma once

#include <string>
#include <utility>
#include <vector>

#include "sotto/study/claims.hpp"
#include "sotto/study/curve.hpp"

namespace sotto::test {

using Observations = std::vector<Observation>;

/// A point that nobody measured has no trials and no standard error.
inline Observation observation(const std::string& series, const std::string& metric, const MeasuredPoint& point) {
  Observation made{.series = series,
                   .x = std::to_string(point.x),
                   .metric = metric,
                   .trials = point.standard_error > 0 ? 400U : 0U,
                   .mean = point.mean,
                   .standard_error = {},
                   .q10 = {},
                   .median = {},
                   .q90 = {}};
  if (point.standard_error > 0) made.standard_error = point.standard_error;
  return made;
}

inline void add(Observations& to, const std::string& series, const std::string& metric, const Curve& curve) {
  for (const MeasuredPoint& point : curve) to.push_back(observation(series, metric, point));
}

inline Observations together(Observations first, const Observations& second) {
  first.insert(first.end(), second.begin(), second.end());
  return first;
}

/// Whether the evidence has all of these numbers.
inline bool tells(const ClaimVerdict& verdict, const std::vector<std::string>& numbers) {
  for (const std::string& number : numbers)
    if (verdict.evidence.find(number) == std::string::npos) return false;
  return true;
}

}  // namespace sotto::test
