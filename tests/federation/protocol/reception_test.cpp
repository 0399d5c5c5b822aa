// SPDX-License-Identifier: MIT
// Who is welcome: each reason to refuse by itself, which of two comes first, and what is said before a hello counts.
#include "sotto/federation/protocol/reception.hpp"

#include <gtest/gtest.h>

#include "federation/protocol/some_messages.hpp"

namespace sotto {
namespace {

using Received = Reception::Kind;
using Code = Refusal::Code;
using test::message_of;

const std::string first_start(start_id_size, 'a'), second_start(start_id_size, 'b');

/// Node 1 listens. It said rounds 2 to 5, and heard rounds 4 and 5 of node 2; of rounds 2 and 3 it knows the digests.
struct Meeting {
  SiteKey own_key = SiteKey::generate();
  Digest run = digest_of("run");
  NeighbourWindow window{4, [](Round round) {
                           return round == 2 || round == 3 ? std::optional(message_of(2, round).digest())
                                                           : std::nullopt;
                         }};
  std::optional<std::string> halted_because = std::nullopt;
  std::optional<std::string> connected = std::nullopt;
  Standing standing{.run = run, .node = 2, .start_id = first_start, .last = message_of(2, 5).mark(), .ledger_head = {}};
  Claims claims = {};

  Meeting() {
    window.take(message_of(2, 4));
    window.take(message_of(2, 5));
  }
  static Digest said(Round round) { return digest_of("said " + std::to_string(round)); }

  Reception operator()() const {
    const OwnPast past{.key = own_key.public_key(),
                       .kind = RunKind::real,
                       .stood_so = [](const Standing& then) { return then.incarnation <= 2; },
                       .said =
                           [this](const Digest& of, Round round) {
                             return of == run && round >= 2 && round <= 5 ? std::optional(said(round)) : std::nullopt;
                           }};
    return receive(standing, claims, {.run = run, .last_round = 9, .own_last = 5, .past = past},
                   {.node = 2,
                    .name = "site-2",
                    .halted_because = halted_because,
                    .connected = connected,
                    .window = window,
                    .seal_of = [this](Round round) {
                      const RoundMessage* message = window.at(round);
                      return message ? std::optional(Seal{run, message->mark(), message->signature()}) : std::nullopt;
                    }});
  }
};

TEST(Reception, WelcomesWhoKnowsTheSameAndWhoCanBeHandedWhatItLacks) {
  Meeting meeting;
  EXPECT_EQ(meeting().kind, Received::welcome);
  meeting.standing.last = message_of(2, 3).mark();
  EXPECT_EQ(meeting().kind, Received::welcome) << "rounds 4 and 5 are here";
  meeting.standing.last = {7, digest_of("newer")};
  EXPECT_EQ(meeting().kind, Received::welcome) << "it went on";
}

TEST(Reception, RefusesAStateThatLacksMoreThanCanBeHandedBackAndShowsTheProof) {
  Meeting meeting;
  meeting.standing.last = message_of(2, 2).mark();
  const Reception reception = meeting();
  EXPECT_EQ(reception.kind, Received::refused);
  EXPECT_EQ(reception.refusal.code, Code::rolled_back);
  ASSERT_TRUE(reception.refusal.said);
  EXPECT_EQ(reception.refusal.said->mark, message_of(2, 5).mark());
  EXPECT_NE(reception.refusal.reason.find("the state of site-2 ends at round 2, but it has said round 5"),
            std::string::npos);
}

TEST(Reception, RefusesWhoContradictsWhatItSaidAndShowsItsSignature) {
  Meeting meeting;
  meeting.standing.last = {5, digest_of("another")};
  const Reception reception = meeting();
  EXPECT_EQ(reception.kind, Received::refused);
  EXPECT_EQ(reception.refusal.code, Code::rolled_back);
  ASSERT_TRUE(reception.refusal.said);
  EXPECT_EQ(reception.refusal.said->mark, message_of(2, 5).mark());
  meeting.standing.last = {3, digest_of("another")};
  EXPECT_FALSE(meeting().refusal.said) << "its signature on round 3 is no longer here";
}

TEST(Reception, ShowsTheManifestToWhoHasAnotherAndRefusesAnotherVersion) {
  Meeting meeting;
  meeting.standing.run = digest_of("another");
  EXPECT_EQ(meeting().kind, Received::manifest_differs);
  meeting.standing.version = 1;
  EXPECT_EQ(meeting().kind, Received::refused) << "what another version calls a run is not known";
  EXPECT_EQ(meeting().refusal.code, Code::other);
}

TEST(Reception, TakesAClaimWithoutThisNodesSignatureForAFalseAccusation) {
  const SiteKey liar = SiteKey::generate();
  Meeting meeting;
  meeting.claims.held = Seal::of(meeting.run, {5, digest_of("another")}, RunKind::real, liar);
  EXPECT_EQ(meeting().kind, Received::accuses_falsely);
  meeting.claims = {.held = Seal::of(digest_of("other run"), {2, digest_of("x")}, RunKind::real, meeting.own_key)};
  EXPECT_EQ(meeting().kind, Received::accuses_falsely) << "held of another run";
  meeting.claims = {.seen = "nonsense"};
  EXPECT_EQ(meeting().kind, Received::accuses_falsely);
}

TEST(Reception, StopsThisNodeWhereItsOwnSignatureProvesThatItsStateIsOld) {
  Meeting meeting;
  meeting.claims.held = Seal::of(meeting.run, {4, digest_of("another")}, RunKind::real, meeting.own_key);
  EXPECT_EQ(meeting().kind, Received::own_state_is_old);
  EXPECT_NE(meeting().refusal.reason.find("another message of this node for round 4"), std::string::npos);
  meeting.claims.held = Seal::of(meeting.run, {6, digest_of("lost")}, RunKind::real, meeting.own_key);
  EXPECT_EQ(meeting().kind, Received::welcome) << "a lost end may be handed back";
  meeting.claims = {.earlier = {Seal::of(digest_of("other run"), {3, digest_of("x")}, RunKind::real, meeting.own_key)}};
  EXPECT_EQ(meeting().kind, Received::own_state_is_old);
}

TEST(Reception, RefusesASecondProcessWhileTheFirstIsConnected) {
  Meeting meeting;
  meeting.connected = first_start;
  EXPECT_EQ(meeting().kind, Received::welcome) << "the same process on a new connection";
  meeting.connected = second_start;
  EXPECT_EQ(meeting().kind, Received::another_process);
  EXPECT_EQ(meeting().refusal.code, Code::already_here);
}

/// Who is halted is not heard, not even where it proves something; claims count before anything is said of the
/// speaker's processes and rounds.
TEST(Reception, AsksInAFixedOrder) {
  Meeting meeting;
  meeting.connected = second_start;
  meeting.standing.last = message_of(2, 2).mark();
  EXPECT_EQ(meeting().kind, Received::another_process);
  meeting.claims.held = Seal::of(meeting.run, {4, digest_of("another")}, RunKind::real, meeting.own_key);
  EXPECT_EQ(meeting().kind, Received::own_state_is_old);
  meeting.standing.run = digest_of("another");
  EXPECT_EQ(meeting().kind, Received::manifest_differs);
  meeting.halted_because = "said two things";
  EXPECT_EQ(meeting().kind, Received::halted);
  EXPECT_EQ(meeting().refusal.reason, "this neighbour is halted: it said two things");
}

TEST(Reception, AccusesOfARollbackOnlyWithAProof) {
  const Seal seal = Seal::of(digest_of("run"), {2, digest_of("x")}, RunKind::real, test::some_key());
  EXPECT_EQ(as_far_as_proved({"old", Code::rolled_back}).code, Code::other);
  EXPECT_EQ(as_far_as_proved({"old", Code::rolled_back}).reason, "old");
  EXPECT_EQ(as_far_as_proved({"old", Code::rolled_back, seal}).code, Code::rolled_back);
  EXPECT_EQ(as_far_as_proved({"old", Code::rolled_back, std::nullopt, "hello"}).code, Code::rolled_back);
  EXPECT_EQ(as_far_as_proved({"here", Code::already_here}).code, Code::already_here);
}

TEST(Reception, LetsAHelloBeSaidFirstThenWhatAnswersItThenTheRest) {
  const std::vector<Frame> answers{Refusal{"no"}, ManifestText{"x"}},
      rest{Welcome{}, RoundFrame{}, CopyFrame{}, Acknowledgement{}, LedgerFrame{}, Ping{}, Pong{}, Goodbye{}};
  for (const auto stage : {Acquaintance::none, Acquaintance::signed_hello, Acquaintance::accepted}) {
    EXPECT_EQ(objection_to(HelloFrame{}, stage), "");
    for (const Frame& frame : answers)
      EXPECT_EQ(objection_to(frame, stage), stage == Acquaintance::none ? "spoke before its hello" : "");
    for (const Frame& frame : rest)
      EXPECT_EQ(objection_to(frame, stage), stage == Acquaintance::none ? "spoke before its hello"
                                            : stage == Acquaintance::signed_hello
                                                ? "spoke before its hello was accepted"
                                                : "");
  }
}

}  // namespace
}  // namespace sotto
