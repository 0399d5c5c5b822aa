// SPDX-License-Identifier: MIT
// What the values of a message may be: whatever an honest node says, and nothing that could break who hears it.
#include <gtest/gtest.h>

#include <cmath>
#include <limits>

#include "federation/wire/recorded_run.hpp"
#include "sotto/federation/wire/round_message.hpp"
#include "support/random_points.hpp"

namespace sotto {
namespace {

using Limits = std::numeric_limits<double>;

bool holds(const MessageRules& rules, Round round, double value) {
  const std::vector<double> values{0.0, value, 0.0};
  return rules.broken_by(round, values).empty();
}

/// Narrow and wide domains: grids from far below 1 to far above it.
std::vector<test::RecordedRun> runs() {
  std::vector<test::RecordedRun> all;
  for (const double radius : {1e-12, 3.0, 1e12, 1e20}) all.emplace_back(test::RecordedRun::Spec{.radius = radius});
  return all;
}

TEST(MessageRules, HoldForAllThatHonestNodesSay) {
  for (const test::RecordedRun& run : runs())
    for (Round t = 2; t <= run.last_round(); ++t)
      for (const NodeId node : {0u, 1u}) EXPECT_EQ(run.rules().broken_by(t, run.y(t, node).values()), "") << t;
}

TEST(MessageRules, OfStageOneAreTheWholeNumbersBelow2To53OfTheGridAndNothingElse) {
  constexpr double end = 0x1p53;
  for (const test::RecordedRun& run : runs()) {
    const MessageRules rules = run.rules();
    for (Round t = 2; t <= run.plan().gradient_rounds() + 1; ++t) {
      const double grid = run.plan().lattice_round(t - 1).grid;
      for (const double steps : {0.0, -0.0, 1.0, -1.0, 12345.0, end - 1, 1 - end})
        EXPECT_TRUE(holds(rules, t, steps * grid)) << steps;
      for (const double steps : {0.5, -0.5, 1.5, 0x1p-30, end, -end, 2 * end, 0x1p51 + 0.5})
        EXPECT_FALSE(holds(rules, t, steps * grid)) << steps << " of " << grid;
      for (const double value :
           {Limits::quiet_NaN(), Limits::infinity(), -Limits::infinity(), Limits::denorm_min(), -Limits::denorm_min(),
            3 * Limits::denorm_min(), Limits::min() / 2, Limits::min(), 1e308, -1e308, Limits::max()})
        EXPECT_FALSE(holds(rules, t, value)) << value << " on " << grid;
    }
  }
}

TEST(MessageRules, OfStageOneAreExactForRandomNumbers) {
  test::RandomPoints points(1);
  for (const test::RecordedRun& run : runs()) {
    const MessageRules rules = run.rules();
    const double grid = run.plan().lattice_round(1).grid;
    for (int k = 0; k < 2000; ++k) {
      const double value = grid * points.gaussian() * std::ldexp(1.0, static_cast<int>(points.below(60)));
      const double steps = value / grid;
      EXPECT_EQ(holds(rules, 2, value), std::floor(steps) == steps && std::abs(steps) < 0x1p53) << steps;
    }
  }
}

TEST(MessageRules, OfStageTwoAreZeroAndNormalNumbersWithinWhatAveragingCanMake) {
  for (const test::RecordedRun& run : runs()) {
    const double limit = 4 * largest_noisy_value(run.plan());
    for (Round t = run.plan().gradient_rounds() + 2; t <= run.last_round() + 2; ++t) {
      const MessageRules rules = run.rules();
      for (const double value : {0.0, -0.0, limit, -limit, limit / 3, Limits::min(), -Limits::min()})
        EXPECT_TRUE(holds(rules, t, value)) << value;
      for (const double value :
           {std::nextafter(limit, Limits::max()), -2 * limit, Limits::quiet_NaN(), Limits::infinity(),
            -Limits::infinity(), Limits::denorm_min(), -Limits::min() / 2, 1e308})
        EXPECT_FALSE(holds(rules, t, value)) << value;
    }
  }
}

TEST(MessageRules, LargestNoisyValueIsTheEndOfTheLastNoisyMessage) {
  const test::RecordedRun run;
  const MessageRules rules = run.rules();
  const Round last = run.plan().gradient_rounds() + 1;
  const double end = largest_noisy_value(run.plan());
  EXPECT_FALSE(holds(rules, last, end));
  EXPECT_TRUE(holds(rules, last, end - run.plan().lattice_round(last - 1).grid));
}

}  // namespace
}  // namespace sotto
