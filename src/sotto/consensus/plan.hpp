// SPDX-License-Identifier: MIT
// The plan of a run: steps and noise for T rounds within a budget. Checked, immutable, public.
#pragma once

#include <vector>

#include "sotto/privacy/accountant.hpp"
#include "sotto/privacy/budget.hpp"
#include "sotto/privacy/noise_scale.hpp"
#include "sotto/privacy/schedule.hpp"
#include "sotto/problem/objective.hpp"

namespace sotto {

/// What a plan is made from. All of it is public; none of it may come from records.
struct PlanRequest {
  PrivacyBudget budget;
  Round gradient_rounds;  ///< T
  PublicConstants constants;
  Accountant accountant = Accountant::exact;
  NoiseSchedule schedule = NoiseSchedule::constant;
  StepRule step = StepRule::shifted;
};

class Plan {
 public:
  Round gradient_rounds() const { return static_cast<Round>(steps_.size()); }
  double step(Round t) const { return steps_[t - 1]; }
  NoiseScale noise_scale(Round t) const { return NoiseScale(noise_scales_[t - 1]); }

  /// Delta(t)^2 / M_t^2, the cost of a round to the node that speaks, whoever else colludes.
  double cost(Round t) const;

  double alpha_limit() const { return alpha_limit_; }
  double alpha_spent() const { return alpha_spent_; }
  const PlanRequest& request() const { return request_; }

 private:
  friend Plan make_plan(const PlanRequest& request);
  explicit Plan(const PlanRequest& request) : request_(request) {}

  PlanRequest request_;
  std::vector<double> steps_;
  std::vector<double> noise_scales_;
  double alpha_limit_ = 0;
  double alpha_spent_ = 0;
};

/// The only way to a Plan. Refuses (InvalidInput) what the accountant refuses; reports all faults at once.
Plan make_plan(const PlanRequest& request);

/// What an accountant says a plan's epsilon is, at the delta of its budget.
double epsilon_of(Accountant accountant, const Plan& plan);

}  // namespace sotto
