// SPDX-License-Identifier: MIT
// Steps and Laplace scales that decay geometrically.
#include "sotto/simulation/baseline/geometric_schedule.hpp"

#include <cmath>
#include <limits>

#include "sotto/input/invalid_input.hpp"
#include "sotto/privacy/safe_side.hpp"

namespace sotto {
namespace {

void check_geometric(const GeometricDecay& decay, const PureBudget& budget) {
  Faults faults;
  const auto must_be_positive = [&](const char* field, double value) {
    if (!std::isfinite(value) || !(value > 0)) faults.add({field, show(value), "must be finite and > 0"});
  };
  must_be_positive("first_step", decay.first_step);
  must_be_positive("step_ratio", decay.step_ratio);
  must_be_positive("privacy.epsilon", budget.epsilon);
  must_be_positive("sensitivity", budget.sensitivity);
  if (!(decay.noise_ratio > decay.step_ratio) || !(decay.noise_ratio < 1))
    faults.add(
        {"noise_ratio", show(decay.noise_ratio), "must lie between step_ratio = " + show(decay.step_ratio) + " and 1"});
  faults.throw_if_any();
}

/// Subnormal numbers have lost their ratio to each other, and are slow.
double normal_or_zero(double value) {
  return value < std::numeric_limits<double>::min() ? 0 : value;
}

/// More than the rounding of so many sums of positive terms can lose.
double spent_from_above(const GeometricSchedule& schedule, const PureBudget& budget) {
  double sum = 0;
  for (std::size_t k = 0; k < schedule.steps.size(); ++k)
    if (schedule.steps[k] > 0) sum += schedule.steps[k] * budget.sensitivity / schedule.noise_scales[k];
  return sum * (1 + few_ulps + 1e-16 * static_cast<double>(schedule.steps.size()));
}

}  // namespace

GeometricDecay decay_for(const Curvature& curvature) {
  const auto [mu, L] = curvature;
  const double step_ratio = L / (mu + L);
  return {.first_step = 2 / (mu + L), .step_ratio = step_ratio, .noise_ratio = std::cbrt(step_ratio)};
}

GeometricSchedule geometric_schedule(const GeometricDecay& decay, const PureBudget& budget, Round rounds) {
  check_geometric(decay, budget);
  GeometricSchedule schedule;
  double step = decay.first_step, scale = decay.first_step * budget.sensitivity / budget.epsilon;
  for (Round t = 1; t <= rounds; ++t) {
    schedule.steps.push_back(step);
    schedule.noise_scales.push_back(scale);
    step = normal_or_zero(step * decay.step_ratio);  // first 0: nothing new is said, and nothing has to be hidden
    scale = normal_or_zero(scale * decay.noise_ratio);
  }
  double spent = 0;
  while (!((spent = spent_from_above(schedule, budget)) <= budget.epsilon)) {  // a NaN is too much as well
    const double raise = spent / budget.epsilon * (1 + few_ulps);
    if (!std::isfinite(raise) || !std::isfinite(schedule.noise_scales[0] * raise))
      throw InvalidInput({"privacy.epsilon", show(budget.epsilon), "the noise scales do not fit double precision"},
                         FaultKind::numerical);
    for (double& b : schedule.noise_scales) b *= raise;
  }
  return schedule;
}

}  // namespace sotto
