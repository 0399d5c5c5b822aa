// SPDX-License-Identifier: MIT
// What a ledger books for a plan.
#include "sotto/consensus/plan.hpp"
#include "sotto/privacy/ledger_units.hpp"
#include "sotto/privacy/safe_side.hpp"

namespace sotto {
namespace {

LedgerUnits units_against(Threat threat, const Plan& plan, Round gradient) {
  const auto sigma = static_cast<double>(plan.lattice_round(gradient).sigma);
  const auto p = static_cast<double>(dimension(*plan.request().lattice));
  const double hiding = noises_that_hide(plan.request().mechanism, threat);
  return units_of({.alpha = plan.cost(gradient, threat) * (1 + few_ulps),
                   .total_variation = p * discrete_noise_distance / (sigma * sigma) / hiding * (1 + few_ulps)});
}

}  // namespace

BookedUnits units_of_round(const Plan& plan, Round t) {
  if (plan.timetable().kind(t) != RoundKind::gradient) return {};
  const Round gradient = plan.timetable().number(t);
  return {.planned = units_against(plan.threat(), plan, gradient),
          .all_others = units_against(Threat::all_others(), plan, gradient)};
}

BookedUnits units_of_dearest_round(const Plan& plan) {
  BookedUnits dearest;
  for (Round t = 1; t < plan.timetable().hand_over(); ++t) dearest = larger_of(dearest, units_of_round(plan, t));
  return dearest;
}

BookedUnits units_of_run(const Plan& plan) {
  BookedUnits sum;
  for (Round t = 1; t < plan.timetable().hand_over(); ++t) sum = sum + units_of_round(plan, t);
  const BookedUnits dearest = units_of_dearest_round(plan);
  for (Round spare = 0; spare < spare_rounds(plan.request().mechanism); ++spare) sum = sum + dearest;
  return sum;
}

}  // namespace sotto
