// SPDX-License-Identifier: MIT
// What a round costs by how its noise is made, and by who is held off.
#include "sotto/privacy/mechanism.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>

namespace sotto {
namespace {

/// N(0, M^2) moved by Delta costs (Delta / M)^2, in every bit: noise scales follow from it.
TEST(Mechanism, ARoundOfIndependentNoiseCostsTheSquareOfItsRatio) {
  for (const double ratio : {1e-9, 0.1, 1.0, 3.7})
    EXPECT_EQ(cost_of_ratio(Independent{}, Threat::eavesdropper, ratio), ratio * ratio);
  for (const double cost : {1e-9, 0.1, 1.0, 3.7})
    EXPECT_EQ(ratio_of_cost(Independent{}, Threat::eavesdropper, cost), std::sqrt(cost));
}

TEST(Mechanism, TheRatioOfACostHasThatCost) {
  for (const double cost : {1e-12, 0.3, 1.0, 250.0})
    EXPECT_DOUBLE_EQ(
        cost_of_ratio(Independent{}, Threat::eavesdropper, ratio_of_cost(Independent{}, Threat::eavesdropper, cost)),
        cost);
}

/// On doubt a round is as dear as can be: nobody gets a promise for a threat that no mechanism knows.
TEST(Mechanism, AThreatThatNobodyKnowsCostsEverything) {
  const auto unknown = static_cast<Threat>(99);
  EXPECT_EQ(cost_of_ratio(Independent{}, unknown, 1), std::numeric_limits<double>::infinity());
  EXPECT_EQ(ratio_of_cost(Independent{}, unknown, 1), 0);
}

TEST(Mechanism, APromiseOfIndependentNoiseIsAboutTheEavesdropper) {
  EXPECT_EQ(threat_of(Independent{}), Threat::eavesdropper);
}

}  // namespace
}  // namespace sotto
