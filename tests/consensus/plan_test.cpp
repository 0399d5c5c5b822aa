// SPDX-License-Identifier: MIT
// Plans: never above the budget, the paper's formulas, and everything the accountant refuses is refused.
#include "sotto/consensus/plan.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>

#include "support/random_points.hpp"

namespace sotto {
namespace {

PlanRequest request(Round T) {
  return {.budget = {4, 1e-3},
          .gradient_rounds = T,
          .constants = {.curvature = {2, 6}, .record_sensitivity = 3, .gradient_bound = 100}};
}

TEST(Plan, NeverSpendsMoreThanTheLimitAndAllOfItByDefault) {
  test::RandomPoints points(1);
  for (int k = 0; k < 300; ++k)
    for (NoiseSchedule schedule : all_schedules)
      for (StepRule step : all_step_rules) {
        PlanRequest r = request(static_cast<Round>(1 + points.below(300)));
        r.budget = {points.log_uniform({1e-3, 100}), points.log_uniform({1e-200, 0.4})};
        const double mu = points.log_uniform({1e-6, 1e6});
        r.constants = {.curvature = {mu, mu * points.log_uniform({1, 1e5})},
                       .record_sensitivity = points.log_uniform({1e-6, 1e6}),
                       .gradient_bound = 1};
        r.schedule = schedule;
        r.step = step;
        const Plan plan = make_plan(r);
        long double sum = 0;
        for (Round t = 1; t <= plan.gradient_rounds(); ++t) {
          const long double ratio = static_cast<long double>(plan.step(t)) * r.constants.record_sensitivity /
                                    plan.noise_scale(t).standard_deviation();
          sum += ratio * ratio;
        }
        EXPECT_LE(sum, plan.alpha_spent());
        EXPECT_LE(plan.alpha_spent(), plan.alpha_limit());
        if (schedule != NoiseSchedule::paper) {
          EXPECT_GE(plan.alpha_spent(), plan.alpha_limit() * (1 - 1e-13));
        }
        EXPECT_LE(epsilon_of(r.accountant, plan), r.budget.epsilon * (1 + 1e-9));
      }
}

TEST(Plan, WithThePapersStepsAndScheduleHasThePapersNoise) {
  PlanRequest r = request(50);
  r.step = StepRule::paper;
  r.schedule = NoiseSchedule::paper;
  r.accountant = Accountant::paper;
  const Plan plan = make_plan(r);
  const double c = (2.0 + 6.0) / (2 * 2.0 * 6.0), kappa = 16 / (4 + 2 * std::log(2 / 1e-3)) / 9;
  for (Round t = 1; t <= 50; ++t) {
    EXPECT_NEAR(plan.step(t), c / t, 1e-15 * c);
    const double M2 = 2 / kappa * c * c * std::sqrt(50.0) / (t * std::sqrt(static_cast<double>(t)));
    EXPECT_NEAR(std::pow(plan.noise_scale(t).standard_deviation(), 2) / M2, 1, 1e-13);
  }
}

TEST(Plan, ByDefaultSpendsTheSameInEveryRound) {
  const Plan plan = make_plan(request(40));
  for (Round t = 1; t <= 40; ++t) EXPECT_NEAR(plan.cost(t) * 40 / plan.alpha_limit(), 1, 1e-12);
}

TEST(Plan, EveryBadNumberIsRefusedAllAtOnce) {
  const double nan = std::nan("");
  try {
    make_plan({.budget = {-1, 2}, .gradient_rounds = 0, .constants = {{0, nan}, -3, 1}});
    FAIL();
  } catch (const InvalidInput& refused) {
    EXPECT_EQ(refused.faults().size(), 6u) << refused.what();
  }
  for (double bad : {0.0, -1.0, nan, std::numeric_limits<double>::infinity()}) {
    PlanRequest r = request(5);
    r.constants.record_sensitivity = bad;
    EXPECT_THROW(make_plan(r), InvalidInput);
  }
  PlanRequest flatter = request(5);
  flatter.constants.curvature = {6, 2};
  EXPECT_THROW(make_plan(flatter), InvalidInput);
}

TEST(Plan, ByEveryAccountantKeepsTheBudgetForEverySchedule) {
  for (Accountant accountant : all_accountants)
    for (NoiseSchedule schedule : all_schedules) {
      PlanRequest r = request(200);
      r.accountant = accountant;
      r.schedule = schedule;
      const Plan plan = make_plan(r);
      EXPECT_LE(plan.alpha_spent(), plan.alpha_limit());
      EXPECT_LE(epsilon_of(accountant, plan.total_cost(), r.budget.delta, shares_of(plan)), 4 * (1 + 1e-10));
      EXPECT_LE(epsilon_of(Accountant::exact, plan), 4);
      EXPECT_EQ(alpha_limit(accountant, plan), plan.alpha_limit());
    }
}

TEST(Plan, TellsWhatAnotherAccountantWouldAllow) {
  PlanRequest r = request(150);
  r.schedule = NoiseSchedule::paper;
  const Plan plan = make_plan(r);
  for (Accountant accountant : all_accountants) {
    r.accountant = accountant;
    EXPECT_NEAR(alpha_limit(accountant, plan) / make_plan(r).alpha_limit(), 1, 1e-9) << name_of(accountant);
  }
}

TEST(Plan, ForAddRemoveIsRefusedWhereAConstantUsesTheNumberOfRecords) {
  PlanRequest r = request(5);
  r.budget.adjacency = Adjacency::add_remove;
  EXPECT_EQ(make_plan(r).alpha_limit(), make_plan(request(5)).alpha_limit());
  r.constants.uses_record_count = true;
  try {
    make_plan(r);
    FAIL();
  } catch (const InvalidInput& refused) {
    ASSERT_EQ(refused.faults().size(), 1U);
    EXPECT_EQ(refused.faults()[0].field, "privacy.adjacency");
    EXPECT_NE(refused.faults()[0].rule.find("number of records"), std::string::npos);
  }
  r.budget.adjacency = Adjacency::replace_one;
  EXPECT_NO_THROW(make_plan(r));
}

TEST(Plan, ScalesThatDoNotFitADoubleAreRefused) {
  PlanRequest r = request(5);
  r.constants.curvature = {1e-200, 1e-200};
  r.constants.record_sensitivity = 1e200;
  EXPECT_THROW(make_plan(r), InvalidInput);
}

}  // namespace
}  // namespace sotto
