// SPDX-License-Identifier: MIT
#include "sotto/consensus/released_error.hpp"

#include <cmath>

namespace sotto {
namespace {

/// Whether errors of the released mean follow x(t) = (1 - 1/t) z + x*/t, and the last message is the result.
bool is_running_mean(const Plan& plan) {
  const PlanRequest& request = plan.request();
  return request.output == Output::last && request.acceleration == Acceleration::none &&
         request.step != StepRule::constant;
}

/// sum_t (what the noise of round t becomes in the result)^2, from the last round back: e(t+1) = a_t (e(t) + m_t (e(t)
/// - e(t-1))) + n(t), with a_t = 1 - mu eta_t and momentum m_t.
double squared_noise_in_result(const Plan& plan) {
  const double mu = plan.request().constants.curvature.strong_convexity;
  const auto a = [&](Round t) { return 1 - mu * plan.step(t); };
  double sum = 0, after = 0, after_next = 0;  // of messages t+1 and t+2
  const Round T = plan.gradient_rounds();
  for (Round t = T; t >= 1; --t) {
    const double kept = t < T ? a(t + 1) * (1 + plan.momentum(t + 1)) * after : 0;
    const double lost = t + 1 < T ? a(t + 2) * plan.momentum(t + 2) * after_next : 0;
    const double now = plan.output_weight(t) + kept - lost;
    sum += std::pow(now * plan.noise_scale(t).standard_deviation(), 2);
    after_next = after;
    after = now;
  }
  return sum;
}

}  // namespace

double exact_mean_estimation_error(const Plan& plan, double dimension, NodeId nodes) {
  if (!is_running_mean(plan)) return dimension / nodes * squared_noise_in_result(plan);
  const double T = plan.gradient_rounds();
  double sum = 0;
  for (Round t = 1; t <= plan.gradient_rounds(); ++t) {
    const double scaled = (t / T) * plan.noise_scale(t).standard_deviation();
    sum += scaled * scaled;
  }
  return dimension / nodes * sum;
}

}  // namespace sotto
