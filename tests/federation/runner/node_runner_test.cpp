// SPDX-License-Identifier: MIT
// Federations of runners on a network in memory: what processes on loopback show in seconds, in virtual time.
#include "federation/runner/federation_in_memory.hpp"
#include "sotto/federation/identity/site_identity.hpp"
#include "sotto/federation/store/store.hpp"

namespace sotto::test {
namespace {

using Arrivals = std::vector<MemoryNetwork::Arrival>;
using Passing = MemoryNetwork::Passing;
using std::chrono::milliseconds;
using std::chrono::seconds;

TEST(NodeRunner, AFederationSaysWhatTheReferenceEngineSays) {
  for (const char* consensus : {"plain", "chebyshev"}) {
    FederationInMemory federation({.consensus = consensus});
    federation.start_all();
    federation.expect_all_finish();
    federation.expect_reference_results();
    for (NodeId i = 0; i < 3; ++i) EXPECT_EQ(federation.node(i).count("all-done"), 1) << federation.node(i).log();
  }
}

TEST(NodeRunner, OnARingASiteHearsItsNeighboursAlone) {
  FederationInMemory federation({.nodes = 5, .graph = "ring"});
  federation.start_all();
  federation.expect_all_finish();
  federation.expect_reference_results();
  for (const Passing& passing : federation.network().tape())
    EXPECT_FALSE(passing.from == "site-0" && passing.to == "site-2");
}

TEST(NodeRunner, ANeighbourThatIsCutOffComesBackAndTheRunGoesOn) {
  FederationInMemory federation;
  federation.start_all();
  ASSERT_TRUE(federation.gets_to(1, 3));
  federation.network().cut("site-0", "site-1");
  federation.expect_all_finish();
  federation.expect_reference_results();
  for (const NodeId i : {0, 1}) {
    EXPECT_EQ(federation.node(i).count("disconnected"), 1) << federation.node(i).log();
    EXPECT_EQ(federation.node(i).count("connected"), 3) << federation.node(i).log();
  }
  EXPECT_EQ(federation.node(2).count("disconnected"), 0) << federation.node(2).log();
}

/// A neighbour that is gone stops the run, and nothing else does.
TEST(NodeRunner, ARunWaitsForASiteThatStoppedAndGoesOnWithIt) {
  FederationInMemory federation;
  federation.start_all();
  ASSERT_TRUE(federation.gets_to(2, 3));
  federation.stop(2);
  EXPECT_FALSE(federation.node(2).outcome()->finished);
  federation.pass(seconds(600));
  const Round waits_at = federation.node(0).status().round;
  EXPECT_LT(waits_at, federation.manifest().last_round());
  federation.start(2);
  federation.expect_all_finish();
  federation.expect_reference_results();
}

/// Links overtake each other, as on lines of different lengths; on each of them the order is kept.
TEST(NodeRunner, FramesThatAreDelayedDifferentlyChangeNothing) {
  for (unsigned seed = 1; seed <= 4; ++seed) {
    FederationInMemory federation;
    std::uint32_t random = seed;
    federation.network().set_rule([&](const Passing& passing) {
      random = random * 1664525u + 1013904223u;
      return Arrivals{{passing.frame, milliseconds(1 + random % 400)}};
    });
    federation.start_all();
    federation.expect_all_finish();
    federation.expect_reference_results();
  }
}

/// How often each round went over each link.
std::map<std::tuple<std::string, std::string, std::string>, int> rounds_sent(FederationInMemory& federation) {
  std::map<std::tuple<std::string, std::string, std::string>, int> times;
  for (const Passing& passing : federation.network().tape())
    if (const auto* round = std::get_if<RoundFrame>(&passing.frame)) ++times[{passing.from, passing.to, round->bytes}];
  return times;
}

/// The next round says that the one before was heard; after the last one there is none.
TEST(NodeRunner, OnlyTheLastRoundIsAcknowledgedWhereRoundsFollowEachOther) {
  FederationInMemory federation;
  federation.start_all();
  federation.expect_all_finish();
  int acknowledged = 0;
  for (const Passing& passing : federation.network().tape())
    if (const auto* heard = std::get_if<Acknowledgement>(&passing.frame)) {
      EXPECT_EQ(heard->round, federation.manifest().last_round());
      ++acknowledged;
    }
  EXPECT_EQ(acknowledged, 6);
}

/// A site that waits for another one says what it heard, so that nobody takes it for lost.
TEST(NodeRunner, ARoundThatWaitsForOthersIsAcknowledgedBeforeAnybodyAsks) {
  FederationInMemory federation;
  federation.start_all();
  ASSERT_TRUE(federation.gets_to(2, 3));
  federation.stop(2);
  federation.pass(milliseconds(900));
  std::map<std::string, Round> heard;
  for (const Passing& passing : federation.network().tape()) {
    EXPECT_FALSE(std::holds_alternative<Ping>(passing.frame));
    if (const auto* one = std::get_if<Acknowledgement>(&passing.frame)) heard[passing.from] = one->round;
  }
  for (const NodeId i : {0u, 1u})
    EXPECT_EQ(heard[i == 0 ? "site-1" : "site-0"], federation.node(i).status().round) << federation.node(i).log();
}

/// While site-2 waits for the slow line of site-1, two rounds of site-0 wait there: both were heard, the second before
/// site-2 said its own message of that round.
TEST(NodeRunner, EveryRoundThatWaitsForASlowLineIsAcknowledged) {
  FederationInMemory federation;
  federation.network().set_rule([&](const Passing& passing) {
    const bool slow = passing.from == "site-1" && passing.to == "site-2";
    return Arrivals{{passing.frame, slow ? milliseconds(3000) : milliseconds(1)}};
  });
  federation.start_all();
  federation.expect_all_finish();
  federation.expect_reference_results();
  for (const auto& [of, times] : rounds_sent(federation))
    EXPECT_EQ(times, 1) << std::get<0>(of) << " to " << std::get<1>(of);
}

/// Site-2 hears round 3 of site-0, and at once says its own round 3, which tells of rounds 2 alone. Then it waits long
/// for round 3 of site-1: site-0 must not take its own for lost.
TEST(NodeRunner, ARoundIsNoAcknowledgementOfOneWithTheSameNumber) {
  FederationInMemory federation;
  int from_1_to_2 = 0;
  federation.network().set_rule([&](const Passing& passing) {
    const bool meant =
        std::holds_alternative<RoundFrame>(passing.frame) && passing.from == "site-1" && passing.to == "site-2";
    if (!meant) return Arrivals{{passing.frame}};
    return Arrivals{{passing.frame, ++from_1_to_2 == 2 ? milliseconds(3000) : milliseconds(20)}};
  });
  federation.start_all();
  federation.expect_all_finish();
  federation.expect_reference_results();
  for (const auto& [of, times] : rounds_sent(federation))
    EXPECT_EQ(times, 1) << std::get<0>(of) << " to " << std::get<1>(of);
}

/// What tells site-0 that site-1 is done is lost on the way: its last round, and an acknowledgement that names it.
/// Site-1 stays until its last round was heard, so that site-0 does not wait for it in vain.
TEST(NodeRunner, ASiteLeavesWhenItsLastRoundWasHeard) {
  FederationInMemory federation;
  const Round last = federation.manifest().last_round();
  int lost = 0;
  federation.network().set_rule([&](const Passing& passing) {
    const auto* heard = std::get_if<Acknowledgement>(&passing.frame);
    const bool tells = heard != nullptr ? heard->last_round == last
                                        : std::holds_alternative<RoundFrame>(passing.frame) &&
                                              federation.node(1).status().round == last;
    const bool meant = tells && passing.from == "site-1" && passing.to == "site-0";
    return meant && ++lost <= 2 ? Arrivals{} : Arrivals{{passing.frame}};
  });
  federation.start_all();
  federation.expect_all_finish();
  EXPECT_GT(lost, 2);
  for (NodeId i = 0; i < 3; ++i) {
    EXPECT_EQ(federation.node(i).count("all-done"), 1) << federation.node(i).log();
    EXPECT_EQ(federation.node(i).count("left-early"), 0) << federation.node(i).log();
  }
}

/// A ping that follows a round on a slow line is answered after the acknowledgement: no round goes twice.
TEST(NodeRunner, OnASlowLineEachRoundGoesOnce) {
  FederationInMemory federation;
  federation.network().set_rule([](const Passing& passing) { return Arrivals{{passing.frame, seconds(2)}}; });
  federation.start_all();
  federation.expect_all_finish();
  federation.expect_reference_results();
  for (const auto& [of, times] : rounds_sent(federation)) EXPECT_EQ(times, 1);
}

/// Every third frame that carries a round or an acknowledgement is lost, every fifth comes twice.
TEST(NodeRunner, RoundsThatAreLostOrDoubledAreSaidAgainAndCountOnce) {
  FederationInMemory federation;
  int count = 0;
  federation.network().set_rule([&](const Passing& passing) {
    const bool counts =
        std::holds_alternative<RoundFrame>(passing.frame) || std::holds_alternative<Acknowledgement>(passing.frame);
    if (counts && ++count % 3 == 0) return Arrivals{};
    return counts && count % 5 == 0 ? Arrivals{{passing.frame}, {passing.frame}} : Arrivals{{passing.frame}};
  });
  federation.start_all();
  federation.expect_all_finish();
  federation.expect_reference_results();
}

/// A line that lets nothing through and is not closed: found out by silence.
TEST(NodeRunner, ALinkThatSaysNothingFor15SecondsIsMadeAgain) {
  FederationInMemory federation;
  federation.start_all();
  ASSERT_TRUE(federation.gets_to(1, 3));
  const Timeline::Time began = federation.now();
  federation.network().set_rule([&](const Passing& passing) {
    const bool dead = passing.from != "site-2" && passing.to != "site-2" && federation.now() < began + seconds(14);
    return dead ? Arrivals{} : Arrivals{{passing.frame}};
  });
  federation.pass(seconds(14));
  EXPECT_EQ(federation.node(0).count("disconnected"), 0) << federation.node(0).log();
  federation.network().set_rule([&](const Passing& passing) {
    const bool dead = passing.from != "site-2" && passing.to != "site-2" && federation.now() < began + seconds(17);
    return dead ? Arrivals{} : Arrivals{{passing.frame}};
  });
  federation.expect_all_finish();
  federation.expect_reference_results();
  EXPECT_TRUE(federation.node(0).said("disconnected", "said nothing for 15 s") ||
              federation.node(1).said("disconnected", "said nothing for 15 s"))
      << federation.node(0).log() << federation.node(1).log();
}

/// What is committed and not sent is the round's message, whoever asks for it later.
TEST(NodeRunner, ALinkThatDropsAfterTheCommitGetsTheCommittedBytes) {
  FederationInMemory federation;
  int commits = 0;
  seams().at_failpoint = [&](const std::string& place) {
    if (place != "after commit" || ++commits != 7) return;
    for (const char* one : {"site-0", "site-1", "site-2"})
      for (const char* other : {"site-0", "site-1", "site-2"}) federation.network().cut(one, other);
  };
  federation.start_all();
  federation.expect_all_finish();
  federation.expect_reference_results();
  EXPECT_EQ(federation.node(0).count("disconnected"), 2) << federation.node(0).log();
}

/// Between drawing noise and having sent it, a process can end anywhere.
TEST(NodeRunner, AProcessThatDiesInARoundComesBackWithTheSameMessage) {
  for (const char* place : {"noise drawn", "before commit", "after commit", "mid-send", "after send"}) {
    FederationInMemory federation;
    int times = 0;
    seams().at_failpoint = [&](const std::string& reached) {
      if (reached == place && ++times == 8) throw Died();
    };
    federation.start_all();
    const auto dead = [&]() -> std::optional<NodeId> {
      for (NodeId i = 0; i < 3; ++i)
        if (!federation.node(i).is_running()) return i;
      return std::nullopt;
    };
    ASSERT_TRUE(federation.comes_true([&] { return dead().has_value(); })) << place;
    EXPECT_EQ(federation.node(*dead()).refusal(), "died");
    federation.start(*dead());
    federation.expect_all_finish();
    federation.expect_reference_results();
  }
}

/// Site-1 heard a round of site-0 and waits for site-2, so that no row of its own holds that round. Then it dies and
/// comes back, and site-0 says something else for it.
TEST(NodeRunner, WhatWasHeardAndNotUsedCannotBeTakenBackAfterARestart) {
  FederationInMemory federation;
  federation.start_all();
  ASSERT_TRUE(federation.gets_to(2, 3));
  federation.stop(2);
  federation.pass(seconds(1));
  const Round waits = federation.node(0).status().round;
  ASSERT_EQ(federation.node(1).status().round, waits);
  federation.node(1).kill();
  const Manifest& manifest = federation.manifest();
  const SiteIdentity liar = SiteIdentity::open(federation.rehearsal().parties[0].state);
  federation.network().set_rule([&](const Passing& passing) {
    const auto* frame = std::get_if<RoundFrame>(&passing.frame);
    if (frame == nullptr || passing.from != "site-0" || passing.to != "site-1") return Arrivals{{passing.frame}};
    const auto said =
        RoundMessage::read(frame->bytes, Session(std::make_shared<const Manifest>(manifest), RunKind::real).sender(0));
    const RoundMessage& first = std::get<RoundMessage>(said);
    const RoundMessage other = RoundMessage::say({manifest.run_id(), 0, first.round()},
                                                 Released::nothing(manifest.dimension()), first.heard(), liar.key());
    return Arrivals{{RoundFrame{other.bytes()}}};
  });
  federation.start(1);
  ASSERT_TRUE(federation.comes_true([&] { return federation.node(1).count("halted") == 1; }))
      << federation.node(1).log();
  EXPECT_TRUE(federation.node(1).said("halted", "two different messages for round " + std::to_string(waits)))
      << federation.node(1).log();
  federation.stop(1);
  const Store store = Store::open_to_read(federation.rehearsal().parties[1].state);
  ASSERT_EQ(store.evidence().all().size(), 1u);
  EXPECT_EQ(store.evidence().all()[0].kind, "equivocation");
}

/// A member says that another one was rolled back, and has no proof.
TEST(NodeRunner, AFalseAccusationHaltsTheAccuserAndNotTheAccused) {
  FederationInMemory federation;
  bool accused = false;
  federation.network().set_rule([&](const Passing& passing) {
    const bool now = passing.from == "site-0" && passing.to == "site-1" &&
                     std::holds_alternative<RoundFrame>(passing.frame) && !std::exchange(accused, true);
    return now ? Arrivals{{Refusal{"your state is an older one", Refusal::Code::rolled_back}}}
               : Arrivals{{passing.frame}};
  });
  federation.start_all();
  ASSERT_TRUE(federation.comes_true([&] { return federation.node(1).count("halted") == 1; }));
  federation.pass(seconds(60));
  EXPECT_TRUE(federation.node(1).is_running()) << federation.node(1).log();
  EXPECT_TRUE(federation.node(0).said("refused-by", "halted: it accused this node")) << federation.node(0).log();
  federation.stop(1);
  {
    const Store store = Store::open_to_read(federation.rehearsal().parties[1].state);
    ASSERT_EQ(store.evidence().all().size(), 1u);
    EXPECT_EQ(store.evidence().all()[0].kind, "false-accusation");
  }
  federation.start(1);  // evidence outlives a restart
  federation.pass(seconds(60));
  EXPECT_EQ(federation.node(1).count("connected"), 1) << "site-2 alone" << federation.node(1).log();
  federation.expect_one_payload_each_round();
}

/// F17: a copied state on another host.
TEST(NodeRunner, ASecondProcessOfASiteIsRefusedWhileTheFirstIsConnected) {
  FederationInMemory federation({.rounds = 40});
  federation.start_all();
  ASSERT_TRUE(federation.gets_to(0, 8));
  const auto second = federation.start_with_state(0, federation.copy_of_state(0));
  ASSERT_TRUE(federation.comes_true([&] { return second->count("refused-by") > 0; })) << second->log();
  EXPECT_TRUE(second->said("refused-by", "another process of site-0 is connected")) << second->log();
  federation.expect_all_finish();
  EXPECT_EQ(federation.node(1).count("two-of-one"), 1) << federation.node(1).log();
  federation.expect_reference_results();
  EXPECT_EQ(second->count("connected"), 0) << second->log();
}

/// A copy that comes when the first process has gone is stopped by what its neighbours saw.
TEST(NodeRunner, ACopyThatComesLaterIsProvedToBeOld) {
  FederationInMemory federation({.rounds = 40});
  federation.start_all();
  ASSERT_TRUE(federation.gets_to(0, 5));
  federation.stop(0);
  const std::filesystem::path copy = federation.copy_of_state(0);
  federation.start(0);
  ASSERT_TRUE(federation.gets_to(0, 12));
  federation.stop(0);
  const auto second = federation.start_with_state(0, copy);
  ASSERT_TRUE(federation.comes_true([&] { return !second->is_running(); })) << second->log();
  EXPECT_NE(second->refusal().find("older"), std::string::npos) << second->refusal();
  federation.start(0);
  federation.expect_all_finish();
  federation.expect_reference_results();
}

/// A finished site stays for neighbours that may need its last message, and not for ever.
TEST(NodeRunner, AFinishedSiteLingersForANeighbourAMinute) {
  FederationInMemory federation;
  federation.start_all();
  ASSERT_TRUE(federation.gets_to(0, federation.manifest().last_round() - 1));
  federation.node(0).kill();
  const Timeline::Time died = federation.now();
  ASSERT_TRUE(federation.comes_true([&] { return !federation.node(1).is_running(); }));
  EXPECT_TRUE(federation.node(1).outcome()->finished);
  EXPECT_EQ(federation.node(1).count("left-early"), 1) << federation.node(1).log();
  EXPECT_GT(federation.now() - died, seconds(59));
  EXPECT_LT(federation.now() - died, seconds(63));
}

}  // namespace
}  // namespace sotto::test
