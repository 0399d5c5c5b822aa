// SPDX-License-Identifier: MIT
// What was seen of other sites, and who is not believed any more.
#include "sotto/federation/store/witness.hpp"

#include <gtest/gtest.h>

#include <limits>

#include "federation/store/some_state.hpp"

namespace sotto {
namespace {

using namespace test;  // NOLINT(google-build-using-namespace): a test's own words
using enum WitnessVerdict;

StartId start_id(char c) {
  return *start_id_from_bytes(std::string(16, c));
}

ChainHead ledger(std::int64_t entries, const std::string& name = "a") {
  return {.entries = entries, .hash = digest_of(name + std::to_string(entries))};
}

class WitnessTest : public testing::Test {
 protected:
  TemporaryFolder folder_;
  std::optional<Store> store_ = Store::create_or_open(folder_.path(), owner_key);

  WitnessVerdict judge(const Seen& seen, const std::string& site = "ed25519:BBBB") {
    const ChainHead before = head_of(store_->database(), tables::sightings);
    const WitnessVerdict verdict = store_->witness().judge_and_note(site, seen);
    if (!is_accepted(verdict)) {
      EXPECT_EQ(head_of(store_->database(), tables::sightings), before) << "a refusal wrote something";
    }
    return verdict;
  }
};

TEST_F(WitnessTest, KeepsTheHelloThatProvesWhatWasSeenOnceForEachThing) {
  const Witness witness = store_->witness();
  const std::string site = "ed25519:BBBB";
  const auto proofs = [&] { return head_of(store_->database(), tables::proofs).entries; };
  EXPECT_EQ(witness.proof(site), std::nullopt);
  const Seen first{3, start_id('c'), ledger(5)}, later{3, start_id('c'), ledger(6)}, lower{2, start_id('b'), ledger(6)};
  EXPECT_EQ(witness.judge_and_note(site, first), fresh);
  EXPECT_EQ(witness.proof(site), std::nullopt) << "a hello without a signature proves nothing";
  EXPECT_EQ(witness.judge_and_note(site, first, "hello 1"), same_start);
  EXPECT_EQ(witness.judge_and_note(site, first, "hello 2"), same_start);
  EXPECT_EQ(witness.proof(site), (Proof{first, "hello 1"}));
  EXPECT_EQ(witness.judge_and_note(site, lower, "hello 3"), lower_incarnation);
  EXPECT_EQ(proofs(), 1) << "a refused hello is no proof";
  EXPECT_EQ(witness.judge_and_note(site, later, "hello 4"), same_start);
  EXPECT_EQ(witness.proof(site), (Proof{later, "hello 4"}));
  EXPECT_EQ(witness.proof("ed25519:CCCC"), std::nullopt);
  EXPECT_EQ(proofs(), 2);
  store_.reset();
  EXPECT_EQ(Store::open(folder_.path(), owner_key).witness().proof(site), (Proof{later, "hello 4"}));
}

TEST_F(WitnessTest, DoesNotFollowAStartThatJumpsTooFar) {
  constexpr std::int64_t most = 1 << 20;
  EXPECT_EQ(judge({most + 1, start_id('a'), ledger(1)}), too_far_ahead) << "the first one too";
  EXPECT_EQ(judge({most, start_id('a'), ledger(1)}), fresh);
  EXPECT_EQ(judge({2 * most + 1, start_id('b'), ledger(1)}), too_far_ahead);
  EXPECT_EQ(judge({std::int64_t{1} << 40, start_id('b'), ledger(1)}), too_far_ahead);
  EXPECT_EQ(judge({std::numeric_limits<std::int64_t>::max(), start_id('b'), ledger(1)}), too_far_ahead);
  EXPECT_EQ(judge({most + 1, start_id('b'), ledger(1)}), fresh) << "the true site is not locked out";
}

/// A start that was noted without a signature does not stand in the way of one with; its ledger does.
TEST_F(WitnessTest, PutsASignedStartInThePlaceOfOneWithoutASignature) {
  const Witness witness = store_->witness();
  const std::string site = "ed25519:BBBB";
  EXPECT_EQ(judge({900, start_id('t'), ledger(5)}), fresh) << "by a thief, in an older version";
  EXPECT_EQ(judge({4, start_id('c'), ledger(5)}), lower_incarnation) << "no better: it has no signature either";
  EXPECT_EQ(witness.judge_and_note(site, {4, start_id('c'), ledger(4)}, "hello"), lower_incarnation) << "ledger";
  EXPECT_EQ(witness.judge_and_note(site, {4, start_id('c'), ledger(5, "b")}, "hello"), lower_incarnation) << "fork";
  EXPECT_EQ(witness.judge_and_note(site, {4, start_id('c'), ledger(5)}, "hello"), in_place_of_another);
  EXPECT_EQ(witness.seen(site)->incarnation, 4);
  EXPECT_EQ(witness.judge_and_note(site, {3, start_id('b'), ledger(5)}, "hello"), lower_incarnation)
      << "now it is signed";
  EXPECT_EQ(witness.judge_and_note(site, {4, start_id('d'), ledger(5)}, "hello"), other_start_same_incarnation);
}

TEST_F(WitnessTest, PutsAStartInThePlaceOfTheOneThatItsSiteDisowned) {
  const Witness witness = store_->witness();
  const std::string site = "ed25519:BBBB";
  const Seen copy{7, start_id('x'), ledger(5)}, mine{7, start_id('m'), ledger(5)}, other{7, start_id('o'), ledger(5)};
  EXPECT_EQ(witness.judge_and_note(site, copy, "copy"), fresh);
  EXPECT_EQ(witness.judge_and_note(site, mine, "mine"), other_start_same_incarnation);
  EXPECT_EQ(witness.judge_and_note(site, mine, "mine", {other}), other_start_same_incarnation) << "another one";
  EXPECT_EQ(witness.judge_and_note(site, {7, start_id('m'), ledger(4)}, "mine", {copy}), other_start_same_incarnation)
      << "what was spent stays spent";
  EXPECT_EQ(witness.judge_and_note(site, mine, "mine", {other, copy}), in_place_of_another);
  EXPECT_EQ(witness.judge_and_note(site, copy, "copy", {copy}), other_start_same_incarnation)
      << "it does not come back";
}

TEST_F(WitnessTest, BelievesAHigherStartAndTheLastOneAgain) {
  EXPECT_EQ(judge({3, start_id('c'), ledger(5)}), fresh);
  EXPECT_EQ(judge({3, start_id('c'), ledger(5)}), same_start);
  EXPECT_EQ(judge({3, start_id('c'), ledger(6)}), same_start);
  EXPECT_EQ(judge({7, start_id('d'), ledger(6)}), fresh);
  EXPECT_EQ(store_->witness().seen("ed25519:BBBB"), (Seen{7, start_id('d'), ledger(6)}));
  EXPECT_EQ(head_of(store_->database(), tables::sightings).entries, 3);
}

TEST_F(WitnessTest, RefusesWhatIsNoStartAtFirstSightToo) {
  EXPECT_EQ(judge({0, start_id('a'), ledger(5)}), lower_incarnation);
  EXPECT_EQ(judge({1, start_id('a'), ledger(-1)}), lower_incarnation);
  EXPECT_EQ(store_->witness().seen("ed25519:BBBB"), std::nullopt);
}

TEST_F(WitnessTest, RefusesARollbackAndAClone) {
  judge({3, start_id('c'), ledger(5)});
  EXPECT_EQ(judge({2, start_id('b'), ledger(5)}), lower_incarnation);
  EXPECT_EQ(judge({2, start_id('b'), ledger(9)}), lower_incarnation);
  EXPECT_EQ(judge({3, start_id('x'), ledger(5)}), other_start_same_incarnation);
  EXPECT_EQ(judge({0, start_id('c'), ledger(5)}), lower_incarnation);
  EXPECT_EQ(judge({-1, start_id('c'), ledger(5)}), lower_incarnation);
  EXPECT_EQ(judge({3, start_id('c'), ledger(5)}), same_start);
}

TEST_F(WitnessTest, RefusesALedgerThatIsShorterOrAnotherOne) {
  judge({3, start_id('c'), ledger(5)});
  EXPECT_EQ(judge({4, start_id('d'), ledger(4)}), ledger_lower);
  EXPECT_EQ(judge({4, start_id('d'), ledger(5, "b")}), ledger_forked);
  EXPECT_EQ(judge({3, start_id('c'), ledger(4)}), ledger_lower);
  EXPECT_EQ(judge({3, start_id('c'), ledger(5, "b")}), ledger_forked);
  EXPECT_EQ(judge({4, start_id('d'), ledger(5)}), fresh);
}

TEST_F(WitnessTest, RemembersOverRestartsAndKeepsSitesApart) {
  judge({3, start_id('c'), ledger(5)});
  store_.reset();
  store_ = Store::open(folder_.path(), owner_key);
  EXPECT_EQ(judge({2, start_id('b'), ledger(5)}), lower_incarnation);
  EXPECT_EQ(judge({1, start_id('b'), ledger(1)}, "ed25519:CCCC"), fresh);
  EXPECT_EQ(store_->witness().seen("ed25519:DDDD"), std::nullopt);
}

TEST_F(WitnessTest, ALedgerThatASignatureShowedCountsLikeOneOfAHello) {
  const Witness witness = store_->witness();
  EXPECT_EQ(witness.judge_and_note_ledger("ed25519:BBBB", ledger(8)), fresh);
  EXPECT_EQ(witness.judge_and_note_ledger("ed25519:BBBB", ledger(8)), fresh);
  EXPECT_EQ(witness.judge_and_note_ledger("ed25519:BBBB", ledger(7)), ledger_lower);
  EXPECT_EQ(witness.judge_and_note_ledger("ed25519:BBBB", ledger(8, "b")), ledger_forked);
  EXPECT_EQ(judge({1, start_id('a'), ledger(7)}), ledger_lower);
  EXPECT_EQ(judge({1, start_id('a'), ledger(8)}), fresh);
  EXPECT_EQ(witness.judge_and_note_ledger("ed25519:BBBB", ledger(9)), fresh);
  EXPECT_EQ(witness.seen("ed25519:BBBB"), (Seen{1, start_id('a'), ledger(9)}));
}

TEST_F(WitnessTest, RoundsOfOthersGoForwardAndDoNotChange) {
  const Witness witness = store_->witness();
  const auto heard = [](std::int64_t round, const std::string& what) {
    return HeardRound{
        .site = "ed25519:BBBB", .round = round, .digest = digest_of(what), .signature = std::string(64, what.front())};
  };
  const Digest run = run_number(1);
  EXPECT_EQ(witness.note_heard(run, {heard(2, "a")}).front(), HeardRoundVerdict::noted);
  EXPECT_EQ(witness.note_heard(run, {heard(2, "a")}).front(), HeardRoundVerdict::known);
  EXPECT_EQ(witness.note_heard(run, {heard(2, "b")}).front(), HeardRoundVerdict::contradicts);
  EXPECT_EQ(witness.note_heard(run, {heard(5, "c")}).front(), HeardRoundVerdict::noted);
  EXPECT_EQ(witness.note_heard(run, {heard(4, "d")}).front(), HeardRoundVerdict::known);
  EXPECT_EQ(witness.heard(run, "ed25519:BBBB"), heard(5, "c"));
  EXPECT_EQ(witness.heard(run_number(2), "ed25519:BBBB"), std::nullopt);
  EXPECT_EQ(witness.note_heard(run_number(2), {heard(1, "e")}).front(), HeardRoundVerdict::noted);
}

}  // namespace
}  // namespace sotto
