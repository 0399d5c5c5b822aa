// SPDX-License-Identifier: MIT
#include "sotto/study/curve.hpp"

#include <fmt/format.h>

#include <cmath>
#include <cstdlib>
#include <limits>
#include <stdexcept>

namespace sotto {

Curve curve_of(const std::vector<Observation>& observations, const std::string& series, const std::string& metric) {
  Curve curve;
  for (const Observation& seen : observations)
    if (seen.series == series && seen.metric == metric)
      curve.push_back({std::strtod(seen.x.c_str(), nullptr), seen.mean, seen.standard_error.value_or(0)});
  return curve;
}

double excess(const MeasuredPoint& a, const MeasuredPoint& b) {
  const double doubt = std::hypot(a.standard_error, b.standard_error);
  if (doubt == 0) return a.mean == b.mean ? 0 : std::copysign(std::numeric_limits<double>::infinity(), a.mean - b.mean);
  return (a.mean - b.mean) / doubt;
}

Slope log_slope(const Curve& curve) {
  double w = 0, wx = 0, wy = 0, wxx = 0, wxy = 0;
  for (const MeasuredPoint& point : curve) {
    const double relative = point.standard_error > 0 ? point.standard_error / point.mean : 1e-6;
    const double weight = 1 / (relative * relative), x = std::log(point.x), y = std::log(point.mean);
    w += weight;
    wx += weight * x;
    wy += weight * y;
    wxx += weight * x * x;
    wxy += weight * x * y;
  }
  const double spread = wxx - wx * wx / w;
  return {.value = (wxy - wx * wy / w) / spread, .standard_error = 1 / std::sqrt(spread)};
}

Curve required(const std::vector<Observation>& observations, const std::string& series, const std::string& metric) {
  Curve curve = curve_of(observations, series, metric);
  if (curve.size() < 2) throw std::logic_error("an experiment lacks " + series + ", " + metric);  // a bug of ours
  return curve;
}

std::string value_with_doubt(const MeasuredPoint& point) {
  return fmt::format("{:.3g} +- {:.1g}", point.mean, point.standard_error);
}

}  // namespace sotto
