// SPDX-License-Identifier: MIT
// A message leaves on a whole beat, the same one for all times of readiness within it.
#include <gtest/gtest.h>

#include "sotto/federation/peer/timeline.hpp"

namespace sotto {
namespace {

using namespace std::chrono_literals;
const Beat beat{.from = Beat::Time() + 5h, .period = 250ms};

TEST(Beat, WhateverIsReadyBeforeItLeavesOnTheFirst) {
  for (const auto took : {0ns, 1ns, 1'000'000ns, 249'999'999ns, 250'000'000ns}) {
    EXPECT_EQ(beat.number_at(beat.from + took), 1) << took.count();
  }
  EXPECT_EQ(beat.time_of(1), beat.from + 250ms);
}

TEST(Beat, WhateverIsLaterWaitsForAWholeOne) {
  EXPECT_EQ(beat.number_at(beat.from + 250ms + 1ns), 2);
  EXPECT_EQ(beat.number_at(beat.from + 500ms), 2);
  EXPECT_EQ(beat.number_at(beat.from + 500ms + 1ns), 3);
  EXPECT_EQ(beat.time_of(3), beat.from + 750ms);
}

TEST(Beat, IsNeverOverWhenTheMessageIsReadyAndNeverAWholeOneAway) {
  for (auto took = 0ns; took < 3s; took += 777'777ns) {
    const Beat::Time ready = beat.from + took, leaves = beat.time_of(beat.number_at(ready));
    EXPECT_GE(leaves, ready);
    EXPECT_LE(leaves - ready, beat.period);
    EXPECT_EQ((leaves - beat.from) % beat.period, 0ns);
  }
}

}  // namespace
}  // namespace sotto
