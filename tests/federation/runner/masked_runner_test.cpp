// SPDX-License-Identifier: MIT
// Masked sums between runners on a network in memory: every member hears every residue, a restart goes on with the same
// keys, and a lost member is left out by an amendment.
#include <set>

#include "federation/runner/masked_federation.hpp"
#include "sotto/federation/manifest/found_session.hpp"
#include "sotto/federation/masking/derived_masks.hpp"
#include "sotto/federation/runner/giving_up.hpp"
#include "sotto/federation/runner/prepared_node.hpp"
#include "sotto/federation/runner/round_maker.hpp"
#include "sotto/federation/runner/seams.hpp"
#include "sotto/federation/runner/start_checks.hpp"
#include "sotto/federation/store/store.hpp"

namespace sotto::test {
namespace masked_runner_tests {

TEST(MaskedRunner, AFederationEndsWithWhatTheReferenceEngineEndsWith) {
  for (const char* graph : {"complete", "ring", "path", "star"}) {
    FederationInMemory federation(masked(5, graph));
    federation.start_all();
    federation.expect_all_finish();
    federation.expect_reference_sums();
    for (NodeId i = 0; i < 5; ++i) {
      EXPECT_EQ(federation.node(i).count("all-done"), 1) << federation.node(i).log();
      EXPECT_EQ(federation.node(i).count("wild-sum"), 0) << federation.node(i).log();
      EXPECT_EQ(federation.node(i).count("other-result"), 0) << federation.node(i).log();
    }
  }
}

TEST(MaskedRunner, MomentumAndOutputWeightsAreThoseOfTheReferenceEngine) {
  for (const char* more : {"step = \"constant\"\nacceleration = \"nesterov\"\n", "output = \"polynomial\"\n"}) {
    Shape shape = masked();
    shape.rounds = 6;
    shape.more = more;
    FederationInMemory federation(shape);
    federation.start_all();
    ASSERT_TRUE(federation.gets_to(1, 4)) << federation.node(1).log();
    federation.node(1).kill();  // a restart hears all sums again
    federation.start(1);
    federation.expect_all_finish();
    federation.expect_reference_sums();
  }
}

/// How often each message of rounds went over each link.
std::map<std::tuple<std::string, std::string, std::string>, int> rounds_sent(FederationInMemory& federation) {
  std::map<std::tuple<std::string, std::string, std::string>, int> times;
  for (const Passing& passing : federation.network().tape())
    if (const auto* round = std::get_if<RoundFrame>(&passing.frame)) ++times[{passing.from, passing.to, round->bytes}];
  return times;
}

/// N authors, T residues and one result each, N - 1 links each.
TEST(MaskedRunner, AResidueCrossesAsManyLinksAsThereAreOtherMembers) {
  for (const char* graph : {"complete", "ring", "path"}) {
    FederationInMemory federation(masked(5, graph));
    federation.start_all();
    federation.expect_all_finish();
    int all = 0;
    for (const auto& [of, times] : rounds_sent(federation)) {
      EXPECT_EQ(times, 1) << std::get<0>(of) << " to " << std::get<1>(of);
      all += times;
    }
    EXPECT_EQ(all, 5 * 4 * (4 + 1)) << graph;
  }
}

/// No residue is said before all members have said that they are ready.
TEST(MaskedRunner, NoResidueLeavesBeforeAllAreReady) {
  FederationInMemory federation(masked());
  std::set<std::string> ready;
  bool early = false;
  federation.network().set_rule([&](const Passing& passing) {
    if (std::holds_alternative<RoundFrame>(passing.frame)) early = early || ready.size() < 4;
    if (const auto* word = std::get_if<WordFrame>(&passing.frame)) {
      const auto read = SessionWord::read(word->bytes, {federation.manifest().run_id(), 2, [&](NodeId i) {
                                                          return &federation.manifest().parties()[i].key;
                                                        }});
      if (read && read->ready() != nullptr) ready.insert(federation.name(read->node()));
    }
    return Arrivals{{passing.frame}};
  });
  for (NodeId i = 0; i < 3; ++i) federation.start(i);
  federation.pass(seconds(60));
  EXPECT_TRUE(ready.empty()) << "one member has said no key";
  for (NodeId i = 0; i < 3; ++i) EXPECT_EQ(federation.node(i).status().round, 1u);
  EXPECT_FALSE(federation.node(0).status().debited) << "a ready phase is free";
  federation.start(3);
  federation.expect_all_finish();
  EXPECT_FALSE(early);
  federation.expect_reference_sums();
}

/// The ready word of one member is lost for a minute: it may go on, nobody else may.
TEST(MaskedRunner, AMemberWhoseReadyWordIsMissingHoldsAllOthersBack) {
  FederationInMemory federation(masked());
  bool lost = true;
  std::set<NodeId> authors;
  federation.network().set_rule([&](const Passing& passing) {
    if (const auto* round = std::get_if<RoundFrame>(&passing.frame); round != nullptr && lost)
      authors.insert(RoundMessage::label_of(round->bytes)->node);
    const auto* word = std::get_if<WordFrame>(&passing.frame);
    const auto read = word == nullptr
                          ? std::nullopt
                          : SessionWord::read(word->bytes, {federation.manifest().run_id(), 2, [&](NodeId i) {
                                                              return &federation.manifest().parties()[i].key;
                                                            }});
    const bool dropped = lost && read && read->node() == 3 && read->ready() != nullptr;
    return dropped ? Arrivals{} : Arrivals{{passing.frame}};
  });
  federation.start_all();
  federation.pass(seconds(60));
  EXPECT_EQ(authors, std::set<NodeId>{3}) << "it alone knows that all are ready";
  lost = false;
  federation.expect_all_finish();
  federation.expect_reference_sums();
}

/// F1: between drawing a key or noise and having sent it, a process can end anywhere.
TEST(MaskedRunner, AProcessThatDiesAnywhereComesBackWithTheSameWordsAndResidues) {
  struct Place {
    const char* name;
    int time;
  };
  for (const Place& place :
       {Place{"before key", 2}, Place{"key kept", 2}, Place{"key said", 2}, Place{"before ready", 2},
        Place{"ready said", 2}, Place{"session agreed", 2}, Place{"before debit", 2}, Place{"after debit", 2},
        Place{"noise drawn", 6}, Place{"before commit", 7}, Place{"after commit", 8}, Place{"mid-send", 20},
        Place{"after send", 9}, Place{"final write", 2}}) {
    FederationInMemory federation(masked(4, "ring"));
    int times = 0;
    seams().at_failpoint = [&](const std::string& reached) {
      if (reached == place.name && ++times == place.time) throw Died();
    };
    federation.start_all();
    const auto dead = [&]() -> std::optional<NodeId> {
      for (NodeId i = 0; i < 4; ++i)
        if (!federation.node(i).is_running() && federation.node(i).refusal() == "died") return i;
      return std::nullopt;
    };
    ASSERT_TRUE(federation.comes_true([&] { return dead().has_value(); })) << place.name;
    federation.start(*dead());
    federation.expect_all_finish();
    federation.expect_reference_sums();
    if (HasFailure()) FAIL() << place.name;
  }
}

TEST(MaskedRunner, AllProcessesThatDieAtOnceGoOn) {
  Shape shape = masked(5, "path");
  shape.rounds = 12;
  FederationInMemory federation(shape);
  federation.start_all();
  for (const Round round : {2u, 3u, 5u}) {
    ASSERT_TRUE(federation.gets_to(2, round)) << round << federation.node(2).log() << federation.node(0).log();
    for (NodeId i = 0; i < 5; ++i) federation.node(i).kill();
    federation.start_all();
  }
  federation.expect_all_finish();
  federation.expect_reference_sums();
}

/// On a path the middle passes everything on. It has used the residues of one end when it dies, and the other end still
/// needs them.
TEST(MaskedRunner, WhatARelayForgotIsSaidAgainByItsAuthor) {
  FederationInMemory federation(masked(3, "path"));
  bool cut = false;
  federation.network().set_rule([&](const Passing& passing) {
    const bool lost = cut && passing.to == "site-2" && std::holds_alternative<RoundFrame>(passing.frame);
    return lost ? Arrivals{} : Arrivals{{passing.frame}};
  });
  federation.start_all();
  ASSERT_TRUE(federation.gets_to(2, 3));
  cut = true;
  const Round behind = federation.node(2).status().round;
  ASSERT_TRUE(federation.gets_to(1, behind + 1));
  federation.node(1).kill();
  cut = false;
  federation.start(1);
  federation.expect_all_finish();
  federation.expect_reference_sums();
}

TEST(MaskedRunner, LateLostDoubledAndReorderedFramesChangeNothing) {
  for (unsigned seed = 1; seed <= 6; ++seed) {
    FederationInMemory federation(masked(5, seed % 2 == 0 ? "ring" : "complete"));
    std::uint32_t random = seed;
    federation.network().set_rule([&](const Passing& passing) {
      random = random * 1664525u + 1013904223u;
      const bool counts = std::holds_alternative<RoundFrame>(passing.frame) ||
                          std::holds_alternative<WordFrame>(passing.frame) ||
                          std::holds_alternative<Acknowledgement>(passing.frame);
      const milliseconds late(1 + (random >> 8) % 300);
      if (counts && (random >> 4) % 5 == 0) return Arrivals{};
      if (counts && (random >> 4) % 7 == 0) return Arrivals{{passing.frame, late}, {passing.frame, late}};
      return Arrivals{{passing.frame, late}};
    });
    federation.start_all();
    federation.expect_all_finish();
    federation.expect_reference_sums();
  }
}

/// A link of a ring is cut for good: residues go the other way round.
TEST(MaskedRunner, ACutLinkDoesNotStopAGraphThatHasAnotherWay) {
  FederationInMemory federation(masked(5, "ring"));
  federation.start_all();
  ASSERT_TRUE(federation.gets_to(1, 3));
  bool drop = true;
  federation.network().set_rule([&](const Passing& passing) {  // rounds alone: both ends still greet each other
    const bool on_it =
        (passing.from == "site-0" && passing.to == "site-1") || (passing.from == "site-1" && passing.to == "site-0");
    return drop && on_it && std::holds_alternative<RoundFrame>(passing.frame) ? Arrivals{} : Arrivals{{passing.frame}};
  });
  federation.expect_all_finish();
  federation.expect_reference_sums();
}

/// A relay that changes a residue breaks its author's signature: it is ignored, and the true one comes by another way.
TEST(MaskedRunner, AChangedResidueIsIgnored) {
  FederationInMemory federation(masked(4, "ring"));
  int changed = 0;
  federation.network().set_rule([&](const Passing& passing) {
    const auto* round = std::get_if<RoundFrame>(&passing.frame);
    if (round == nullptr || passing.from != "site-1" || passing.to != "site-2") return Arrivals{{passing.frame}};
    if (RoundMessage::label_of(round->bytes)->node != 0) return Arrivals{{passing.frame}};
    RoundFrame other = *round;
    other.bytes[other.bytes.size() / 2] = static_cast<char>(other.bytes[other.bytes.size() / 2] ^ 1);
    ++changed;
    return Arrivals{{other}};
  });
  federation.start_all();
  federation.expect_all_finish();
  federation.expect_reference_sums();
  EXPECT_GT(changed, 0);
  EXPECT_GE(federation.node(2).count("ignored"), 1) << federation.node(2).log();
}

/// Two residues of one round with the same signature key: both are kept, and nothing of their author is heard again.
TEST(MaskedRunner, TwoResiduesOfOneRoundAreEvidenceWhoeverPassesThemOn) {
  FederationInMemory federation(masked(4, "ring"));
  const SiteIdentity liar = SiteIdentity::open(federation.rehearsal().parties[0].state);
  const Session session = federation.session();
  bool lies = true;
  federation.network().set_rule([&](const Passing& passing) {
    const auto* round = std::get_if<RoundFrame>(&passing.frame);
    if (!lies || round == nullptr || passing.from != "site-1" || passing.to != "site-2")
      return Arrivals{{passing.frame}};
    const auto read = RoundMessage::read(round->bytes, session.sender(0));
    const auto* said = std::get_if<RoundMessage>(&read);
    if (said == nullptr || said->round() != 3) return Arrivals{{passing.frame}};
    const RoundMessage other = RoundMessage::say({session.id(), 0, 3}, Masked(2), said->heard(), liar.key());
    return Arrivals{{passing.frame}, {RoundFrame{other.bytes()}}};
  });
  federation.start_all();
  ASSERT_TRUE(federation.comes_true([&] { return federation.node(2).count("halted") == 1; }))
      << federation.node(2).log();
  federation.pass(seconds(30));
  ASSERT_TRUE(federation.node(2).is_running()) << "it waits for people";
  EXPECT_LE(federation.node(2).status().round, 4u) << "it has one residue of round 3, and hears none of round 4";
  for (const NeighbourStatus& one : federation.node(2).status().neighbours)
    if (one.name == "site-0") {
      EXPECT_NE(one.remark.find("sent two different messages for round 3"), std::string::npos) << one.remark;
    }
  federation.node(2).kill();
  {
    const Store store = Store::open_to_read(federation.rehearsal().parties[2].state);
    ASSERT_EQ(store.evidence().all().size(), 1u);
    EXPECT_EQ(store.evidence().all()[0].kind, "equivocation");
    EXPECT_EQ(store.evidence().all()[0].site, liar.public_key().text());
  }
  lies = false;
  federation.start(2);  // evidence outlives a restart
  federation.pass(seconds(30));
  ASSERT_TRUE(federation.node(2).is_running());
  EXPECT_LE(federation.node(2).status().round, 4u);
  EXPECT_FALSE(federation.node(2).status().agreed) << "its words are heard no more";
}

/// One member hears another residue than all others: what each says that it heard shows it.
TEST(MaskedRunner, AResidueThatOneMemberAloneHeardIsNoticed) {
  FederationInMemory federation(masked(4, "ring"));
  const SiteIdentity liar = SiteIdentity::open(federation.rehearsal().parties[0].state);
  const Session session = federation.session();
  federation.network().set_rule([&](const Passing& passing) {
    const auto* round = std::get_if<RoundFrame>(&passing.frame);
    if (round == nullptr || passing.to != "site-2") return Arrivals{{passing.frame}};
    const auto read = RoundMessage::read(round->bytes, session.sender(0));
    const auto* said = std::get_if<RoundMessage>(&read);
    if (said == nullptr || said->round() != 3) return Arrivals{{passing.frame}};
    return Arrivals{
        {RoundFrame{RoundMessage::say({session.id(), 0, 3}, Masked(2), said->heard(), liar.key()).bytes()}}};
  });
  federation.start_all();
  EXPECT_TRUE(federation.comes_true([&] { return federation.node(2).count("equivocation") > 0; }))
      << federation.node(2).log();
}

/// Wrong masks do not vanish: the sum is anywhere modulo 2^64. An honest sum is never taken for one.
TEST(MaskedRunner, ASumThatMembersCannotMakeIsAnAlarm) {
  FederationInMemory federation(masked(4));
  const SiteIdentity liar = SiteIdentity::open(federation.rehearsal().parties[0].state);
  const Session session = federation.session();
  bool lies = false;
  federation.network().set_rule([&](const Passing& passing) {
    const auto* round = std::get_if<RoundFrame>(&passing.frame);
    if (!lies || round == nullptr) return Arrivals{{passing.frame}};
    const auto read = RoundMessage::read(round->bytes, session.sender(0));
    const auto* said = std::get_if<RoundMessage>(&read);
    if (said == nullptr || said->round() < 3 || said->round() > 5) return Arrivals{{passing.frame}};
    const auto other = RoundMessage::say({session.id(), 0, said->round()}, Masked(2), said->heard(), liar.key());
    return Arrivals{{RoundFrame{other.bytes()}}};
  });
  federation.start_all();
  ASSERT_TRUE(federation.gets_to(1, 2));
  lies = true;
  EXPECT_TRUE(federation.comes_true([&] { return federation.node(1).count("wild-sum") > 0; }))
      << federation.node(1).log();
  federation.pass(seconds(5));
  EXPECT_EQ(federation.node(1).count("wild-sum"), 1) << "once in a start";
  EXPECT_TRUE(federation.node(1).said("wild-sum", "names nobody"));
}

/// A neighbour that goes back later has said it: its signature is on this disk before the row that was made of it goes.
TEST(MaskedRunner, WhatARowWasMadeOfIsWitnessedWithIt) {
  FederationInMemory federation(masked());
  federation.start_all();
  ASSERT_TRUE(federation.gets_to(0, 4));
  federation.node(0).kill();
  const Store store = Store::open_to_read(federation.rehearsal().parties[0].state);
  for (NodeId i = 1; i < 4; ++i) {
    const auto heard =
        store.witness().heard(federation.manifest().run_id(), federation.manifest().parties()[i].key.text());
    ASSERT_TRUE(heard) << i;
    EXPECT_GE(heard->round, 3) << i;
    EXPECT_EQ(heard->signature.size(), 64u) << i;
  }
}

/// A power failure takes the end of a log: the residue is not drawn a second time, a neighbour hands it back.
TEST(MaskedRunner, AResidueThatALogLostIsHandedBack) {
  FederationInMemory federation(masked());
  bool cut = true;
  federation.network().set_rule([&](const Passing& passing) {
    const bool lost = cut && passing.to == "site-1" && std::holds_alternative<RoundFrame>(passing.frame);
    return lost ? Arrivals{} : Arrivals{{passing.frame}};
  });
  federation.start_all();
  ASSERT_TRUE(federation.gets_to(1, 2));
  federation.pass(milliseconds(50));
  const std::filesystem::path state = federation.rehearsal().parties[1].state, copy = federation.copy_of_state(1);
  federation.node(1).kill();
  std::filesystem::resize_file(copy / "state.sqlite-wal", 0);
  std::filesystem::remove_all(state);
  std::filesystem::rename(copy, state);
  cut = false;
  federation.start(1);
  federation.expect_all_finish();
  EXPECT_EQ(federation.node(1).count("adopted"), 1) << federation.node(1).log();
  federation.expect_reference_sums();
}

/// The row of a residue in the middle gets back the sum that the residue was made from: momentum, weighted outputs and
/// the next session need it.
TEST(MaskedRunner, ALaterResidueThatIsHandedBackKeepsTheSumThatItWasMadeFrom) {
  FederationInMemory federation(masked());
  bool cut = true;
  federation.network().set_rule([&](const Passing& passing) {
    const auto* round = std::get_if<RoundFrame>(&passing.frame);
    const bool lost =
        cut && passing.to == "site-1" && round != nullptr && RoundMessage::label_of(round->bytes)->round >= 3;
    return lost ? Arrivals{} : Arrivals{{passing.frame}};
  });
  federation.start_all();
  ASSERT_TRUE(federation.gets_to(1, 2));
  const std::filesystem::path state = federation.rehearsal().parties[1].state, log = state / "state.sqlite-wal";
  const std::uintmax_t until_round_2 = std::filesystem::file_size(log);
  ASSERT_TRUE(federation.gets_to(1, 3));
  federation.pass(milliseconds(50));
  const std::filesystem::path copy = federation.copy_of_state(1);
  federation.node(1).kill();
  std::filesystem::resize_file(copy / "state.sqlite-wal", until_round_2);
  std::filesystem::remove_all(state);
  std::filesystem::rename(copy, state);
  cut = false;
  federation.start(1);
  federation.expect_all_finish();
  EXPECT_TRUE(federation.node(1).said("adopted", "round 3 of this node was lost")) << federation.node(1).log();
  federation.expect_reference_sums();
}

/// Residues of an older run and of a dry run are no residues of this session.
TEST(MaskedRunner, WordsAndResiduesOfAnotherSessionAreIgnored) {
  FederationInMemory federation(masked());
  const SiteIdentity site = SiteIdentity::open(federation.rehearsal().parties[0].state);
  const Digest other = digest_of("another session");
  int sent = 0;
  federation.network().set_rule([&](const Passing& passing) {
    if (passing.from != "site-0" || !std::holds_alternative<WordFrame>(passing.frame)) return Arrivals{{passing.frame}};
    ++sent;
    const auto word = SessionWord::say({other, 0}, KeyWord{.key = std::string(32, 'k')}, site.key());
    const auto residue = RoundMessage::say({other, 0, 2}, Masked(2), {}, site.key());
    return Arrivals{{WordFrame{word.bytes()}}, {RoundFrame{residue.bytes()}}, {passing.frame}};
  });
  federation.start_all();
  federation.expect_all_finish();
  federation.expect_reference_sums();
  EXPECT_GT(sent, 0);
  EXPECT_TRUE(federation.node(1).said("ignored", "not one of this session")) << federation.node(1).log();
}

/// What a member's word says; nothing where the frame is none.
std::optional<SessionWord> word_in(const FederationInMemory& federation, const Frame& frame) {
  const auto* word = std::get_if<WordFrame>(&frame);
  if (word == nullptr) return std::nullopt;
  return SessionWord::read(word->bytes, {federation.manifest().run_id(), 2,
                                         [&](NodeId i) { return &federation.manifest().parties()[i].key; }});
}

/// A key of zeros would make masks that everybody knows. The member that says it is ready for it with all others.
TEST(MaskedRunner, AnAllZeroKeyIsHaltedBeforeAResidue) {
  FederationInMemory federation(masked());
  const SiteIdentity liar = SiteIdentity::open(federation.rehearsal().parties[0].state);
  const SessionWord::Label label{federation.manifest().run_id(), 0};
  const auto zero = SessionWord::say(label, KeyWord{.key = std::string(32, '\0')}, liar.key());
  SessionAgreement heard({0, 1, 2, 3});
  heard.take(zero);
  bool residue = false;
  federation.network().set_rule([&](const Passing& passing) {
    residue = residue || (std::holds_alternative<RoundFrame>(passing.frame) && passing.from != "site-0");
    const auto word = word_in(federation, passing.frame);
    if (!word) return Arrivals{{passing.frame}};
    if (word->node() != 0) {
      heard.take(*word);
      return passing.to == "site-0" && word->ready() != nullptr ? Arrivals{} : Arrivals{{passing.frame}};
    }
    if (word->key() != nullptr) return Arrivals{{WordFrame{zero.bytes()}}};
    return Arrivals{{WordFrame{SessionWord::say(label, heard.ready(), liar.key()).bytes()}}};
  });
  federation.start_all();
  federation.pass(seconds(60));
  EXPECT_FALSE(residue);
  EXPECT_TRUE(federation.node(1).said("halted", "a key for this session that is none")) << federation.node(1).log();
}

/// A member says one key to one neighbour and another one to another: both are kept.
TEST(MaskedRunner, TwoKeysOfOneMemberAreEvidence) {
  FederationInMemory federation(masked());
  const SiteIdentity liar = SiteIdentity::open(federation.rehearsal().parties[0].state);
  const auto other =
      SessionWord::say({federation.manifest().run_id(), 0}, KeyWord{.key = std::string(32, 'k')}, liar.key());
  bool residue = false, lies = true;
  federation.network().set_rule([&](const Passing& passing) {
    residue = residue || std::holds_alternative<RoundFrame>(passing.frame);
    const auto word = word_in(federation, passing.frame);
    const bool changes = lies && word && word->node() == 0 && word->key() != nullptr && passing.from == "site-0" &&
                         passing.to == "site-1";
    return Arrivals{{changes ? Frame{WordFrame{other.bytes()}} : passing.frame}};
  });
  federation.start_all();
  federation.pass(seconds(60));
  EXPECT_FALSE(residue);
  EXPECT_EQ(federation.node(1).count("halted"), 1) << federation.node(1).log();
  federation.stop(1);
  {
    const Store store = Store::open_to_read(federation.rehearsal().parties[1].state);
    ASSERT_EQ(store.evidence().all().size(), 1u) << "once, however often they come";
    const Contradiction found = store.evidence().all()[0];
    EXPECT_EQ(found.kind, "equivocation");
    const std::set<std::string> both{found.first, found.second};
    EXPECT_TRUE(both.contains(other.bytes()) && both.size() == 2 && !both.contains("")) << "both words are kept";
  }
  lies = false;
  federation.start(1);
  federation.pass(seconds(30));
  EXPECT_FALSE(residue);
  for (const NeighbourStatus& one : federation.node(1).status().neighbours)
    EXPECT_EQ(one.connected, one.name != "site-0") << one.name;
  EXPECT_TRUE(federation.node(0).said("refused-by", "is halted")) << federation.node(0).log();
}

/// A copy of a site's state can sign in its name. What this node said comes out of its own store and from nowhere else.
TEST(MaskedRunner, AnOwnWordThatOthersShowIsNotTakenForOnesOwn) {
  FederationInMemory federation(masked());
  const SiteIdentity copy = SiteIdentity::open(federation.rehearsal().parties[1].state);
  const auto other =
      SessionWord::say({federation.manifest().run_id(), 1}, ReadyWord{digest_of("other keys"), 0}, copy.key());
  int shown = 0;
  federation.network().set_rule([&](const Passing& passing) {
    const auto word = word_in(federation, passing.frame);
    if (!word || word->key() == nullptr || passing.to != "site-1") return Arrivals{{passing.frame}};
    ++shown;
    return Arrivals{{WordFrame{other.bytes()}}, {passing.frame}};
  });
  federation.start_all();
  federation.expect_all_finish();
  federation.expect_reference_sums();
  EXPECT_GT(shown, 0);
  EXPECT_EQ(federation.node(1).count("halted") + federation.node(1).count("other-keys"), 0) << federation.node(1).log();
}

/// Who said so would make the others leave the first round out.
TEST(MaskedRunner, NobodyHasCompletedARoundBeforeTheFirstSession) {
  FederationInMemory federation(masked());
  const SiteIdentity liar = SiteIdentity::open(federation.rehearsal().parties[0].state);
  bool residue = false;
  federation.network().set_rule([&](const Passing& passing) {
    residue = residue || std::holds_alternative<RoundFrame>(passing.frame);
    const auto word = word_in(federation, passing.frame);
    if (!word || word->node() != 0 || word->key() == nullptr) return Arrivals{{passing.frame}};
    const KeyWord ahead{.key = word->key()->key, .completed = 1, .sum = Released::nothing(2)};
    return Arrivals{{WordFrame{SessionWord::say({federation.manifest().run_id(), 0}, ahead, liar.key()).bytes()}}};
  });
  federation.start_all();
  federation.pass(seconds(30));
  EXPECT_FALSE(residue);
  EXPECT_TRUE(federation.node(1).said("halted", "completed round 1, which cannot be")) << federation.node(1).log();
}

/// Files with secrets of sessions in a state folder.
int secrets_in(const std::filesystem::path& state) {
  int count = 0;
  for (const auto& file : std::filesystem::directory_iterator(state))
    count += file.path().filename().string().starts_with("session-") ? 1 : 0;
  return count;
}

TEST(MaskedRunner, KeysAreOnTheDiskWhileARunGoesOnAndNoLonger) {
  FederationInMemory federation(masked());
  federation.start_all();
  ASSERT_TRUE(federation.gets_to(0, 3));
  const std::filesystem::path state = federation.rehearsal().parties[0].state;
  EXPECT_EQ(secrets_in(state), 1);
  federation.expect_all_finish();
  EXPECT_EQ(secrets_in(state), 0);
}

std::filesystem::path secret_of(const FederationInMemory& federation, NodeId i) {
  return session_secret_file(federation.rehearsal().parties[i].state, federation.session().id());
}

/// With another secret this node would say residues whose masks do not vanish.
TEST(MaskedRunner, AKeptSecretIsTheOneThatWasSaid) {
  FederationInMemory federation(masked());
  federation.start_all();
  ASSERT_TRUE(federation.gets_to(0, 3));
  federation.node(0).kill();
  const SiteIdentity site = SiteIdentity::open(federation.rehearsal().parties[0].state);
  SessionSecret::forget(secret_of(federation, 0));
  SessionSecret::draw().keep(secret_of(federation, 0), site.key(), federation.session().id());
  federation.start(0);
  federation.pass(seconds(1));
  EXPECT_NE(federation.node(0).refusal().find("is not the key that this node has said"), std::string::npos)
      << federation.node(0).log();
}

TEST(MaskedRunner, ARunThatWasReleasedDoesNotStartAgain) {
  FederationInMemory federation(masked());
  federation.start_all();
  ASSERT_TRUE(federation.gets_to(0, 3));
  federation.node(0).kill();
  const SiteIdentity site = SiteIdentity::open(federation.rehearsal().parties[0].state);
  Store::open(federation.rehearsal().parties[0].state, site.public_key().text())
      .ledger()
      .release(federation.manifest().run_id());
  try {
    federation.start(0);
    ADD_FAILURE() << "it started";
  } catch (const InvalidInput& refused) {
    EXPECT_EQ(refused.kind(), FaultKind::budget);
    EXPECT_NE(to_text(refused.faults().front()).find("was released"), std::string::npos);
  }
}

/// A store from before the key was said lies beside the key. Its node is refused as an older one; the key is still
/// there for the true store.
TEST(MaskedRunner, AnOlderStoreDoesNotCostTheKeyThatWasSaid) {
  FederationInMemory federation(masked());
  bool dies = true;
  seams().at_failpoint = [&](const std::string& reached) {
    if (dies && reached == "before key") throw Died();
  };
  federation.start(3);
  ASSERT_TRUE(federation.comes_true([&] { return !federation.node(3).is_running(); }));
  dies = false;
  const std::filesystem::path older = federation.copy_of_state(3), key = secret_of(federation, 3);
  federation.start_all();
  ASSERT_TRUE(federation.gets_to(3, 3));
  federation.node(3).kill();
  std::filesystem::copy_file(key, older / key.filename());
  const auto again = federation.start_with_state(3, older);
  ASSERT_TRUE(federation.comes_true([&] { return !again->is_running() || again->count("refused-by") > 0; }));
  EXPECT_EQ(bytes_in(older / key.filename()), bytes_in(key));
  again->kill();
  federation.start(3);
  federation.expect_all_finish();
  federation.expect_reference_sums();
}

// ---- somebody does not come back ----

/// What a site has signed.
Amendment amendment_of(const std::string& manifest, unsigned number, const std::string& name) {
  return amendment_from(bytes_in(amendment_path(manifest, number, name))).value().amendment;
}

/// The units of all rows of a run's sessions at a site, and how many rows there are.
struct Spent {
  std::int64_t rows = 0;
  BookedUnits units = {};
};
Spent spent_by(const FederationInMemory& federation, NodeId i) {
  const Store store = Store::open_to_read(federation.rehearsal().parties[i].state);
  Spent spent;
  for (const Digest& session : store.sessions().sessions_of(federation.manifest().run_id())) {
    const std::int64_t last = store.rounds().last_round(session).value_or(1);
    for (std::int64_t round = 2; round <= last; ++round) {
      const BookedUnits cost = store.rounds().row(session, round)->cost;
      spent.units = spent.units + cost;
      spent.rows += cost.planned.alpha > 0 ? 1 : 0;
    }
  }
  return spent;
}

/// F42: a member is lost for good in every phase. Each of the others books one repeated round, and no more than the
/// debit.
TEST(LostMember, IsLeftOutAndTheOthersFinishWithTheSameBits) {
  constexpr NodeId nodes = 5, lost = 2;
  const std::set<std::string> once{"ready said", "session agreed", "before debit", "after debit"};
  for (const char* place : {"ready said", "session agreed", "before debit", "after debit", "noise drawn",
                            "after commit", "mid-send", "after send"})
    for (const int time : {1, 3}) {
      if (once.contains(place) && time > 1) continue;
      Shape shape = masked(nodes);
      shape.rounds = 6;
      FederationInMemory federation(shape);
      int times = 0;
      bool armed = false;
      seams().at_failpoint = [&](const std::string& reached) {
        if (armed && reached == place && ++times == time) throw Died();
      };
      for (NodeId i = 0; i < nodes; ++i)
        if (i != lost) federation.start(i);
      federation.start(lost);
      // the failpoint is shared by all in this process: it takes the first that reaches it as the lost one
      armed = true;
      const auto dead = [&]() -> std::optional<NodeId> {
        for (NodeId i = 0; i < nodes; ++i)
          if (!federation.node(i).is_running() && federation.node(i).refusal() == "died") return i;
        return std::nullopt;
      };
      ASSERT_TRUE(federation.comes_true([&] { return dead().has_value(); })) << place;
      const NodeId gone = *dead();
      armed = false;
      federation.pass(seconds(60));
      stop_all_but(federation, gone, nodes);
      amend(federation, {gone});
      for (NodeId i = 0; i < nodes; ++i)
        if (i != gone) federation.start(i);
      expect_finish_without(federation, gone, nodes);
      federation.expect_one_payload_each_round();
      for (NodeId i = 0; i < nodes; ++i) {
        if (i == gone) continue;
        const Spent spent = spent_by(federation, i);
        const BookedUnits debit = units_of_run(federation.manifest().plan_of(i));
        EXPECT_GE(spent.rows, 6) << place;
        EXPECT_LE(spent.rows, 7) << place << ": one round is repeated at most";
        EXPECT_LE(spent.units.planned.alpha, debit.planned.alpha + spent.rows);
        EXPECT_LE(spent.units.all_others.alpha, debit.all_others.alpha + spent.rows);
      }
      if (testing::Test::HasFailure()) FAIL() << place << " " << time;
    }
}

/// A neighbour shows what it likes in the place of its hello: the amendments that this node has, or no manifest at all.
TEST(LostMember, WhatANeighbourShowsEndsNoNodeThatHasTheAmendments) {
  FederationInMemory federation(masked(4));
  federation.start_all();
  ASSERT_TRUE(federation.gets_to(0, 3));
  federation.node(3).kill();
  stop_all_but(federation, 3, 4);
  amend(federation, {3});
  std::string shown_by_all = federation.manifest().canonical();
  for (NodeId i = 0; i < 3; ++i)
    shown_by_all +=
        shown({amendment_from(bytes_in(amendment_path(federation.rehearsal().manifest.string(), 1, federation.name(i))))
                   .value()});
  std::vector<std::string> texts{shown_by_all, "", "no manifest", federation.manifest().canonical().substr(1)};
  federation.network().set_rule([&](const Passing& passing) {
    if (texts.empty() || passing.from != "site-1" || passing.to != "site-0" ||
        !std::holds_alternative<RoundFrame>(passing.frame))
      return Arrivals{{passing.frame}};
    const ManifestText text{texts.back()};
    texts.pop_back();
    return Arrivals{{text}};
  });
  for (NodeId i = 0; i < 3; ++i) federation.start(i);
  expect_finish_without(federation, 3, 4);
  EXPECT_TRUE(texts.empty());
}

TEST(LostMember, ANodeSaysWhomItWaitsForAndHowManyCanStillBeLost) {
  FederationInMemory federation(masked(5));
  for (NodeId i = 0; i < 4; ++i) federation.start(i);
  federation.pass(seconds(5));
  const NodeStatus before = federation.node(0).status();
  EXPECT_TRUE(before.masked);
  EXPECT_FALSE(before.agreed) << "one has said no key";
  EXPECT_EQ(before.spare_rounds_left, 2u);
  EXPECT_EQ(before.fewest_members, 4u) << "more than half of 5 members and 1 that colludes";
  std::set<std::string> waited_for;
  for (const NeighbourStatus& one : before.neighbours)
    if (one.waited_for && !one.connected) waited_for.insert(one.name);
  EXPECT_EQ(waited_for, std::set<std::string>{federation.name(4)});
  stop_all_but(federation, 4, 5);
  amend(federation, {4});
  for (NodeId i = 0; i < 4; ++i) federation.start(i);
  ASSERT_TRUE(federation.comes_true([&] { return federation.node(0).status().agreed; }));
  EXPECT_EQ(federation.node(0).status().spare_rounds_left, 1u);
  Shape two = masked(5);
  two.colluders = 2;
  FederationInMemory more(two);
  more.start(0);
  EXPECT_EQ(more.node(0).status().fewest_members, 4u) << "more than half of 5 members and 2 that collude";
}

/// The ready word of one member comes late to another one, after residues of the new session: they count rounds from
/// where all members agree that it goes on, which the last one does not know yet.
TEST(LostMember, ResiduesThatComeBeforeTheAgreementAreHeardAfterIt) {
  Shape shape = masked(5);
  shape.rounds = 6;
  FederationInMemory federation(shape);
  federation.start_all();
  ASSERT_TRUE(federation.gets_to(0, 4));
  federation.node(4).kill();
  federation.pass(seconds(30));
  stop_all_but(federation, 4, 5);
  amend(federation, {4});
  const Session session = find_session(federation.rehearsal().manifest.string(), federation.session()).session;
  bool late = true;
  int early = 0;
  federation.network().set_rule([&](const Passing& passing) {
    if (!late || passing.to != "site-0") return Arrivals{{passing.frame}};
    early += std::holds_alternative<RoundFrame>(passing.frame) ? 1 : 0;
    const auto* word = std::get_if<WordFrame>(&passing.frame);
    const auto read =
        word == nullptr ? std::nullopt : SessionWord::read(word->bytes, {session.id(), 2, [&](NodeId i) {
                                                                           return &session.manifest().parties()[i].key;
                                                                         }});
    return read && read->node() == 3 && read->ready() != nullptr ? Arrivals{} : Arrivals{{passing.frame}};
  });
  for (NodeId i = 0; i < 4; ++i) federation.start(i);
  federation.pass(seconds(20));
  EXPECT_GT(early, 0);
  late = false;
  expect_finish_without(federation, 4, 5);
}

/// Names of files with keys of sessions that a site keeps.
std::set<std::string> keys_kept_by(const FederationInMemory& federation, NodeId i) {
  std::set<std::string> names;
  for (const auto& entry : std::filesystem::directory_iterator(federation.rehearsal().parties[i].state))
    if (const std::string name = entry.path().filename().string(); name.starts_with("session-")) names.insert(name);
  return names;
}

/// Who stole the key of an ended session could take off its masks.
TEST(LostMember, KeysOfASessionThatAnAmendmentEndedAreErasedEverywhere) {
  constexpr NodeId nodes = 5, lost = 0;  // it dials the others, so it is told at once
  Shape shape = masked(nodes);
  shape.rounds = 40;
  FederationInMemory federation(shape);
  federation.start_all();
  ASSERT_TRUE(federation.gets_to(1, 4));
  federation.node(lost).kill();
  federation.pass(seconds(5));
  stop_all_but(federation, lost, nodes);
  for (NodeId i = 0; i < nodes; ++i) EXPECT_EQ(keys_kept_by(federation, i).size(), 1U) << "a restart needs it";
  const std::set<std::string> before = keys_kept_by(federation, 1);
  federation.start(lost);  // it knows nothing of the amendment
  amend(federation, {lost});
  for (NodeId i = 1; i < nodes; ++i) federation.start(i);
  EXPECT_TRUE(federation.comes_true([&] { return !federation.node(lost).is_running(); }));
  EXPECT_NE(federation.node(lost).refusal().find("without this site"), std::string::npos)
      << federation.node(lost).log();
  EXPECT_EQ(keys_kept_by(federation, lost), std::set<std::string>{});
  for (NodeId i = 1; i < nodes; ++i)
    for (const std::string& name : keys_kept_by(federation, i)) EXPECT_FALSE(before.contains(name)) << name;
  expect_finish_without(federation, lost, nodes);
  for (NodeId i = 1; i < nodes; ++i) EXPECT_EQ(keys_kept_by(federation, i), std::set<std::string>{});
}

/// What comes after the amendment is what a federation of those who remain would do from that sum on.
TEST(LostMember, MoreNoiseIsDrawnForFewerMembers) {
  FederationInMemory federation(masked(5));
  const Session first = federation.session();
  const Session after =
      first.amended({.run = first.run(), .number = 1, .before = first.id(), .without = {federation.name(4)}});
  EXPECT_EQ(after.members(), (std::vector<NodeId>{0, 1, 2, 3}));
  EXPECT_NE(after.id(), first.id());
  EXPECT_EQ(after.run(), first.run());
  for (Round t = 1; t <= 4; ++t) {
    const double ratio = static_cast<double>(after.plan_of(0).lattice_round(t).sigma) /
                         static_cast<double>(first.plan_of(0).lattice_round(t).sigma);
    EXPECT_NEAR(ratio, std::sqrt(4.0 / 3.0), 1e-3) << "N - q was 4 and is 3";
    EXPECT_LE(units_of_round(after.plan_of(0), t).planned.alpha, units_of_round(first.plan_of(0), t).planned.alpha);
    EXPECT_LT(units_of_round(after.plan_of(0), t).all_others.alpha,
              units_of_round(first.plan_of(0), t).all_others.alpha);
    const LatticeRound& round = after.plan_of(0).lattice_round(t);
    EXPECT_EQ(after.plan_of(0).noise_scale(t).standard_deviation(), static_cast<double>(round.sigma) * round.grid);
  }
}

TEST(LostMember, AnAmendmentThatOneHasNotSignedDoesNotCount) {
  FederationInMemory federation(masked(5));
  federation.start_all();
  ASSERT_TRUE(federation.gets_to(0, 3));
  federation.node(4).kill();
  federation.pass(seconds(30));
  stop_all_but(federation, 4, 5);
  amend(federation, {4}, {1});
  for (NodeId i = 0; i < 4; ++i) federation.start(i);
  federation.pass(seconds(60));
  for (NodeId i = 0; i < 4; ++i) EXPECT_TRUE(federation.node(i).is_running()) << "it waits as before";
  federation.start(4);  // it has come back after all
  federation.expect_all_finish();
  federation.expect_reference_sums();
}

/// The member that is left out says something else: that is no obstacle for those who remain.
TEST(LostMember, ItsOwnAmendmentDoesNotStopTheOthers) {
  FederationInMemory federation(masked(5));
  const Session first = federation.session();
  SignedAmendment of_the_lost{
      .amendment = {.run = first.run(), .number = 1, .before = first.id(), .without = {federation.name(0)}},
      .name = federation.name(4)};
  of_the_lost.sign(SiteIdentity::open(federation.rehearsal().parties[4].state).key());
  amend(federation, {4});
  write_amendment(federation.rehearsal().manifest.string(), of_the_lost);
  const FoundSession found = find_session(federation.rehearsal().manifest.string(), first);
  EXPECT_EQ(found.session.members(), (std::vector<NodeId>{0, 1, 2, 3}));
  EXPECT_EQ(found.amendments.size(), 4u);
}

TEST(LostMember, ThatComesBackIsToldAndEnds) {
  Shape shape = masked(5);
  shape.rounds = 60;
  FederationInMemory federation(shape);
  federation.network().set_rule([](const Passing& passing) { return Arrivals{{passing.frame, milliseconds(900)}}; });
  federation.start_all();
  ASSERT_TRUE(federation.gets_to(0, 3));
  federation.node(4).kill();
  federation.pass(seconds(30));
  stop_all_but(federation, 4, 5);
  const std::filesystem::path folder = federation.rehearsal().manifest.string() + ".amendments";
  amend(federation, {4});
  for (NodeId i = 0; i < 4; ++i) federation.start(i);
  std::filesystem::rename(folder, folder.string() + ".elsewhere");  // the lost site does not have the files
  federation.start(4);
  ASSERT_TRUE(federation.comes_true([&] { return !federation.node(4).is_running(); })) << federation.node(4).log();
  EXPECT_NE(federation.node(4).refusal().find("goes on without this site"), std::string::npos)
      << federation.node(4).log();
  std::filesystem::rename(folder.string() + ".elsewhere", folder);
  expect_finish_without(federation, 4, 5);
  EXPECT_THROW(federation.start(4), InvalidInput) << "with the files it is refused at its start";
}

/// It has got the files, and nobody on the network tells it: its key goes all the same, and a look alone leaves it.
TEST(LostMember, ThatHasTheFilesOfTheAmendmentErasesItsKey) {
  FederationInMemory federation(masked(5));
  federation.start_all();
  ASSERT_TRUE(federation.gets_to(0, 3));
  for (NodeId i = 0; i < 5; ++i) federation.node(i).kill();
  amend(federation, {4});
  const RehearsedParty& left_out = federation.rehearsal().parties[4];
  StartCandidate look{.options = {.manifest = federation.rehearsal().manifest.string(), .state = left_out.state},
                      .only_looks = true};
  for (const StartCheck& check : start_checks()) {
    if (!check.is_due(look)) continue;
    if (std::string(check.name) == "party")
      EXPECT_THROW(check.look(look), InvalidInput);
    else if (std::string(check.name) != "budget")
      check.look(look);
  }
  look.store.reset();
  EXPECT_EQ(secrets_in(left_out.state), 1);
  EXPECT_THROW(federation.start(4), InvalidInput);
  EXPECT_EQ(secrets_in(left_out.state), 0);
}

/// One of those who remain has not seen the amendment's files: it is shown them, and says what to do.
TEST(LostMember, AMemberWithoutTheAmendmentIsShownIt) {
  FederationInMemory federation(masked(5));
  federation.start_all();
  ASSERT_TRUE(federation.gets_to(0, 3));
  federation.node(4).kill();
  federation.pass(seconds(30));
  stop_all_but(federation, 4, 5);
  federation.start(3);
  amend(federation, {4});
  for (NodeId i = 0; i < 3; ++i) federation.start(i);
  federation.pass(milliseconds(10));
  EXPECT_EQ(secrets_in(federation.rehearsal().parties[0].state), 1) << "that of the session before is gone";
  ASSERT_TRUE(federation.comes_true([&] { return !federation.node(3).is_running(); })) << federation.node(3).log();
  EXPECT_NE(federation.node(3).refusal().find("start this node again"), std::string::npos) << federation.node(3).log();
  federation.start(3);
  expect_finish_without(federation, 4, 5);
}

/// Before anything was debited, too: whoever lacks the files ends, and nobody else does.
TEST(LostMember, AMemberWithoutTheAmendmentDoesNotEndTheOthers) {
  FederationInMemory federation(masked(5));
  federation.start(3);
  amend(federation, {4});
  for (NodeId i = 0; i < 3; ++i) federation.start(i);
  ASSERT_TRUE(federation.comes_true([&] { return !federation.node(3).is_running(); })) << federation.node(3).log();
  EXPECT_NE(federation.node(3).refusal().find("start this node again"), std::string::npos) << federation.node(3).log();
  federation.pass(seconds(5));
  for (NodeId i = 0; i < 3; ++i) EXPECT_TRUE(federation.node(i).is_running()) << federation.node(i).log();
  federation.start(3);
  expect_finish_without(federation, 4, 5);
}

/// What it would say in the session before, others have ended.
TEST(LostMember, AStateDoesNotGoBackToTheSessionBefore) {
  FederationInMemory federation(masked(5));
  federation.start_all();
  ASSERT_TRUE(federation.gets_to(0, 3));
  federation.node(4).kill();
  federation.pass(seconds(30));
  stop_all_but(federation, 4, 5);
  amend(federation, {4});
  for (NodeId i = 0; i < 4; ++i) federation.start(i);
  ASSERT_TRUE(federation.comes_true([&] { return federation.node(0).status().agreed; }));
  stop_all_but(federation, 4, 5);
  std::filesystem::rename(federation.rehearsal().manifest.string() + ".amendments",
                          federation.rehearsal().manifest.string() + ".elsewhere");
  try {
    federation.start(0);
    ADD_FAILURE() << "it went back";
  } catch (const InvalidInput& refused) {
    EXPECT_NE(to_text(refused.faults().front()).find("bring back the files of its amendments"), std::string::npos);
  }
}

/// A repeated round replaces what was heard of it: momentum and weighted outputs hear every sum once.
TEST(LostMember, MomentumAndOutputWeightsHearARepeatedRoundOnce) {
  for (const char* more : {"step = \"constant\"\nacceleration = \"nesterov\"\n", "output = \"polynomial\"\n"}) {
    Shape shape = masked(5);
    shape.rounds = 8;
    shape.more = more;
    FederationInMemory federation(shape);
    federation.start_all();
    ASSERT_TRUE(federation.gets_to(0, 5));
    federation.node(4).kill();
    federation.pass(seconds(30));
    stop_all_but(federation, 4, 5);
    amend(federation, {4});
    for (NodeId i = 0; i < 4; ++i) federation.start(i);
    ASSERT_TRUE(federation.gets_to(1, 3)) << federation.node(1).log();
    federation.node(1).kill();
    federation.start(1);
    expect_finish_without(federation, 4, 5);
  }
}

/// A state from before the amendment is an older one: its neighbours hold rounds that it lacks.
TEST(LostMember, ARolledBackMemberInTheNewSessionIsFound) {
  FederationInMemory federation(masked(5));
  federation.start_all();
  ASSERT_TRUE(federation.gets_to(0, 3));
  federation.node(4).kill();
  federation.pass(seconds(30));
  stop_all_but(federation, 4, 5);
  amend(federation, {4});
  const std::filesystem::path old = federation.copy_of_state(0);
  for (NodeId i = 0; i < 4; ++i) federation.start(i);
  ASSERT_TRUE(federation.gets_to(0, 2)) << federation.node(0).log();
  federation.node(0).kill();
  const auto copy = federation.start_with_state(0, old);
  ASSERT_TRUE(federation.comes_true([&] { return !copy->is_running() || copy->count("refused-by") > 0; }))
      << copy->log();
  federation.pass(seconds(20));
  federation.expect_one_payload_each_round();
}

/// A member that says it is far ahead would make the others leave rounds out, or end at once.
TEST(LostMember, AMemberThatSaysItCompletedWhatCannotBeIsHalted) {
  FederationInMemory federation(masked(5));
  federation.start_all();
  ASSERT_TRUE(federation.gets_to(0, 3));
  federation.node(4).kill();
  federation.pass(seconds(30));
  stop_all_but(federation, 4, 5);
  amend(federation, {4});
  const Session session = find_session(federation.rehearsal().manifest.string(), federation.session()).session;
  const SiteIdentity liar = SiteIdentity::open(federation.rehearsal().parties[0].state);
  bool residue = false;
  federation.network().set_rule([&](const Passing& passing) {
    const auto* word = std::get_if<WordFrame>(&passing.frame);
    residue = residue || std::holds_alternative<RoundFrame>(passing.frame);
    const auto read =
        word == nullptr ? std::nullopt : SessionWord::read(word->bytes, {session.id(), 2, [&](NodeId i) {
                                                                           return &session.manifest().parties()[i].key;
                                                                         }});
    if (!read || read->node() != 0 || read->key() == nullptr) return Arrivals{{passing.frame}};
    KeyWord far = *read->key();
    far.completed = 4;
    return Arrivals{{WordFrame{SessionWord::say({session.id(), 0}, far, liar.key()).bytes()}}};
  });
  for (NodeId i = 0; i < 4; ++i) federation.start(i);
  federation.pass(seconds(30));
  EXPECT_FALSE(residue);
  EXPECT_TRUE(federation.node(1).said("halted", "completed round 4, which cannot be")) << federation.node(1).log();
}

/// Two members that have completed the last round say different sums of it: the run waits for people.
TEST(LostMember, TwoSumsOfOneRoundAreEvidence) {
  FederationInMemory federation(masked(5));
  federation.start_all();
  ASSERT_TRUE(federation.gets_to(0, 3));
  federation.node(4).kill();
  federation.pass(seconds(30));
  stop_all_but(federation, 4, 5);
  amend(federation, {4});
  const Session session = find_session(federation.rehearsal().manifest.string(), federation.session()).session;
  const SiteIdentity liar = SiteIdentity::open(federation.rehearsal().parties[0].state);
  bool residue = false;
  federation.network().set_rule([&](const Passing& passing) {
    const auto* word = std::get_if<WordFrame>(&passing.frame);
    residue = residue || (std::holds_alternative<RoundFrame>(passing.frame) && passing.from != "site-0");
    const auto read =
        word == nullptr ? std::nullopt : SessionWord::read(word->bytes, {session.id(), 2, [&](NodeId i) {
                                                                           return &session.manifest().parties()[i].key;
                                                                         }});
    if (!read || read->node() != 0 || read->key() == nullptr) return Arrivals{{passing.frame}};
    KeyWord other = *read->key();
    other.sum = Released::nothing(2);
    return Arrivals{{WordFrame{SessionWord::say({session.id(), 0}, other, liar.key()).bytes()}}};
  });
  for (NodeId i = 0; i < 4; ++i) federation.start(i);
  federation.pass(seconds(30));
  EXPECT_FALSE(residue);
  EXPECT_EQ(federation.node(1).count("two-sums"), 1) << federation.node(1).log();
  federation.stop(1);
  {
    const Store store = Store::open_to_read(federation.rehearsal().parties[1].state);
    ASSERT_EQ(store.evidence().all().size(), 1u);
    EXPECT_EQ(store.evidence().all()[0].kind, "two-sums");
  }
  federation.start(1);
  federation.pass(seconds(20));
  for (const NeighbourStatus& one : federation.node(1).status().neighbours)
    EXPECT_TRUE(one.connected) << one.name << " may be the one that does not lie: " << one.remark;
}

/// Every row of every session is booked with what its own plan says of that round.
void expect_booked_by_plan(const FederationInMemory& federation, NodeId i) {
  const Store store = Store::open_to_read(federation.rehearsal().parties[i].state);
  const std::string manifest = federation.rehearsal().manifest.string();
  Session session = federation.session();
  unsigned number = 0;
  for (const Digest& id : store.sessions().sessions_of(session.run())) {
    if (number > 0) session = session.amended(amendment_of(manifest, number, federation.name(i)));
    ++number;
    ASSERT_EQ(session.id(), id);
    const auto ready = store.sessions().word(id, SessionRowKind::ready);
    ASSERT_TRUE(ready);
    const auto word =
        SessionWord::read(*ready, {id, 2, [&](NodeId j) { return &federation.manifest().parties()[j].key; }});
    for (std::int64_t round = 2; round <= store.rounds().last_round(id).value_or(1); ++round) {
      const Round t = word->ready()->completed + static_cast<Round>(round) - 1;
      EXPECT_EQ(store.rounds().row(id, round)->cost,
                t <= session.plan_of(i).gradient_rounds() ? units_of_round(session.plan_of(i), t) : BookedUnits{})
          << "session " << number << ", round " << round;
    }
  }
}

TEST(LostMember, TwoAreLostOneAfterTheOther) {
  Shape shape = masked(6, "complete");
  shape.rounds = 8;
  FederationInMemory federation(shape);
  federation.start_all();
  std::vector<NodeId> gone;
  for (const NodeId lost : {5u, 0u}) {
    ASSERT_TRUE(federation.gets_to(2, 3)) << federation.node(2).log();
    federation.node(lost).kill();
    gone.push_back(lost);
    federation.pass(seconds(30));
    for (NodeId i = 0; i < 6; ++i)
      if (std::find(gone.begin(), gone.end(), i) == gone.end() && federation.node(i).is_running()) federation.stop(i);
    amend(federation, {lost});
    for (NodeId i = 0; i < 6; ++i)
      if (std::find(gone.begin(), gone.end(), i) == gone.end()) federation.start(i);
  }
  EXPECT_TRUE(federation.comes_true([&] {
    for (NodeId i = 1; i < 5; ++i)
      if (federation.node(i).is_running()) return false;
    return true;
  }));
  for (NodeId i = 1; i < 5; ++i) {
    ASSERT_TRUE(federation.node(i).outcome() && federation.node(i).outcome()->finished) << federation.node(i).log();
    EXPECT_EQ(result_of(federation, i), result_of(federation, 1));
    EXPECT_LE(spent_by(federation, i).rows, 10);
    expect_booked_by_plan(federation, i);
  }
  federation.start(1);  // for somebody who still needs its last message: it knows that it is done, without a key
  federation.pass(seconds(1));
  ASSERT_TRUE(federation.node(1).is_running()) << federation.node(1).log();
  EXPECT_TRUE(federation.node(1).status().finished);
}

Store store_of(const FederationInMemory& federation, NodeId i) {
  const std::filesystem::path& state = federation.rehearsal().parties[i].state;
  return Store::open(state, SiteIdentity::open(state).public_key().text());
}

/// The last words of others for a site, and what its own state makes of them; empty where it takes them.
std::string refusal_of_last_words(const FederationInMemory& federation, NodeId of, const std::vector<NodeId>& others) {
  const Session session = find_session(federation.rehearsal().manifest.string(), federation.session()).session;
  std::vector<LastWord> words;
  try {
    for (const NodeId i : others) {
      const SiteIdentity site = SiteIdentity::open(federation.rehearsal().parties[i].state);
      words.push_back(
          give_last_word(store_of(federation, i), site, session, neighbour_named(session, i, federation.name(of))));
    }
    demand_last_words(store_of(federation, of), session, of, words);
  } catch (const InvalidInput& refused) {
    return to_text(refused.faults().front());
  }
  return "";
}

/// The masks that a member adds in a session: HKDF under the session's id, both site keys in the order of numbers.
std::unique_ptr<DerivedMasks> masks_by_the_document(const FederationInMemory& federation, const Session& session,
                                                    NodeId own) {
  const std::vector<Party>& parties = session.manifest().parties();
  const auto expected = SessionWord::Expected{session.id(), 2, [&](NodeId i) { return &parties[i].key; }};
  const std::filesystem::path& state = federation.rehearsal().parties[own].state;
  const SessionSecret secret =
      SessionSecret::open(session_secret_file(state, session.id()), SiteIdentity::open(state).key(), session.id());
  std::map<std::uint32_t, PairKey> keys;
  for (const NodeId i : session.heard_by(own)) {
    const Store store = Store::open_to_read(federation.rehearsal().parties[i].state);
    const auto word = SessionWord::read(*store.sessions().word(session.id(), SessionRowKind::key), expected);
    keys.emplace(i, *secret.pair_key({.session = session.id(),
                                      .low_site = parties[std::min(own, i)].key,
                                      .high_site = parties[std::max(own, i)].key,
                                      .peer = session_key_from_bytes(word->key()->key).value()}));
  }
  return std::make_unique<DerivedMasks>(own, std::move(keys));
}

/// A second residue of a round would show a difference of noises. Whatever asks for it, there are no masks for it.
TEST(MaskedRunner, MakesNoMasksOfARoundThatItsStoreHolds) {
  Shape shape = masked();
  shape.rounds = 40;
  FederationInMemory federation(shape);
  federation.start_all();
  ASSERT_TRUE(federation.gets_to(0, 4));
  for (NodeId i = 0; i < 4; ++i) federation.node(i).kill();
  const RehearsedParty& party = federation.rehearsal().parties[0];
  const auto made_until = [&](Round last, const std::function<void(RoundMaker&, DerivedMasks&, PreparedNode&)>& look) {
    std::unique_ptr<DerivedMasks> masks = masks_by_the_document(federation, federation.session(), 0);
    DerivedMasks& watched = *masks;
    PreparedNode prepared = prepare_node(
        {.manifest = federation.rehearsal().manifest.string(), .data = party.data, .labels = "", .state = party.state});
    const auto noise = noise_of_node(prepared.manifest);
    look(*masked_rounds(prepared, *noise, {std::move(masks), std::nullopt}, last), watched, prepared);
  };
  std::vector<std::uint64_t> words(2);
  made_until(4, [&](RoundMaker&, DerivedMasks& masks, PreparedNode&) {
    EXPECT_THROW(masks.words({0, 1}, 3, words), std::logic_error) << "after a restart";
    EXPECT_NO_THROW(masks.words({0, 1}, 4, words));
  });
  made_until(3, [&](RoundMaker& rounds, DerivedMasks& masks, PreparedNode& prepared) {
    EXPECT_NO_THROW(masks.words({0, 1}, 3, words));
    rounds.committed(own_message(prepared, 4));
    EXPECT_THROW(masks.words({0, 1}, 3, words), std::logic_error) << "when it is on the disk";
  });
}

/// A log that lost rounds of a later session is a lost log, too: what the site heard is not known.
TEST(LostMember, ALogThatLostRoundsOfTheNewSessionGivesNoLastWord) {
  Shape shape = masked(5);
  shape.rounds = 40;
  FederationInMemory federation(shape);
  federation.start_all();
  ASSERT_TRUE(federation.gets_to(0, 3));
  for (NodeId i = 0; i < 5; ++i) federation.stop(i);
  amend(federation, {4});
  for (NodeId i = 0; i < 4; ++i) federation.start(i);
  ASSERT_TRUE(federation.gets_to(0, 4));
  const std::filesystem::path copy = federation.copy_of_state(0);
  for (NodeId i = 0; i < 4; ++i) federation.node(i).kill();
  std::filesystem::resize_file(copy / "state.sqlite-wal", 0);
  const SiteIdentity site = SiteIdentity::open(copy);
  const Store store = Store::open(copy, site.public_key().text(), Store::WhenLost::go_on);
  const Session session = find_session(federation.rehearsal().manifest.string(), federation.session()).session;
  ASSERT_EQ(store.rounds().last_round(session.id()), std::nullopt);
  try {
    (void)give_last_word(store, site, session, 1);
    ADD_FAILURE() << "it gave its word";
  } catch (const InvalidInput& refused) {
    EXPECT_NE(to_text(refused.faults().front()).find("lost the end of its own log"), std::string::npos);
  }
}

/// With the masks of its session taken off, a residue is a small number: an estimate and its noise.
TEST(LostMember, ResiduesOfANewSessionCarryTheMasksOfThatSession) {
  Shape shape = masked(5);
  shape.rounds = 40;
  FederationInMemory federation(shape);
  federation.start_all();
  ASSERT_TRUE(federation.gets_to(0, 3));
  for (NodeId i = 0; i < 5; ++i) federation.stop(i);
  amend(federation, {4});
  for (NodeId i = 0; i < 4; ++i) federation.start(i);
  ASSERT_TRUE(federation.gets_to(0, 3));
  for (NodeId i = 0; i < 4; ++i) federation.node(i).kill();
  const Session session = find_session(federation.rehearsal().manifest.string(), federation.session()).session;
  for (const NodeId own : {0u, 3u}) {
    const Store store = Store::open_to_read(federation.rehearsal().parties[own].state);
    const auto ready =
        SessionWord::read(*store.sessions().word(session.id(), SessionRowKind::ready),
                          {session.id(), 2, [&](NodeId i) { return &session.manifest().parties()[i].key; }});
    const auto read =
        RoundMessage::read(store.rounds().row(session.id(), 2)->bytes, session.sender(own, ready->ready()->completed));
    const Masked& residue = std::get<RoundMessage>(read).residue();
    std::vector<std::uint64_t> masks(2);
    add_masks(*masks_by_the_document(federation, session, own), session.roster(), residue.at(), masks);
    for (std::size_t k = 0; k < 2; ++k) {
      const auto bare = static_cast<std::int64_t>(residue.residues()[k] - masks[k]);
      EXPECT_LT(std::abs(static_cast<double>(bare)), 0x1p48) << "node " << own;  // by chance: 2^-15
    }
  }
}

/// A member that was left out signs a key for the new session, and somebody passes it on. It takes nobody's place.
TEST(LostMember, AKeyOfAMemberThatWasLeftOutCountsForNobody) {
  FederationInMemory federation(masked(5));
  amend(federation, {4});
  const Session session = find_session(federation.rehearsal().manifest.string(), federation.session()).session;
  const SiteIdentity left_out = SiteIdentity::open(federation.rehearsal().parties[4].state);
  const SessionSecret secret = SessionSecret::draw();
  const auto theirs =
      SessionWord::say({session.id(), 4}, KeyWord{.key = std::string(secret.public_key().view())}, left_out.key());
  bool held_back = true;
  federation.network().set_rule([&](const Passing& passing) {
    const auto* word = std::get_if<WordFrame>(&passing.frame);
    const auto read =
        word == nullptr ? std::nullopt : SessionWord::read(word->bytes, {session.id(), 2, [&](NodeId i) {
                                                                           return &session.manifest().parties()[i].key;
                                                                         }});
    if (!read || !held_back) return Arrivals{{passing.frame}};
    return read->node() == 3 ? Arrivals{{WordFrame{theirs.bytes()}}} : Arrivals{{passing.frame}};
  });
  for (NodeId i = 0; i < 4; ++i) federation.start(i);
  federation.pass(seconds(20));
  for (NodeId i = 0; i < 3; ++i) ASSERT_TRUE(federation.node(i).is_running()) << federation.node(i).log();
  EXPECT_FALSE(federation.node(0).status().agreed) << "one has said no key";
  EXPECT_TRUE(federation.node(0).said("ignored", "not one of this session")) << federation.node(0).log();
  held_back = false;
  expect_finish_without(federation, 4, 5);
}

/// F34: what was said before an amendment was said. In the new session nobody has heard anything yet.
TEST(LostMember, AnOlderCopyGetsNothingBackBecauseTheRunWasAmended) {
  Shape shape = masked(5);
  shape.rounds = 8;
  FederationInMemory federation(shape);
  federation.start_all();
  ASSERT_TRUE(federation.gets_to(0, 3));
  for (NodeId i = 0; i < 5; ++i) federation.stop(i);
  const std::filesystem::path older = federation.copy_of_state(0);
  federation.start_all();
  ASSERT_TRUE(federation.gets_to(0, 6));
  for (NodeId i = 0; i < 5; ++i) federation.stop(i);
  amend(federation, {4});
  const std::filesystem::path state = federation.rehearsal().parties[0].state, newer = state.string() + ".newer";
  std::filesystem::rename(state, newer);
  std::filesystem::rename(older, state);
  EXPECT_NE(refusal_of_last_words(federation, 0, {1, 2, 3}).find("this state lost rounds that it sent"),
            std::string::npos);
  std::filesystem::remove_all(state);
  std::filesystem::rename(newer, state);
  EXPECT_EQ(refusal_of_last_words(federation, 0, {1, 2, 3}), "") << "the true state holds all that was heard";
}

/// A member that was left out has paid for the whole run: it gets back what it did not say, when the others are done.
TEST(LostMember, ThatWasLeftOutGetsItsLastWordsWhenTheRunIsFinished) {
  FederationInMemory federation(masked(5));
  federation.start_all();
  ASSERT_TRUE(federation.gets_to(0, 3));
  federation.node(4).kill();
  federation.pass(seconds(30));
  stop_all_but(federation, 4, 5);
  amend(federation, {4});
  EXPECT_NE(refusal_of_last_words(federation, 4, {0, 1, 2, 3}).find("was left out of the run, which goes on here"),
            std::string::npos);
  for (NodeId i = 0; i < 4; ++i) federation.start(i);
  expect_finish_without(federation, 4, 5);
  EXPECT_EQ(refusal_of_last_words(federation, 4, {0, 1, 2, 3}), "");
}

/// It dies between keeping the key of a session and saying it, and comes back in a later session.
TEST(LostMember, AKeyThatWasKeptAndNeverSaidIsErasedToo) {
  FederationInMemory federation(masked(6));
  federation.start_all();
  ASSERT_TRUE(federation.gets_to(0, 3));
  for (NodeId i = 0; i < 6; ++i) federation.stop(i);
  amend(federation, {5});
  seams().at_failpoint = [](const std::string& reached) {
    if (reached == "key kept") throw Died();
  };
  federation.start(0);
  ASSERT_TRUE(federation.comes_true([&] { return !federation.node(0).is_running(); }));
  seams().at_failpoint = {};
  amend(federation, {4});
  for (NodeId i = 0; i < 4; ++i) federation.start(i);
  EXPECT_TRUE(federation.comes_true([&] { return !federation.node(0).is_running(); }));
  EXPECT_EQ(secrets_in(federation.rehearsal().parties[0].state), 0);
}

/// One member alone has heard all residues of the last round, and has its result. It had signed before.
TEST(LostMember, AMemberThatIsDoneGivesTheOthersTheLastSum) {
  FederationInMemory federation(masked(5));
  bool cut = true;
  federation.network().set_rule([&](const Passing& passing) {
    const auto* round = std::get_if<RoundFrame>(&passing.frame);
    const bool lost =
        cut && round != nullptr && passing.to != "site-0" && RoundMessage::label_of(round->bytes)->round >= 5;
    return lost ? Arrivals{} : Arrivals{{passing.frame}};
  });
  federation.start_all();
  ASSERT_TRUE(federation.gets_to(0, 6)) << federation.node(0).log();
  for (NodeId i = 1; i < 5; ++i) EXPECT_EQ(federation.node(i).status().round, 5u);
  for (NodeId i = 0; i < 5; ++i) federation.node(i).kill();
  cut = false;
  amend(federation, {4});
  for (NodeId i = 0; i < 4; ++i) federation.start(i);
  expect_finish_without(federation, 4, 5);
}

}  // namespace masked_runner_tests
}  // namespace sotto::test
