// SPDX-License-Identifier: MIT
// Plans of masked sums: both promises, spare rounds, the cap on what all others learn, and what is refused.
#include <gtest/gtest.h>

#include <cmath>

#include "sotto/consensus/plan.hpp"
#include "sotto/privacy/gaussian_curve.hpp"

namespace sotto {
namespace {

constexpr Threat eavesdropper = Threat::with_members(0);

PlanRequest request_for(Mechanism mechanism, Round rounds = 20) {
  return {.budget = {1, 1e-6},
          .gradient_rounds = rounds,
          .constants = {{2, 2}, 3, 5},
          .mechanism = mechanism,
          .lattice = std::nullopt};
}

PlanRequest on_lattice(PlanRequest request) {
  request.lattice = Domain(Box{.dimension = 4, .half_side = 5});
  return request;
}

std::string refusal_of(const PlanRequest& request) {
  try {
    make_plan(request);
  } catch (const InvalidInput& refused) {
    std::string all;
    for (const Fault& fault : refused.faults()) all += fault.field + ": " + fault.rule + "\n";
    return all;
  }
  return "";
}

/// sigma_t^2 = Delta(t)^2 T / ((N - q) alpha) on the constant schedule.
TEST(MaskedPlan, NeedsAsManyTimesLessVarianceAsMembersAreHonest) {
  const Plan alone = make_plan(request_for(Independent{}));
  for (const std::uint32_t q : {0u, 1u, 3u, 8u}) {
    const Plan plan = make_plan(request_for(MaskedSums{.members = 10, .colluders = q}));
    for (const Round t : {1u, 7u, 20u}) {
      const double ratio = alone.noise_scale(t).standard_deviation() / plan.noise_scale(t).standard_deviation();
      EXPECT_NEAR(ratio * ratio, 10 - q, 1e-9);
      EXPECT_NEAR(plan.cost(t) / (plan.alpha_limit() / 20), 1, 1e-12);
    }
    EXPECT_EQ(plan.alpha_limit(), alone.alpha_limit());
    EXPECT_LE(plan.alpha_spent(), plan.alpha_limit());
  }
}

/// Computed elsewhere for N = 10, q = 3, delta = 1e-6: epsilon 1 becomes 2.89, epsilon 4 becomes 12.5.
TEST(MaskedPlan, SaysWhatAllOthersTogetherLearn) {
  for (const auto& [epsilon, all] : {std::pair{1.0, 2.89}, std::pair{4.0, 12.5}}) {
    PlanRequest request = request_for(MaskedSums{.members = 10, .colluders = 3});
    request.budget.epsilon = epsilon;
    const Plan plan = make_plan(request);
    EXPECT_NEAR(epsilon_of(Accountant::exact, plan), epsilon, 1e-6);
    EXPECT_NEAR(epsilon_of(Accountant::exact, plan, Threat::all_others()) / all, 1, 0.005);
    EXPECT_EQ(epsilon_of(Accountant::exact, plan, Threat::with_members(3)), epsilon_of(Accountant::exact, plan));
    const double one_more = epsilon_of(Accountant::exact, plan, Threat::with_members(4));
    EXPECT_GT(one_more, epsilon);
    EXPECT_LT(one_more, epsilon_of(Accountant::exact, plan, Threat::all_others()));
    EXPECT_LT(epsilon_of(Accountant::exact, plan, eavesdropper), epsilon);
  }
}

TEST(MaskedPlan, CostsAreThoseOfTheThreat) {
  const Plan plan = make_plan(on_lattice(request_for(MaskedSums{.members = 6, .colluders = 2})));
  const Cost own = plan.total_cost(), all = plan.total_cost(Threat::all_others());
  EXPECT_NEAR(all.alpha / own.alpha, 4, 1e-12);
  EXPECT_NEAR(all.total_variation / own.total_variation, 4, 1e-12);
  EXPECT_GE(all.alpha, 4 * own.alpha);
  EXPECT_NEAR(plan.total_cost(eavesdropper).alpha / own.alpha, 4.0 / 6, 1e-12);
}

/// Variance times (T + d)/T, and the whole of it fits the promise.
TEST(MaskedPlan, PaysForSpareRoundsInAdvance) {
  const Plan none = make_plan(request_for(MaskedSums{.members = 10, .colluders = 1}));
  const Plan spare = make_plan(request_for(MaskedSums{.members = 10, .colluders = 1, .spare_rounds = 5}));
  const double ratio = spare.noise_scale(3).standard_deviation() / none.noise_scale(3).standard_deviation();
  EXPECT_NEAR(ratio * ratio, 25.0 / 20, 1e-9);
  double alpha = 0;
  for (Round t = 1; t <= 20; ++t) alpha += spare.cost(t);
  EXPECT_NEAR((alpha + 5 * spare.cost(1)) / spare.alpha_spent(), 1, 1e-12);
  EXPECT_LE(spare.alpha_spent(), spare.alpha_limit());
}

/// On schedules whose rounds differ the dearest one may be what is repeated.
TEST(MaskedPlan, PaysForTheDearestRoundWhereTheyDiffer) {
  PlanRequest request = request_for(MaskedSums{.members = 10, .colluders = 1, .spare_rounds = 3});
  request.schedule = NoiseSchedule::paper_normalised;
  for (const PlanRequest& its : {request, on_lattice(request)}) {
    const Plan plan = make_plan(its);
    double alpha = 0;
    for (Round t = 1; t <= 20; ++t) alpha += plan.cost(t);
    EXPECT_GT(plan.cost(1), 2 * plan.cost(20));
    EXPECT_LE(alpha + 3 * plan.cost(1), plan.alpha_limit());
    EXPECT_GT(alpha + 3 * plan.cost(1), 0.999 * plan.alpha_limit());
  }
}

TEST(MaskedPlan, KeepsBothPromisesOnTheLattice) {
  for (const Round spare : {0u, 4u}) {
    const Plan plan =
        make_plan(on_lattice(request_for(MaskedSums{.members = 10, .colluders = 3, .spare_rounds = spare})));
    const Cost cost = plan.total_cost();
    double distance = 0, largest = 0;
    for (Round t = 1; t <= 20; ++t) {
      const auto sigma = static_cast<double>(plan.lattice_round(t).sigma);
      distance += 4 * 0.0202 / (7 * sigma * sigma);
      largest = std::max(largest, 4 * 0.0202 / (7 * sigma * sigma));
      EXPECT_GE(sigma, 1024);
    }
    EXPECT_GE(cost.total_variation, distance + spare * largest);  // reckoned before sigmas were raised
    EXPECT_NEAR(cost.total_variation / (distance + spare * largest), 1, 1e-3);
    EXPECT_LE(delta_of(Accountant::exact, cost, 1), 1e-6);
    EXPECT_GT(delta_of(Accountant::exact, cost, 1), 0.99e-6);
    const double all = epsilon_of(Accountant::exact, plan, Threat::all_others());
    EXPECT_LE(delta_of(Accountant::exact, plan.total_cost(Threat::all_others()), all), 1e-6);
  }
}

TEST(MaskedPlan, ACapOnWhatAllOthersLearnSetsTheNoiseWhereItBinds) {
  PlanRequest request = request_for(MaskedSums{.members = 10, .colluders = 3});
  const Plan free = make_plan(request);
  request.epsilon_all = 50;
  EXPECT_EQ(make_plan(request).noise_scale(1).standard_deviation(), free.noise_scale(1).standard_deviation());
  for (const PlanRequest& its : {request, on_lattice(request)}) {
    PlanRequest capped = its;
    capped.epsilon_all = 1.5;
    const Plan plan = make_plan(capped);
    EXPECT_GT(plan.noise_scale(1).standard_deviation(), 1.5 * free.noise_scale(1).standard_deviation());
    EXPECT_LE(epsilon_of(Accountant::exact, plan, Threat::all_others()), 1.5);
    EXPECT_GT(epsilon_of(Accountant::exact, plan, Threat::all_others()), 1.49);
    EXPECT_LE(delta_of(Accountant::exact, plan.total_cost(Threat::all_others()), 1.5), 1e-6);
    EXPECT_LT(epsilon_of(Accountant::exact, plan), 0.6);
  }
}

/// With many members the slack of the exact curve would leave nothing; one discrete Gaussian keeps zCDP by itself.
TEST(MaskedPlan, HasASecondPromiseOnTheLatticeForManyMembersToo) {
  for (const std::uint32_t N : {20u, 200u, 1000u}) {
    const Plan plan = make_plan(on_lattice(request_for(MaskedSums{.members = N, .colluders = 1})));
    const double all = epsilon_of(Accountant::exact, plan, Threat::all_others());
    EXPECT_TRUE(std::isfinite(all)) << N;
    EXPECT_LE(all, epsilon_of(Accountant::zcdp_cks, plan.total_cost(Threat::all_others()), 1e-6));
  }
}

TEST(MaskedPlan, ACapThatDoesNotBindChangesNothingOnTheLattice) {
  PlanRequest request = on_lattice(request_for(MaskedSums{.members = 10, .colluders = 1}));
  const Plan free = make_plan(request);
  for (const double cap : {10.0, 14.0, 20.0, 50.0}) {
    request.epsilon_all = cap;
    EXPECT_EQ(make_plan(request).lattice_round(1).sigma, free.lattice_round(1).sigma) << cap;
  }
}

/// They are a part of the same promise, so a run books as much with them as without.
TEST(MaskedPlan, ALedgerBooksSpareRoundsToo) {
  const auto units = [](Round spare) {
    const MaskedSums sums{.members = 10, .colluders = 1, .spare_rounds = spare};
    return static_cast<double>(units_of_run(make_plan(on_lattice(request_for(sums)))).planned.alpha);
  };
  EXPECT_NEAR(units(5) / units(0), 1, 1e-6);
}

/// Against all others one noise is left of the m = N - q that hide a round from q members.
TEST(MaskedPlan, ALedgerBooksEveryRoundAgainstAllOthersToo) {
  const Plan plan = make_plan(on_lattice(request_for(MaskedSums{.members = 10, .colluders = 3, .spare_rounds = 2})));
  BookedUnits sum, dearest;
  for (Round t = 1; t <= 20; ++t) {
    const auto& [planned, all_others] = units_of_round(plan, t);
    const LatticeRound& round = plan.lattice_round(t);
    const long double sigma = round.sigma, ratio = static_cast<long double>(round.sensitivity) / sigma;
    const long double alpha = std::ldexp(ratio * ratio, 40), variation = std::ldexp(4 * 0.0202L / (sigma * sigma), 60);
    EXPECT_GE(static_cast<long double>(all_others.alpha), alpha);
    EXPECT_LE(static_cast<long double>(all_others.alpha), alpha * (1 + 1e-12L) + 1);
    EXPECT_GE(static_cast<long double>(all_others.total_variation), variation);
    EXPECT_LE(static_cast<long double>(all_others.total_variation), variation * (1 + 1e-12L) + 1);
    EXPECT_LE(all_others.alpha, 7 * planned.alpha);
    EXPECT_GT(all_others.alpha, 7 * (planned.alpha - 1) - 1);
    EXPECT_LE(all_others.total_variation, 7 * planned.total_variation);
    EXPECT_GT(all_others.total_variation, 7 * (planned.total_variation - 1) - 1);
    sum = sum + units_of_round(plan, t);
    dearest = larger_of(dearest, units_of_round(plan, t));
  }
  EXPECT_EQ(units_of_run(plan), sum + dearest + dearest) << "and two spare rounds";
}

/// What the cap allows a plan, a dataset with the same cap allows it too.
TEST(MaskedPlan, ThatIsCappedFitsALedgerWithTheSameCapAndASecondOneDoesNot) {
  for (const double cap : {1.0, 1.5, 2.0, 3.0, 4.0})
    for (const Round rounds : {1u, 20u, 300u}) {
      PlanRequest request =
          on_lattice(request_for(MaskedSums{.members = 10, .colluders = 1, .spare_rounds = 3}, rounds));
      request.epsilon_all = cap;
      const BookedUnits run = units_of_run(make_plan(request));
      EXPECT_TRUE(fits(promise_of(request.budget, cap), run)) << cap << " " << rounds;
      EXPECT_FALSE(fits(promise_of(request.budget, cap), run + run)) << cap << " " << rounds;
    }
}

TEST(MaskedPlan, RefusesWhatItCannotPromise) {
  const auto masked = [](std::uint32_t N, std::uint32_t q) { return request_for(MaskedSums{N, q}); };
  EXPECT_EQ(refusal_of(masked(3, 1)), "");
  EXPECT_NE(refusal_of(masked(3, 2)).find("privacy.colluders: at least two members"), std::string::npos);
  PlanRequest request = masked(10, 1);
  request.mixing_rounds = 2;
  EXPECT_NE(refusal_of(request).find("algorithm.mixing_rounds: must be 1"), std::string::npos);
  request = masked(10, 1);
  request.epsilon_all = 0.5;
  EXPECT_NE(refusal_of(request).find("privacy.epsilon_all: must be finite and at least"), std::string::npos);
  request = request_for(Independent{});
  request.epsilon_all = 5;
  EXPECT_NE(refusal_of(request).find("privacy.epsilon_all: is for masked sums"), std::string::npos);
  for (const Accountant accountant : all_accountants) {
    request = on_lattice(masked(10, 1));
    request.accountant = accountant;
    EXPECT_EQ(refusal_of(request).find("privacy.accountant") == std::string::npos, pays_total_variation(accountant));
  }
}

/// A sum is read as 64 bits with a sign: too many members could leave them.
TEST(MaskedPlan, RefusesASumThatCouldWrap) {
  PlanRequest request = on_lattice(request_for(MaskedSums{.members = 100'000, .colluders = 1}));
  EXPECT_NE(refusal_of(request).find("graph.nodes: the masked sum of round 1 may reach"), std::string::npos);
  request.mechanism = MaskedSums{.members = 1000, .colluders = 1};
  const Plan plan = make_plan(request);
  for (Round t = 1; t <= 20; ++t) {
    const LatticeRound& round = plan.lattice_round(t);
    EXPECT_LT(1000 * (5 / round.grid + 0x1p22 * static_cast<double>(round.sigma)), 0x1p63);
  }
}

/// Mixing, momentum and output weights are arithmetic on what was released.
TEST(FreeOfPrivacyCost, TheTranscriptCostsTheSameNumberWithEachOfThemAndWithout) {
  for (const Mechanism& mechanism : {Mechanism(Independent{}), Mechanism(MaskedSums{.members = 8, .colluders = 2})})
    for (const bool lattice : {false, true}) {
      PlanRequest plain = request_for(mechanism);
      plain.step = StepRule::constant;
      if (lattice) plain = on_lattice(plain);
      const Plan without = make_plan(plain);
      const auto expect_same = [&](const PlanRequest& request) {
        const Plan plan = make_plan(request);
        EXPECT_EQ(plan.alpha_spent(), without.alpha_spent());
        EXPECT_EQ(plan.total_cost().total_variation, without.total_cost().total_variation);
        for (Round t = 1; t <= 20; ++t) {
          EXPECT_EQ(plan.cost(t), without.cost(t));
          EXPECT_EQ(plan.noise_scale(t).standard_deviation(), without.noise_scale(t).standard_deviation());
        }
        if (lattice) {
          EXPECT_EQ(units_of_run(plan), units_of_run(without));
        }
      };
      for (const Output output : all_outputs) {
        PlanRequest request = plain;
        request.output = output;
        expect_same(request);
      }
      PlanRequest request = plain;
      request.acceleration = Acceleration::nesterov;
      expect_same(request);
      if (std::holds_alternative<MaskedSums>(mechanism)) continue;
      for (const Round mixing_rounds : {2u, 17u}) {
        request = plain;
        request.mixing_rounds = mixing_rounds;
        expect_same(request);
      }
    }
}

/// Rounds of the wire have other numbers than gradients where W acts several times between them.
TEST(FreeOfPrivacyCost, ALedgerBooksEachGradientByItsOwnCostWhateverTheMixing) {
  PlanRequest request = on_lattice(request_for(Independent{}));
  request.schedule = NoiseSchedule::paper_normalised;
  const Plan once = make_plan(request);
  request.mixing_rounds = 3;
  const Plan thrice = make_plan(request);
  EXPECT_EQ(units_of_run(thrice), units_of_run(once));
  EXPECT_EQ(units_of_round(thrice, 4), units_of_round(once, 2));
  EXPECT_EQ(units_of_round(thrice, 2), BookedUnits{});
}

TEST(FreeOfPrivacyCost, MomentumNeedsStepsOfAtMostOneOverL) {
  PlanRequest request = request_for(Independent{});
  request.constants.curvature = {1, 5};
  request.acceleration = Acceleration::nesterov;
  for (const StepRule step : all_step_rules) {
    request.step = step;
    EXPECT_EQ(refusal_of(request).find("algorithm.acceleration: needs steps of at most 1/L") == std::string::npos,
              step == StepRule::constant);
  }
}

TEST(FreeOfPrivacyCost, AMixingRoundAtLeastFollowsAGradient) {
  PlanRequest request = request_for(Independent{});
  request.mixing_rounds = 0;
  EXPECT_NE(refusal_of(request).find("algorithm.mixing_rounds: must be between 1 and"), std::string::npos);
  request.gradient_rounds = 10'000'000;
  request.mixing_rounds = 1000;
  EXPECT_NE(refusal_of(request).find("times algorithm.rounds"), std::string::npos);
}

}  // namespace
}  // namespace sotto
