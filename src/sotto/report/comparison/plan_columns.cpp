// SPDX-License-Identifier: MIT
#include "sotto/report/comparison/plan_columns.hpp"

namespace sotto {

PlanColumns::PlanColumns(const std::vector<PlanResult>& plans) {
  for (const PlanResult& result : plans) {
    const PlanRequest& request = result.plan.request();
    masked_ = masked_ || result.plan.is_masked();
    mixing_ = mixing_ || request.mixing_rounds > 1;
    acceleration_ = acceleration_ || request.acceleration != Acceleration::none;
    output_ = output_ || request.output != Output::last;
  }
}

std::vector<std::string> PlanColumns::names_of_choices() const {
  std::vector<std::string> names;
  if (mixing_) names.emplace_back("K");
  if (acceleration_) names.emplace_back("acceleration");
  if (output_) names.emplace_back("output");
  return names;
}

std::vector<std::string> PlanColumns::choices_of(const Plan& plan) const {
  const PlanRequest& request = plan.request();
  std::vector<std::string> cells;
  if (mixing_) cells.push_back(std::to_string(request.mixing_rounds));
  if (acceleration_) cells.emplace_back(name_of(request.acceleration));
  if (output_) cells.emplace_back(name_of(request.output));
  return cells;
}

}  // namespace sotto
