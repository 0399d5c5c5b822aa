// SPDX-License-Identifier: MIT
#include "sotto/study/claim_rules.hpp"

#include <fmt/format.h>

#include <stdexcept>

namespace sotto {

Curve required(const std::vector<Observation>& observations, const std::string& series, const std::string& metric) {
  Curve curve = curve_of(observations, series, metric);
  if (curve.size() < 2) throw std::logic_error("an experiment lacks " + series + ", " + metric);  // a bug of ours
  return curve;
}

std::string value_with_doubt(const MeasuredPoint& point) {
  return fmt::format("{:.3g} +- {:.1g}", point.mean, point.standard_error);
}

}  // namespace sotto
