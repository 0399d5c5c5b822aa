// SPDX-License-Identifier: MIT
// A series of a figure as numbers: what claims are judged by, and what their rules share.
#pragma once

#include <string>
#include <vector>

#include "sotto/simulation/observation/observation.hpp"

namespace sotto {

struct MeasuredPoint {
  double x;
  double mean;
  double standard_error;  ///< 0 where nothing was measured
};
using Curve = std::vector<MeasuredPoint>;

/// The points of a series along x, as the table has them; empty where it has none.
Curve curve_of(const std::vector<Observation>& observations, const std::string& series, const std::string& metric);

/// By how many of its standard errors the first mean exceeds the second.
double excess(const MeasuredPoint& a, const MeasuredPoint& b);

/// d ln(mean) / d ln(x) by least squares, every point weighted by its relative standard error; with its own.
struct Slope {
  double value;
  double standard_error;
};
Slope log_slope(const Curve& curve);

/// A difference is seen from this many standard errors on: by luck once in 740 judgements.
inline constexpr double sure = 3;

/// A curve that an experiment of ours has; std::logic_error where it lacks it.
Curve required(const std::vector<Observation>& observations, const std::string& series, const std::string& metric);

/// "0.00128 +- 3e-05"
std::string value_with_doubt(const MeasuredPoint& point);

}  // namespace sotto
