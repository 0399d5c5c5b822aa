// SPDX-License-Identifier: MIT
// What a round costs by how its noise is made, and by who is held off.
#include "sotto/privacy/mechanism.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

namespace sotto {
namespace {

constexpr Threat eavesdropper = Threat::with_members(0);

/// N(0, M^2) moved by Delta costs (Delta / M)^2, in every bit: noise scales follow from it.
TEST(Mechanism, ARoundOfIndependentNoiseCostsTheSquareOfItsRatio) {
  for (const double ratio : {1e-9, 0.1, 1.0, 3.7})
    EXPECT_EQ(cost_of_ratio(Independent{}, eavesdropper, ratio), ratio * ratio);
  for (const double cost : {1e-9, 0.1, 1.0, 3.7})
    EXPECT_EQ(ratio_of_cost(Independent{}, eavesdropper, cost), std::sqrt(cost));
}

TEST(Mechanism, TheRatioOfACostHasThatCost) {
  for (const double cost : {1e-12, 0.3, 1.0, 250.0})
    EXPECT_DOUBLE_EQ(cost_of_ratio(Independent{}, eavesdropper, ratio_of_cost(Independent{}, eavesdropper, cost)),
                     cost);
}

/// A node's own noise does not depend on anybody.
TEST(Mechanism, IndependentNoiseHoldsOffAllOthersAtThePriceOfOne) {
  EXPECT_EQ(threat_of(Independent{}), Threat::all_others());
  for (const Threat threat : {eavesdropper, Threat::with_members(3), Threat::all_others()})
    EXPECT_EQ(noises_that_hide(Independent{}, threat), 1);
}

/// mu^2 = Delta^2 / ((N - q) sigma^2), the theorem of docs/masked_sums.md.
TEST(Mechanism, AMaskedSumCostsTheRatioOverTheNumberOfHonestMembers) {
  for (const std::uint32_t N : {3u, 10u, 50u})
    for (std::uint32_t q = 0; q + 2 <= N; ++q) {
      const MaskedSums sums{.members = N, .colluders = q};
      EXPECT_EQ(threat_of(sums), Threat::with_members(q));
      EXPECT_DOUBLE_EQ(cost_of_ratio(sums, threat_of(sums), 0.5), 0.25 / (N - q));
      EXPECT_DOUBLE_EQ(cost_of_ratio(sums, eavesdropper, 0.5), 0.25 / N);
      EXPECT_DOUBLE_EQ(cost_of_ratio(sums, Threat::all_others(), 0.5), 0.25);
      EXPECT_DOUBLE_EQ(cost_of_ratio(sums, threat_of(sums), ratio_of_cost(sums, threat_of(sums), 1.7)), 1.7);
    }
}

/// More members than there are others cannot collude: the speaker's own noise is always there.
TEST(Mechanism, WithMoreColludersThanPlannedACostGrowsUpToThatOfOneNoise) {
  const MaskedSums sums{.members = 5, .colluders = 1};
  double before = 0;
  for (std::uint32_t colluders = 0; colluders <= 7; ++colluders) {
    const double cost = cost_of_ratio(sums, Threat::with_members(colluders), 1);
    EXPECT_DOUBLE_EQ(cost, 1.0 / (5 - std::min(colluders, 4u)));
    EXPECT_GE(cost, before);
    before = cost;
  }
}

TEST(Mechanism, TwoMembersAtLeastAreLeftWithoutTheColluders) {
  const auto faults_of = [](const Mechanism& mechanism) {
    Faults faults;
    check(mechanism, faults);
    try {
      faults.throw_if_any();
    } catch (const InvalidInput& refused) {
      return refused.faults().size();
    }
    return std::size_t{0};
  };
  EXPECT_EQ(faults_of(Independent{}), 0u);
  EXPECT_EQ(faults_of(MaskedSums{.members = 3, .colluders = 1}), 0u);
  EXPECT_EQ(faults_of(MaskedSums{.members = 3, .colluders = 2}), 1u);
  EXPECT_EQ(faults_of(MaskedSums{.members = 1, .colluders = 0}), 1u);
  EXPECT_EQ(faults_of(MaskedSums{.members = 0, .colluders = 4'294'967'295u}), 1u);
}

}  // namespace
}  // namespace sotto
