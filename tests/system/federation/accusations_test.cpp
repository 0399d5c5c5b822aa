// SPDX-License-Identifier: MIT
// F17, F19, F35, F36: hellos that show too little, hellos without the site key, accusations with and without a proof.
#include "sotto/federation/store/store.hpp"
#include "support/subprocess.hpp"
#include "system/federation/oracle.hpp"
#include "system/federation/stranger.hpp"

namespace sotto::test {
namespace {

/// With trust in nobody, and with masked sums: then a third member runs beside the two.
class F19Hellos : public EitherTrust {};
class F35StolenCertificate : public EitherTrust {};

/// What node 1 keeps, once it has stopped.
Contradiction only_evidence(const FederationUnderTest& federation) {
  const Store store = Store::open_to_read(federation.rehearsal().parties[1].state);
  const std::vector<Contradiction> all = store.evidence().all();
  EXPECT_EQ(all.size(), 1u);
  return all.empty() ? Contradiction{} : all[0];
}

/// Whoever has changed the program so that an old state does not stop itself is refused by what neighbours saw.
TEST_P(F19Hellos, AHelloThatShowsLessThanWasSeenIsRefusedAndTheTrueStateGoesOn) {
  FederationUnderTest federation(long_run(GetParam()));
  stop_after_rounds(federation);
  const Standing honest = next_standing(federation, 0);
  const auto expect_refusal = [&](const char* words, const std::function<void(Standing&)>& change) {
    Standing standing = honest;
    change(standing);
    Stranger stranger(federation, 0);
    const std::string reason = stranger.say(federation.manifest().parties()[1],
                                            [&](const LinkPtr& link) { say_hello(link, federation, standing); });
    EXPECT_NE(reason.find(words), std::string::npos) << reason;
  };
  expect_refusal("lower-incarnation", [](Standing& standing) { standing.incarnation = 1; });
  expect_refusal("other-start-same-incarnation", [](Standing& standing) { standing.incarnation = 2; });
  expect_refusal("too-far-ahead", [](Standing& standing) { standing.incarnation = std::uint64_t{1} << 40; });
  expect_refusal("ledger-lower", [](Standing& standing) { --standing.ledger_entries; });
  expect_refusal("ledger-forked", [](Standing& standing) { standing.ledger_head = digest_of("another"); });
  expect_refusal("no longer here to be handed back", [](Standing& standing) { standing.last = {}; });
  expect_refusal("another message for round 2", [](Standing& standing) { standing.last = {2, digest_of("another")}; });
  federation.start(0);
  federation.expect_all_finish();
  expect_oracle_holds(federation);
}

/// The X.509 key is worth days; the site key is worth the site. Whoever has the first alone says nothing that counts:
/// not with a hello of its own, not with one that the site said elsewhere, not with any other frame.
TEST_P(F35StolenCertificate, CannotLockTheSiteOutNorStopItsNeighbours) {
  FederationUnderTest federation(long_run(GetParam()));
  stop_after_rounds(federation);
  Standing far = next_standing(federation, 0);
  far.incarnation = std::uint64_t{1} << 40;
  const SiteKey thief = SiteKey::generate(), site = key_of(federation, 0);
  const std::string elsewhere(32, 'e');
  for (const auto& said : {SignedStanding::say(far, {elsewhere}, thief), SignedStanding::say(far, {elsewhere}, site)}) {
    Stranger stranger(federation, 0);
    stranger.say(federation.manifest().parties()[1],
                 [&](const LinkPtr& link) { link->send(HelloFrame{said.bytes()}); });
  }
  {
    Stranger stranger(federation, 0);  // a good signature for this session, and none of the thief's
    stranger.say(federation.manifest().parties()[1], [&](const LinkPtr& link) {
      link->send(HelloFrame{SignedStanding::say(far, {link->binding()}, thief).bytes()});
    });
  }
  const Seal not_mine = Seal::of(far.run, {9, digest_of("never said")}, RunKind::real, thief);
  for (const Frame& frame :
       {Frame(Refusal{"you are an old copy", Refusal::Code::rolled_back}),
        Frame(Refusal{"you are an old copy", Refusal::Code::rolled_back, not_mine}),
        Frame(ManifestText{"federation.purpose = other\n"}), Frame(LedgerFrame{"nonsense"}), Frame(Goodbye{})}) {
    Stranger stranger(federation, 0);
    stranger.say(federation.manifest().parties()[1], [&](const LinkPtr& link) { link->send(frame); });
  }
  EXPECT_TRUE(federation.log_says(1, "\"not-signed\"")) << federation.log(1);
  EXPECT_TRUE(federation.node(1).is_running()) << federation.log(1);
  EXPECT_EQ(federation.log(1).find("\"halted\""), std::string::npos) << "the true site would not be heard";
  federation.start(0);
  federation.expect_all_finish();
  expect_oracle_holds(federation);
}

/// Node 0 is a member with its site key, and lies. Node 1 never signed what it is accused of.
class F36FalseAccusation : public EitherTrust {
 protected:
  void expect_accuser_is_halted(const std::function<void(const LinkPtr&)>& accuse) {
    stop_after_rounds(federation);
    Stranger stranger(federation, 0);
    stranger.say(federation.manifest().parties()[1], accuse);
    EXPECT_TRUE(federation.log_says(1, "\"halted\"")) << federation.log(1);
    EXPECT_TRUE(federation.node(1).is_running()) << federation.log(1);
    federation.stop(1);
    const Contradiction kept = only_evidence(federation);
    EXPECT_EQ(kept.kind, "false-accusation");
    EXPECT_EQ(kept.site, federation.manifest().parties()[0].key.text());
    federation.start(1);  // evidence outlives a restart
    EXPECT_TRUE(federation.log_says(1, "\"started\"", 2));
    Stranger again(federation, 0);
    const std::string reason = again.say(federation.manifest().parties()[1], [&](const LinkPtr& link) {
      say_hello(link, federation, next_standing(federation, 0));
    });
    EXPECT_NE(reason.find("halted: it accused this node"), std::string::npos) << reason;
    federation.stop_all();
    expect_oracle_holds(federation);
  }
  FederationUnderTest federation{long_run(GetParam())};
  SiteKey liar = SiteKey::generate();
};

TEST_P(F36FalseAccusation, ARefusalWithoutAProofHaltsTheAccuser) {
  expect_accuser_is_halted([&](const LinkPtr& link) {
    say_hello(link, federation, next_standing(federation, 0));
    link->send(Refusal{"your state is an older one", Refusal::Code::rolled_back});
  });
}

TEST_P(F36FalseAccusation, ARoundThatTheAccusedNeverSignedHaltsTheAccuser) {
  expect_accuser_is_halted([&](const LinkPtr& link) {
    const Seal never = Seal::of(federation.manifest().run_id(), {2, digest_of("another")}, RunKind::real, liar);
    say_hello(link, federation, next_standing(federation, 0), {.held = never});
  });
}

TEST_P(F36FalseAccusation, AStartThatTheAccusedNeverSignedHaltsTheAccuser) {
  expect_accuser_is_halted([&](const LinkPtr& link) {
    Standing never = plain_standing(federation);
    never.node = 1;
    never.start_id = std::string(16, 'n');
    say_hello(link, federation, next_standing(federation, 0),
              {.seen = SignedStanding::say(never, {std::string(32, 'b')}, liar).bytes()});
  });
}

TEST_P(F36FalseAccusation, ARoundOfAnEarlierRunThatTheAccusedNeverSignedHaltsTheAccuser) {
  expect_accuser_is_halted([&](const LinkPtr& link) {
    const Seal never = Seal::of(digest_of("earlier run"), {7, digest_of("never")}, RunKind::real, liar);
    say_hello(link, federation, next_standing(federation, 0), {.earlier = {never}});
  });
}

/// What node 1 signed in a dry run is true, and says nothing of its state.
TEST_P(F36FalseAccusation, ARoundOfADryRunProvesNothing) {
  expect_accuser_is_halted([&](const LinkPtr& link) {
    const Seal dry =
        Seal::of(federation.manifest().dry_run_id(), {7, digest_of("dry")}, RunKind::dry, key_of(federation, 1));
    say_hello(link, federation, next_standing(federation, 0), {.earlier = {dry}});
  });
}

/// With the accused's own signature it is no accusation but the truth: there are two of it.
class F17ProvedCopy : public EitherTrust {
 protected:
  void expect_stop(const std::string& words, const std::function<void(const LinkPtr&)>& show) {
    stop_after_rounds(federation);
    Stranger stranger(federation, 0);
    stranger.say(federation.manifest().parties()[1], show);
    federation.expect_exit(1, 7, words);
    federation.stop_all();
    EXPECT_EQ(only_evidence(federation).kind, "rolled-back");
    expect_oracle_holds(federation);
  }
  Seal signed_by_1(const Digest& run, Round round) {
    return Seal::of(run, {round, digest_of("another")}, RunKind::real, key_of(federation, 1));
  }
  FederationUnderTest federation{long_run(GetParam())};
};

TEST_P(F17ProvedCopy, ANodeThatSaidAnotherMessageForARoundStops) {
  expect_stop("holds another message of this node for round 2", [&](const LinkPtr& link) {
    say_hello(link, federation, next_standing(federation, 0), {.held = signed_by_1(federation.manifest().run_id(), 2)});
  });
}

TEST_P(F17ProvedCopy, ANodeThatSaidARoundOfAnEarlierRunAndDoesNotKnowItStops) {
  expect_stop("this state knows nothing of", [&](const LinkPtr& link) {
    say_hello(link, federation, next_standing(federation, 0), {.earlier = {signed_by_1(digest_of("earlier"), 7)}});
  });
}

TEST_P(F17ProvedCopy, ANodeThatIsRefusedWithAProofStops) {
  expect_stop("refused this node: an older state", [&](const LinkPtr& link) {
    say_hello(link, federation, next_standing(federation, 0));
    link->send(Refusal{"an older state", Refusal::Code::rolled_back, signed_by_1(digest_of("earlier"), 7)});
  });
}

/// A copy of node 0 was started by mistake, was welcomed, said nothing and is gone. Node 1 has seen its start.
class F35LockOut : public EitherTrust {
 protected:
  void lock_out(const std::function<void(Standing&)>& change = [](Standing&) {}) {
    stop_after_rounds(federation);
    Standing copy = next_standing(federation, 0);
    change(copy);
    Stranger stranger(federation, 0);
    stranger.say(federation.manifest().parties()[1], [&](const LinkPtr& link) {
      say_hello(link, federation, copy);
      link->send(Goodbye{});
    });
    federation.start(0);
    federation.expect_exit(0, 7, "or a copy");  // whoever looks first says it
  }
  Transcript disown(const std::vector<std::string>& more = {}) const {
    std::vector<std::string> words{shipped_program(), "id", "disown", "--state",
                                   federation.rehearsal().parties[0].state.string()};
    words.insert(words.end(), more.begin(), more.end());
    return run_subprocess({.words = words, .folder = federation.folder()});
  }
  FederationUnderTest federation{long_run(GetParam())};
};

TEST_P(F35LockOut, IsHealedByTheSiteKeyAndBothHellosAreEvidence) {
  lock_out([](Standing& copy) { copy.incarnation += 10; });  // it was started often
  const auto asked = disown();
  EXPECT_EQ(asked.code, 2);
  EXPECT_NE(asked.err.find("neighbours have shown starts with this site's signature"), std::string::npos) << asked.err;
  EXPECT_EQ(disown({"--yes"}).code, 0);
  EXPECT_NE(disown().out.find("nothing to disown"), std::string::npos) << "it is disowned once";
  federation.start(0);
  federation.expect_all_finish();
  EXPECT_EQ(only_evidence(federation).kind, "disowned-start");
  EXPECT_FALSE(only_evidence(federation).first.empty());
  expect_oracle_holds(federation);
}

/// Then the other one is the true state, and this one is the copy.
TEST_P(F35LockOut, ByAStartWithALongerLedgerCannotBeHealed) {
  lock_out([](Standing& copy) {
    ++copy.ledger_entries;
    copy.ledger_head = digest_of("a debit that this state does not know");
  });
  const auto refused = disown({"--yes"});
  EXPECT_EQ(refused.code, 7);
  EXPECT_NE(refused.err.find("its ledger has entries that this state lacks"), std::string::npos) << refused.err;
  federation.stop_all();
  expect_oracle_holds(federation);
}

INSTANTIATE_TEST_SUITE_P(Trust, F19Hellos, ::testing::Bool(), name_of_trust);
INSTANTIATE_TEST_SUITE_P(Trust, F35StolenCertificate, ::testing::Bool(), name_of_trust);
INSTANTIATE_TEST_SUITE_P(Trust, F36FalseAccusation, ::testing::Bool(), name_of_trust);
INSTANTIATE_TEST_SUITE_P(Trust, F17ProvedCopy, ::testing::Bool(), name_of_trust);
INSTANTIATE_TEST_SUITE_P(Trust, F35LockOut, ::testing::Bool(), name_of_trust);

}  // namespace
}  // namespace sotto::test
