// SPDX-License-Identifier: MIT
// One node's progress: no round before all welcomes and all messages, contradictions and equivocation found.
#include "sotto/federation/protocol/run_progress.hpp"

#include <gtest/gtest.h>

#include <stdexcept>

#include "federation/protocol/some_messages.hpp"

namespace sotto {
namespace {

using Taken = NeighbourWindow::Taken;
using test::message_of, test::other_message_of;
using Nodes = std::vector<NodeId>;

RunProgress fresh(const Nodes& neighbours = {1, 2}, Round last_round = 5) {
  return RunProgress({.self = 0,
                      .neighbours = neighbours,
                      .authors = neighbours,
                      .last_round = last_round,
                      .last_drawn = 3,
                      .own_last = {},
                      .known = test::nothing_known});
}

/// Welcomed by all, and already at this round with its neighbours 1 and 2.
RunProgress at_round(Round round) {
  RunProgress progress = fresh();
  for (const NodeId j : {1u, 2u}) progress.note_welcome(j);
  for (Round t = 1; t < round; ++t) {
    for (const NodeId j : {1u, 2u}) EXPECT_TRUE(t == 1 || progress.take(j, message_of(j, t)) == Taken::kept);
    EXPECT_TRUE(progress.may_go_on());
    progress.committed(message_of(0, t + 1).mark());
  }
  return progress;
}

TEST(RunProgress, DrawsNoRoundBeforeEveryNeighbourHasWelcomedThisStart) {
  RunProgress progress = fresh();
  EXPECT_FALSE(progress.may_go_on());
  EXPECT_EQ(progress.waiting_for(), (Nodes{1, 2}));
  progress.note_welcome(2);
  progress.note_welcome(2);
  EXPECT_FALSE(progress.may_go_on()) << "two welcomes of one neighbour are one";
  EXPECT_EQ(progress.waiting_for(), Nodes{1});
  progress.note_welcome(1);
  EXPECT_TRUE(progress.may_go_on());
  EXPECT_TRUE(progress.input_digests().empty()) << "of round 1";
}

/// Of two starts of one store, only one can have all neighbours at a time.
TEST(RunProgress, DrawsNoNoiseWhileANeighbourIsGoneAndNeedsNobodyOnceAllIsDrawn) {
  RunProgress progress = at_round(2);
  for (const NodeId j : {1u, 2u}) EXPECT_EQ(progress.take(j, message_of(j, 2)), Taken::kept);
  ASSERT_TRUE(progress.may_go_on());
  progress.note_parting(1);
  EXPECT_FALSE(progress.may_go_on()) << "y(3) carries noise";
  EXPECT_EQ(progress.waiting_for(), Nodes{1});
  progress.note_welcome(1);
  ASSERT_TRUE(progress.may_go_on());
  progress.committed(message_of(0, 3).mark());
  for (const NodeId j : {1u, 2u}) EXPECT_EQ(progress.take(j, message_of(j, 3)), Taken::kept);
  progress.note_parting(2);
  EXPECT_TRUE(progress.may_go_on()) << "y(4) is arithmetic on messages";
}

/// A session of masked sums that goes on after rounds of another one is shorter than the run.
TEST(RunProgress, NeedsNobodyOnceAllNoiseOfAShorterSessionIsDrawn) {
  RunProgress progress({.self = 0,
                        .neighbours = {1, 2},
                        .authors = {1, 2},
                        .last_round = 7,
                        .last_drawn = 6,
                        .own_last = {},
                        .known = test::nothing_known});
  progress.set_last_round(3);
  for (const NodeId j : {1u, 2u}) progress.note_welcome(j);
  progress.note_parting(1);
  EXPECT_FALSE(progress.may_go_on()) << "y(2) carries noise";
  progress.note_welcome(1);
  progress.committed(message_of(0, 2).mark());
  for (const NodeId j : {1u, 2u}) EXPECT_EQ(progress.take(j, message_of(j, 2)), Taken::kept);
  progress.note_parting(1);
  EXPECT_TRUE(progress.may_go_on()) << "y(3) is the result";
}

TEST(RunProgress, DrawsNoRoundBeforeItHasEveryMessageOfTheRoundBefore) {
  RunProgress progress = at_round(3);
  EXPECT_FALSE(progress.may_go_on());
  EXPECT_EQ(progress.take(2, message_of(2, 4)), Taken::kept) << "one round ahead";
  EXPECT_EQ(progress.take(1, message_of(1, 3)), Taken::kept);
  EXPECT_FALSE(progress.may_go_on()) << "a later message does not stand for the one that is wanted";
  EXPECT_EQ(progress.waiting_for(), Nodes{2});
  EXPECT_EQ(progress.take(2, message_of(2, 3)), Taken::kept);
  ASSERT_TRUE(progress.may_go_on());
  EXPECT_EQ(progress.input_digests(), (HeardDigests{{1, message_of(1, 3).digest()}, {2, message_of(2, 3).digest()}}));
  EXPECT_EQ(progress.input(2)->digest(), message_of(2, 3).digest());
}

TEST(RunProgress, CommitsOneRoundAfterAnother) {
  RunProgress progress = at_round(3);
  for (const Round wrong : {2u, 3u, 5u}) EXPECT_THROW(progress.committed({wrong, {}}), std::logic_error) << wrong;
  progress.committed({4, {}});
  EXPECT_EQ(progress.own_last().round, 4u);
}

TEST(RunProgress, EndsAtTheLastRoundAndKnowsWhenAllOthersHave) {
  RunProgress progress = at_round(5);
  EXPECT_TRUE(progress.is_finished());
  for (const NodeId j : {1u, 2u}) progress.take(j, message_of(j, 5));
  EXPECT_TRUE(progress.all_have_finished());
  EXPECT_TRUE(progress.waiting_for().empty());
  EXPECT_FALSE(progress.may_go_on()) << "there is no round after the last";
  EXPECT_EQ(progress.take(1, message_of(1, 6)), Taken::too_new);
}

TEST(RunProgress, WaitsAtTheEndForWhoIsNotThere) {
  RunProgress progress = at_round(5);
  progress.note_last_of(2, 5);
  progress.note_last_of(2, 3);  // an old word, late
  EXPECT_FALSE(progress.all_have_finished());
  EXPECT_EQ(progress.waiting_for(), Nodes{1});
}

TEST(RunProgress, TakesNoWordOnItsProgressFromAMessageThatCannotBe) {
  RunProgress progress = at_round(2);
  EXPECT_EQ(progress.take(1, message_of(1, 5)), Taken::too_new);
  EXPECT_EQ(progress.last_of(1), 1u);
}

TEST(RunProgress, FindsTwoPayloadsForOneRound) {
  RunProgress progress = at_round(3);
  EXPECT_EQ(progress.take(1, message_of(1, 3)), Taken::kept);
  EXPECT_EQ(progress.take(1, other_message_of(1, 3)), Taken::contradiction);
  EXPECT_EQ(progress.take(1, other_message_of(1, 2)), Taken::contradiction) << "of a round that is over, too";
  EXPECT_EQ(progress.take(1, message_of(1, 3)), Taken::repeated);
  EXPECT_EQ(progress.input(1)->digest(), message_of(1, 3).digest()) << "the first one stays";
}

/// Node 1 told node 2 something else: node 2's next message says so.
TEST(RunProgress, FindsAnEquivocatorAmongCommonNeighbours) {
  RunProgress progress = at_round(3);
  progress.take(1, message_of(1, 3));
  const Digest own = message_of(0, 3).digest();
  EXPECT_TRUE(progress.differently_heard(message_of(2, 4, {{0, own}, {1, message_of(1, 3).digest()}})).empty());
  EXPECT_EQ(progress.differently_heard(message_of(2, 4, {{0, own}, {1, other_message_of(1, 3).digest()}})), Nodes{1});
  EXPECT_TRUE(progress.differently_heard(message_of(2, 4, {{0, own}, {9, digest_of("a stranger's")}})).empty());
}

/// A neighbour is as far as this node, or a round ahead: either way its message names a message of this node.
TEST(RunProgress, FindsThatANeighbourHeardAnotherMessageOfThisNodeItself) {
  const RunProgress progress = at_round(3);
  for (const Round round : {3u, 4u}) {
    const Digest mine = message_of(0, round - 1).digest(), forged = other_message_of(0, round - 1).digest();
    EXPECT_TRUE(progress.differently_heard(message_of(2, round, {{0, mine}})).empty()) << round;
    EXPECT_EQ(progress.differently_heard(message_of(2, round, {{0, forged}})), Nodes{0}) << round;
  }
}

TEST(RunProgress, ResumesWhereItsStoreEndsAndKnowsWhatItHeard) {
  const auto known = [](NodeId j, Round round) {
    return round <= 2 ? std::optional(message_of(j, round).digest()) : std::nullopt;
  };
  RunProgress progress({.self = 0,
                        .neighbours = {1, 2},
                        .authors = {1, 2},
                        .last_round = 5,
                        .last_drawn = 3,
                        .own_last = message_of(0, 3).mark(),
                        .known = known});
  EXPECT_FALSE(progress.may_go_on()) << "welcomes are for one start";
  for (const NodeId j : {1u, 2u}) {
    progress.note_welcome(j);
    EXPECT_EQ(progress.window(j).latest(), message_of(j, 2).mark());
    EXPECT_EQ(progress.take(j, message_of(j, 2)), Taken::repeated);
    EXPECT_EQ(progress.take(j, other_message_of(j, 2)), Taken::contradiction);
    EXPECT_EQ(progress.take(j, message_of(j, 3)), Taken::kept);
  }
  EXPECT_TRUE(progress.may_go_on());
}

}  // namespace
}  // namespace sotto
