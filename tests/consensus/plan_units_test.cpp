// SPDX-License-Identifier: MIT
// What a ledger books for a plan: never less than it costs, and never more than the promise it was planned for.
#include <gtest/gtest.h>

#include <cmath>

#include "sotto/consensus/plan.hpp"
#include "sotto/problem/mean_estimation.hpp"
#include "support/random_points.hpp"

namespace sotto {
namespace {

/// A plan on the lattice from random public numbers; nothing where the accountant or the lattice refuses them.
std::optional<Plan> random_plan(test::RandomPoints& points) {
  const std::size_t p = 1 + points.below(200);
  const double radius = points.log_uniform({1e-2, 1e2});
  const Domain domain = points.below(2) == 0 ? Domain(Box{p, radius}) : Domain(Ball{p, radius});
  PlanRequest request{.budget = {points.log_uniform({1e-2, 12}), points.log_uniform({1e-10, 0.01})},
                      .gradient_rounds = static_cast<Round>(1 + points.below(points.below(8) == 0 ? 1000 : 60)),
                      .constants = MeanEstimation::constants_for(domain, 1 + points.below(1000)),
                      .lattice = domain};
  request.accountant = all_accountants[points.below(all_accountants.size())];
  request.schedule = all_schedules[points.below(all_schedules.size())];
  request.step = all_step_rules[points.below(all_step_rules.size())];
  try {
    return make_plan(request);
  } catch (const InvalidInput&) {
    return std::nullopt;
  }
}

/// Made once: the accountants' searches take their time.
const std::vector<Plan>& random_plans() {
  static const std::vector<Plan> plans = [] {
    test::RandomPoints points(1);
    std::vector<Plan> made;
    for (int k = 0; k < 150; ++k)
      if (const std::optional<Plan> plan = random_plan(points)) made.push_back(*plan);
    return made;
  }();
  EXPECT_GT(plans.size(), 100u);
  return plans;
}

TEST(UnitsOfAPlan, FitADatasetThatPromisesTheSame) {
  int outside = 0;  // whose total variation alone is more than is set aside
  for (const Plan& plan : random_plans()) {
    const PlanRequest& request = plan.request();
    const LedgerUnits run = units_of_run(plan).planned;
    const bool within = run.total_variation <= total_variation_limit_in_units(request.budget);
    outside += within ? 0 : 1;
    EXPECT_EQ(fits(request.budget, run), within)
        << name_of(request.accountant) << " epsilon " << request.budget.epsilon << " delta " << request.budget.delta
        << " T " << request.gradient_rounds << " p " << dimension(*request.lattice);
  }
  EXPECT_LT(outside, 10);
}

TEST(UnitsOfAPlan, OfTheExactAccountantLeaveHardlyAnythingAndASecondRunDoesNotFit) {
  for (const Plan& plan : random_plans()) {
    const PlanRequest& request = plan.request();
    if (request.accountant != Accountant::exact || request.schedule != NoiseSchedule::constant) continue;
    const LedgerUnits run = units_of_run(plan).planned;
    if (!fits(request.budget, run)) continue;
    const auto limit = static_cast<double>(alpha_limit_in_units(request.budget, run.total_variation));
    EXPECT_GT(static_cast<double>(run.alpha), limit * (1 - 1e-3) - 4.0 * request.gradient_rounds);
    EXPECT_FALSE(fits(request.budget, run + run));
  }
}

TEST(UnitsOfAPlan, AreTheSumOfItsRoundsAndStageTwoCostsNothing) {
  for (const Plan& plan : random_plans()) {
    BookedUnits sum;
    for (Round t = 1; t <= plan.gradient_rounds() + 5; ++t) sum = sum + units_of_round(plan, t);
    EXPECT_EQ(sum, units_of_run(plan));
    EXPECT_EQ(units_of_round(plan, plan.gradient_rounds() + 1), BookedUnits{});
  }
}

TEST(UnitsOfAPlan, AreTheSameAgainstAllOthersWhereNoiseIsIndependent) {
  for (const Plan& plan : random_plans()) EXPECT_EQ(units_of_run(plan), same_for_all(units_of_run(plan).planned));
}

/// In numbers with more digits than the plan has: the ledger's rounding is up, in every round.
TEST(UnitsOfAPlan, NeverBookLessThanARoundCosts) {
  for (const Plan& plan : random_plans())
    for (Round t = 1; t <= plan.gradient_rounds(); ++t) {
      const LatticeRound& round = plan.lattice_round(t);
      const long double sigma = round.sigma, ratio = static_cast<long double>(round.sensitivity) / sigma;
      const auto p = static_cast<long double>(dimension(*plan.request().lattice));
      const LedgerUnits units = units_of_round(plan, t).planned;
      ASSERT_GE(static_cast<long double>(units.alpha), std::ldexp(ratio * ratio, LedgerUnits::alpha_bits));
      ASSERT_GE(static_cast<long double>(units.total_variation),
                std::ldexp(p * 0.0202L / (sigma * sigma), LedgerUnits::total_variation_bits));
    }
}

}  // namespace
}  // namespace sotto
