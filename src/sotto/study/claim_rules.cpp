// SPDX-License-Identifier: MIT
// What the rules of all claims share.
#include "sotto/study/claim_rules.hpp"

#include <fmt/format.h>

#include <stdexcept>

#include "sotto/study/judgement.hpp"

namespace sotto {

std::string_view name_of(Judgement judgement) {
  switch (judgement) {
    case Judgement::holds:
      return "holds";
    case Judgement::in_part:
      return "holds in part";
    case Judgement::does_not_hold:
      return "does not hold";
  }
  return "";
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
