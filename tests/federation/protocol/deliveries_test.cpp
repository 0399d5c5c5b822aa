// SPDX-License-Identifier: MIT
// Each round goes once over a link; the answer to a ping says what was lost before it, and nothing else does.
#include <gtest/gtest.h>

#include "sotto/federation/protocol/neighbour_window.hpp"

namespace sotto {
namespace {

TEST(Deliveries, ARoundIsDueUntilItIsSent) {
  Deliveries link;
  EXPECT_TRUE(link.is_due({0, 2}));
  link.sent({0, 2});
  EXPECT_FALSE(link.is_due({0, 2}));
  EXPECT_TRUE(link.is_due({0, 3}));
}

TEST(Deliveries, ARoundThatIsUnderWayIsNotDueHoweverManyEarlierPingsAreAnswered) {
  Deliveries link;
  link.pinged();
  link.pinged();
  link.sent({0, 2});
  link.ponged();
  link.ponged();
  EXPECT_FALSE(link.is_due({0, 2})) << "both were asked before it was sent";
}

TEST(Deliveries, WhatIsNotAcknowledgedWhenALaterPingIsAnsweredWasLost) {
  Deliveries link;
  link.sent({0, 2});
  link.sent({0, 3});
  EXPECT_TRUE(link.wants_ping());
  link.pinged();
  EXPECT_FALSE(link.wants_ping());
  link.arrived({0, 2});
  link.sent({0, 4});
  link.ponged();
  EXPECT_FALSE(link.is_due({0, 2}));
  EXPECT_TRUE(link.is_due({0, 3}));
  EXPECT_FALSE(link.is_due({0, 4})) << "it was sent after the ping";
  EXPECT_TRUE(link.wants_ping());
}

TEST(Deliveries, ALostAnswerDelaysTheVerdictAndNeverHastensIt) {
  Deliveries link;
  link.sent({0, 2});
  link.pinged();  // lost
  link.sent({0, 3});
  link.pinged();
  link.ponged();  // of the second ping, counted as one of the first
  EXPECT_TRUE(link.is_due({0, 2}));
  EXPECT_FALSE(link.is_due({0, 3}));
}

TEST(Deliveries, AnAnswerThatNobodyAskedForSaysNothing) {
  Deliveries link;
  link.ponged();
  link.sent({0, 2});
  link.ponged();
  EXPECT_FALSE(link.is_due({0, 2}));
  link.pinged();
  link.ponged();
  EXPECT_TRUE(link.is_due({0, 2})) << "what came before it was asked does not count against it";
}

TEST(Deliveries, RoundsThatAreNeededNoMoreAreForgotten) {
  Deliveries link;
  link.sent({0, 2});
  link.arrived({0, 3});
  link.forget_before(4);
  EXPECT_FALSE(link.wants_ping());
  EXPECT_TRUE(link.is_due({0, 2}));
  EXPECT_TRUE(link.is_due({0, 3}));
}

}  // namespace
}  // namespace sotto
