// SPDX-License-Identifier: MIT
// Members agree on a session when all have said the same of the same keys, and not before.
#include "sotto/federation/protocol/session_agreement.hpp"

#include <gtest/gtest.h>

#include "federation/protocol/some_messages.hpp"
#include "sotto/audit/chosen_message.hpp"

namespace sotto {
namespace {

using test::some_key;
using WordTaken = SessionAgreement::Taken;
using Members = std::vector<NodeId>;

const Members some_members{0, 2, 5};

Released sum_of(double value) {
  return ChosenMessage::of(std::vector{value, value});
}

SessionWord key_of(NodeId node, char key = 'k', Round completed = 0, double sum = 1) {
  KeyWord word{.key = std::string(32, key), .completed = completed};
  if (completed > 0) word.sum = sum_of(sum);
  return SessionWord::say({digest_of("session"), node}, word, some_key());
}

SessionWord ready_of(NodeId node, const ReadyWord& word) {
  return SessionWord::say({digest_of("session"), node}, word, some_key());
}

SessionAgreement with_keys(const std::vector<SessionWord>& words) {
  SessionAgreement agreement(some_members);
  for (const SessionWord& word : words) EXPECT_EQ(agreement.take(word), WordTaken::kept);
  return agreement;
}

TEST(SessionAgreement, WantsTheKeyAndTheReadyWordOfEveryMember) {
  SessionAgreement agreement(some_members);
  for (const NodeId member : some_members) {
    EXPECT_FALSE(agreement.has_all_keys());
    agreement.take(key_of(member));
  }
  EXPECT_TRUE(agreement.has_all_keys());
  const ReadyWord ready = agreement.ready();
  Members silent = some_members;
  for (const NodeId member : some_members) {
    EXPECT_FALSE(agreement.is_agreed());
    EXPECT_EQ(agreement.missing(), silent);
    agreement.take(ready_of(member, ready));
    silent.erase(silent.begin());
  }
  EXPECT_TRUE(agreement.is_agreed());
  EXPECT_EQ(agreement.missing(), Members{});
}

/// Otherwise somebody between two members could give each of them a key of its own.
TEST(SessionAgreement, IsNoneWhereAMemberIsReadyForOtherKeysOrAnotherRound) {
  SessionAgreement theirs = with_keys({key_of(0), key_of(2), key_of(5, 'x')});
  SessionAgreement agreement = with_keys({key_of(0), key_of(2), key_of(5)});
  const ReadyWord ready = agreement.ready();
  EXPECT_NE(theirs.ready(), ready);
  for (const NodeId member : {0u, 5u}) agreement.take(ready_of(member, ready));
  SessionAgreement of_another_round = agreement;
  agreement.take(ready_of(2, theirs.ready()));
  of_another_round.take(ready_of(2, {ready.key_words, ready.completed + 1}));
  for (const SessionAgreement& one : {agreement, of_another_round}) {
    EXPECT_FALSE(one.is_agreed());
    EXPECT_EQ(one.who_disagree(), Members{2});
    EXPECT_EQ(one.missing(), Members{});
  }
}

TEST(SessionAgreement, GoesOnAfterTheFurthestMemberAndItsSum) {
  for (const NodeId behind : some_members) {
    SessionAgreement agreement(some_members);
    for (const NodeId member : some_members)
      agreement.take(member == behind ? key_of(member, 'k', 3, 7) : key_of(member, 'k', 4, 8));
    EXPECT_EQ(agreement.ready().completed, 4u);
    EXPECT_EQ(agreement.sum()->values()[0], 8);
    EXPECT_FALSE(agreement.who_differ()) << "a sum of an earlier round is another one";
  }
}

/// A ready word is about all that was said: who holds another sum is ready for something else.
TEST(SessionAgreement, IsAboutSumsToo) {
  const SessionAgreement one = with_keys({key_of(0, 'k', 4, 8), key_of(2), key_of(5)}),
                         other = with_keys({key_of(0, 'k', 4, 9), key_of(2), key_of(5)});
  EXPECT_NE(one.ready(), other.ready());
}

/// Ready words may come before the last key.
TEST(SessionAgreement, IsNoneBeforeTheLastKey) {
  const ReadyWord ready = with_keys({key_of(0), key_of(2), key_of(5)}).ready();
  SessionAgreement agreement = with_keys({key_of(0), key_of(2)});
  for (const NodeId member : some_members) agreement.take(ready_of(member, ready));
  EXPECT_FALSE(agreement.is_agreed());
  EXPECT_EQ(agreement.missing(), Members{5});
  agreement.take(key_of(5));
  EXPECT_TRUE(agreement.is_agreed());
}

TEST(SessionAgreement, IsNoneWhereTwoMembersSayDifferentSumsOfOneRound) {
  SessionAgreement agreement = with_keys({key_of(0, 'k', 4, 7), key_of(2, 'k', 3, 1), key_of(5, 'k', 4, 8)});
  ASSERT_TRUE(agreement.who_differ());
  EXPECT_EQ(*agreement.who_differ(), std::pair(NodeId{0}, NodeId{5}));
  for (const NodeId member : some_members) agreement.take(ready_of(member, agreement.ready()));
  EXPECT_FALSE(agreement.is_agreed());
}

TEST(SessionAgreement, TakesAWordAgainAndNoOtherInItsPlace) {
  SessionAgreement agreement = with_keys({key_of(0)});
  EXPECT_EQ(agreement.take(key_of(0)), WordTaken::repeated);
  EXPECT_EQ(agreement.take(key_of(0, 'x')), WordTaken::contradiction);
  EXPECT_EQ(agreement.key_word(0)->key()->key, std::string(32, 'k'));
  EXPECT_EQ(agreement.take(ready_of(0, {})), WordTaken::kept);
  EXPECT_EQ(agreement.take(ready_of(0, {digest_of("other"), 0})), WordTaken::contradiction);
}

}  // namespace
}  // namespace sotto
