// SPDX-License-Identifier: MIT
// A session after an amendment: sums that a member makes up, a state that lost its end, nodes with the amendment and
// without it. And what members say of the result.
#include <limits>

#include "federation/runner/masked_federation.hpp"
#include "federation/sum_in_row.hpp"
#include "sotto/audit/chosen_message.hpp"
#include "sotto/federation/manifest/found_session.hpp"
#include "sotto/federation/masking/session_key.hpp"
#include "sotto/federation/runner/giving_up.hpp"

namespace sotto::test {

Released sum_of(const std::vector<double>& values) {
  return ChosenMessage::of(values);
}

/// Node 0 says in the present session that it has completed one round more than the others, with this sum. Its own
/// program then keeps to what it has said.
void plant_key_word(const FederationInMemory& federation, Round completed, const std::vector<double>& sum) {
  const std::filesystem::path& state = federation.rehearsal().parties[0].state;
  const SiteIdentity site = SiteIdentity::open(state);
  const Session session = present_session(federation);
  const Store store = Store::open(state, site.public_key().text());
  store.sessions().begin(session.id(), session.run(), "planted");
  const SessionSecret secret = SessionSecret::draw();
  secret.keep(session_secret_file(state, session.id()), site.key(), session.id());
  const KeyWord word{.key = std::string(secret.public_key().view()), .completed = completed, .sum = sum_of(sum)};
  store.sessions().keep_word(session.id(), SessionRowKind::key,
                             SessionWord::say({session.id(), 0}, word, site.key()).bytes());
}

/// The sum that a round's message of node 1 was made from: rounds that it has completed.
Round completed_by(const FederationInMemory& federation, NodeId i) {
  const Store store = Store::open_to_read(federation.rehearsal().parties[i].state);
  return static_cast<Round>(store.rounds().last_round(federation.session().id()).value_or(2)) - 2;
}

/// All honest members would end with a result that everybody refuses, and halt each other for it.
TEST(LaterSession, AMemberWhoseSumNoResiduesComeToIsHaltedAndNobodyElseIs) {
  constexpr double limit_of_test = std::numeric_limits<double>::max();
  for (const double wild : {1e308, -1e308, limit_of_test, 2.3e-308, -5e-324}) {
    Shape shape = masked(5);
    shape.more = "output = \"polynomial\"\n";
    FederationInMemory federation(shape);
    lose(federation, 4, 5);
    plant_key_word(federation, completed_by(federation, 1) + 1, {wild, 0});
    bool residue = false;
    federation.network().set_rule([&](const Passing& passing) {
      residue = residue || std::holds_alternative<RoundFrame>(passing.frame);
      return Arrivals{{passing.frame}};
    });
    for (NodeId i = 0; i < 4; ++i) federation.start(i);
    federation.pass(seconds(30));
    for (const NodeId i : {1u, 2u, 3u}) {
      ASSERT_TRUE(federation.node(i).is_running()) << federation.node(i).log();
      EXPECT_TRUE(federation.node(i).said("halted", "that no residues come to")) << wild << federation.node(i).log();
      EXPECT_EQ(federation.node(i).count("halted"), 1) << federation.node(i).log();
      EXPECT_FALSE(federation.node(i).status().agreed);
    }
    EXPECT_FALSE(residue) << wild;
  }
}

/// One step of the finest grid, and words at their end, are sums that members of this run and of an amended one can
/// have.
TEST(LaterSession, NoSumOfResiduesLiesBeyondTheLimits) {
  const FederationInMemory federation(masked(5));
  const Plan& plan = federation.manifest().plan_of(0);
  double finest = plan.lattice_round(1).grid;
  for (Round t = 1; t <= plan.gradient_rounds(); ++t)
    for (const double members : {3.0, 4.0, 5.0}) {
      const double grid = plan.lattice_round(t).grid;
      EXPECT_LE(smallest_sum(plan), grid / members);
      EXPECT_GE(federation.manifest().averaged_limit(), 0x1p63 * grid / members);
      finest = std::min(finest, grid);
    }
  EXPECT_EQ(smallest_sum(plan), finest / 10);
}

/// A sum within all limits that no honest members make: the session goes on from it, with an alarm. None from a true
/// sum.
TEST(LaterSession, TheSumThatItBeginsWithIsLookedAtAsEveryOther) {
  for (const bool is_wild : {true, false}) {
    FederationInMemory federation(masked(5));
    lose(federation, 4, 5);
    plant_key_word(federation, completed_by(federation, 1) + 1, {0.5, is_wild ? 1e6 : -0.5});
    ASSERT_LT(1e6, federation.manifest().averaged_limit());
    for (NodeId i = 0; i < 4; ++i) federation.start(i);
    expect_finish_without(federation, 4, 5);
    for (NodeId i = 0; i < 4; ++i)
      EXPECT_EQ(federation.node(i).count("wild-sum"), is_wild ? 1 : 0) << federation.node(i).log();
  }
}

/// The store of node 1 as it is when a power failure takes the end of its log.
void lose_log_of(FederationInMemory& federation, NodeId i) {
  const std::filesystem::path state = federation.rehearsal().parties[i].state, copy = federation.copy_of_state(i);
  federation.node(i).kill();
  std::filesystem::resize_file(copy / "state.sqlite-wal", 0);
  std::filesystem::remove_all(state);
  std::filesystem::rename(copy, state);
}

/// It would say that it has completed fewer rounds than it has, and take the others for liars.
TEST(LaterSession, AMemberThatLostRoundsOfTheSessionBeforeIsRefusedAndHaltsNobody) {
  FederationInMemory federation(masked(5));
  federation.start_all();
  ASSERT_TRUE(federation.gets_to(1, 4));
  lose_log_of(federation, 1);
  for (const NodeId i : {0u, 2u, 3u, 4u}) federation.node(i).kill();
  amend(federation, {4});
  for (NodeId i = 0; i < 4; ++i) federation.start(i);
  federation.pass(seconds(30));
  EXPECT_NE(federation.node(1).refusal().find("this site cannot say how far it was"), std::string::npos)
      << federation.node(1).log();
  EXPECT_EQ(federation.node(1).count("halted"), 0) << federation.node(1).log();
  for (const NodeId i : {0u, 2u, 3u}) {
    EXPECT_TRUE(federation.node(i).is_running()) << federation.node(i).log();
    EXPECT_EQ(federation.node(i).count("halted"), 0) << federation.node(i).log();
  }
  federation.start(1);  // what is lost stays lost
  federation.pass(seconds(1));
  EXPECT_NE(federation.node(1).refusal().find("this site cannot say how far it was"), std::string::npos);
}

/// Somebody on the wire has it, and no neighbour: a second one of that round would have the same masks.
TEST(MaskedRunner, AResidueThatALogLostAndNobodyHandsBackIsNotDrawnAgain) {
  FederationInMemory federation(masked());
  std::set<std::string> said;
  federation.network().set_rule([&](const Passing& passing) {
    const auto* round = std::get_if<RoundFrame>(&passing.frame);
    if (round == nullptr || RoundMessage::label_of(round->bytes)->node != 1) return Arrivals{{passing.frame}};
    said.insert(round->bytes);
    return Arrivals{};
  });
  federation.start_all();
  ASSERT_TRUE(federation.gets_to(1, 2));
  federation.pass(milliseconds(50));
  lose_log_of(federation, 1);
  const std::size_t before = said.size();
  federation.start(1);
  federation.pass(seconds(30));
  EXPECT_EQ(said.size(), before);
  EXPECT_NE(federation.node(1).refusal().find("no neighbour has what is lost"), std::string::npos)
      << federation.node(1).log();
}

/// What the row of a round's message says that it was made from.
std::vector<double> sum_in_row(const FederationInMemory& federation, NodeId i, const Digest& session, Round round) {
  const Store store = Store::open_to_read(federation.rehearsal().parties[i].state);
  return sum_in_row(store.rounds().row(session, round).value().inputs, 2);
}

/// Node 1 is one sum behind when the session begins, and loses its first residue there. It is handed back before all
/// keys are here again: what it was made from is the sum of all, not the one that node 1 itself has completed.
TEST(LaterSession, AFirstResidueThatIsHandedBackKeepsTheSumThatAllAgreedOn) {
  Shape shape = masked(5);
  shape.rounds = 6;
  FederationInMemory federation(shape);
  bool is_behind = true;
  Round least = 4;  // of what node 1 does not hear
  federation.network().set_rule([&](const Passing& passing) {
    const auto* round = std::get_if<RoundFrame>(&passing.frame);
    const bool is_lost =
        is_behind && passing.to == "site-1" && round != nullptr && RoundMessage::label_of(round->bytes)->round >= least;
    return is_lost ? Arrivals{} : Arrivals{{passing.frame}};
  });
  federation.start_all();
  ASSERT_TRUE(federation.gets_to(0, 5)) << federation.node(0).log();
  for (NodeId i = 0; i < 5; ++i) federation.node(i).kill();
  amend(federation, {4});
  const Digest session = present_session(federation).id();
  least = 2;
  for (NodeId i = 0; i < 4; ++i) federation.start(i);
  ASSERT_TRUE(federation.gets_to(1, 2)) << federation.node(1).log();
  federation.pass(milliseconds(50));
  lose_log_of(federation, 1);
  is_behind = false;
  federation.start(1);
  expect_finish_without(federation, 4, 5);
  EXPECT_EQ(federation.node(1).count("adopted"), 1) << federation.node(1).log();
  EXPECT_EQ(sum_in_row(federation, 1, session, 2), sum_in_row(federation, 0, session, 2));
  EXPECT_NE(sum_in_row(federation, 1, session, 2), sum_in_row(federation, 1, federation.session().id(), 4));
}

/// Evidence of two sums is kept once, however often a node starts.
TEST(LaterSession, TwoSumsOfOneRoundAreOneRowOfEvidence) {
  FederationInMemory federation(masked(5));
  lose(federation, 4, 5);
  const Session session = present_session(federation);
  const SiteIdentity liar = SiteIdentity::open(federation.rehearsal().parties[0].state);
  federation.network().set_rule([&](const Passing& passing) {
    const auto word = word_in(passing.frame, session);
    if (!word || word->node() != 0 || word->key() == nullptr) return Arrivals{{passing.frame}};
    KeyWord other = *word->key();
    other.sum = Released::nothing(2);
    return Arrivals{{WordFrame{SessionWord::say({session.id(), 0}, other, liar.key()).bytes()}}};
  });
  for (NodeId i = 0; i < 4; ++i) federation.start(i);
  for (int start = 1; start <= 3; ++start) {
    federation.pass(seconds(20));
    EXPECT_EQ(federation.node(1).count("two-sums"), 1) << "people are told in every start";
    federation.stop(1);
    EXPECT_EQ(Store::open_to_read(federation.rehearsal().parties[1].state).evidence().all().size(), 1u)
        << "after " << start << " starts";
    federation.start(1);
  }
}

/// Two sessions that live at once: 0 and 1 have the amendment, 2 and 3 have not, and nothing crosses between them.
TEST(LaterSession, RacedByTheOldOneInAPartitionTakesOverWhenItHeals) {
  Shape shape = masked(5);
  shape.rounds = 12;
  FederationInMemory federation(shape);
  federation.start_all();
  ASSERT_TRUE(federation.gets_to(0, 4));
  for (NodeId i = 0; i < 5; ++i) federation.node(i).kill();
  bool is_cut = true;
  federation.network().set_rule([&](const Passing& passing) {
    const auto side = [](const std::string& site) { return site == "site-0" || site == "site-1"; };
    return is_cut && side(passing.from) != side(passing.to) ? Arrivals{} : Arrivals{{passing.frame}};
  });
  for (const NodeId i : {2u, 3u}) federation.start(i);  // it has no files yet
  amend(federation, {4});
  const Digest old_session = federation.session().id(), new_session = present_session(federation).id();
  for (const NodeId i : {0u, 1u}) federation.start(i);
  federation.pass(seconds(60));
  for (NodeId i = 0; i < 4; ++i) {
    ASSERT_TRUE(federation.node(i).is_running()) << federation.node(i).log();
    EXPECT_EQ(federation.node(i).status().agreed, false) << "neither side has all members";
  }
  is_cut = false;
  for (const NodeId i : {2u, 3u}) {
    ASSERT_TRUE(federation.comes_true([&] { return !federation.node(i).is_running(); })) << federation.node(i).log();
    EXPECT_NE(federation.node(i).refusal().find("start this node again"), std::string::npos)
        << federation.node(i).log();
  }
  for (const NodeId i : {0u, 1u}) EXPECT_TRUE(federation.node(i).is_running()) << federation.node(i).log();
  for (const NodeId i : {2u, 3u}) federation.start(i);
  expect_finish_without(federation, 4, 5);
  federation.expect_one_payload_each_round();
  std::set<NodeId> of_old_after_new;  // who says a residue of the old session once one of the new one was said
  bool has_begun = false;
  for (const Passing& passing : federation.network().tape())
    if (const auto* round = std::get_if<RoundFrame>(&passing.frame)) {
      const RoundMessage::Label label = RoundMessage::label_of(round->bytes).value();
      has_begun = has_begun || label.run == new_session;
      if (has_begun && label.run == old_session) of_old_after_new.insert(label.node);
    }
  EXPECT_TRUE(has_begun);
  EXPECT_TRUE(of_old_after_new.empty());
}

/// While the others sign, another one vanishes. What it has not signed does not count; when it is back, it does.
TEST(LaterSession, WaitsForAMemberThatVanishesWhileTheOthersSign) {
  FederationInMemory federation(masked(6));
  federation.start_all();
  ASSERT_TRUE(federation.gets_to(0, 3));
  for (NodeId i = 0; i < 6; ++i) federation.node(i).kill();
  amend(federation, {5}, {4});
  for (NodeId i = 0; i < 4; ++i) federation.start(i);
  federation.pass(seconds(60));
  for (NodeId i = 0; i < 4; ++i) {
    EXPECT_TRUE(federation.node(i).is_running()) << federation.node(i).log();
    EXPECT_FALSE(federation.node(i).status().agreed) << "they wait in the old session";
  }
  for (NodeId i = 0; i < 4; ++i) federation.stop(i);
  EXPECT_EQ(present_session(federation).number(), 0u);
  amend(federation, {5});  // it is back, and signs
  EXPECT_EQ(present_session(federation).number(), 1u);
  for (NodeId i = 0; i < 5; ++i) federation.start(i);
  expect_finish_without(federation, 5, 6);
}

// ---- the result ----

/// In the place of a member's last message to one other: another result, with its signature.
MemoryNetwork::Rule with_other_result(const FederationInMemory& federation, const std::string& to) {
  const Round last = federation.manifest().last_round();
  return [&federation, to, last](const Passing& passing) {
    const auto* round = std::get_if<RoundFrame>(&passing.frame);
    if (round == nullptr || passing.from != "site-0" || passing.to != to) return Arrivals{{passing.frame}};
    const Session session = federation.session();
    const auto read = RoundMessage::read(round->bytes, session.sender(0));
    const auto* said = std::get_if<RoundMessage>(&read);
    if (said == nullptr || said->round() != last) return Arrivals{{passing.frame}};
    const SiteIdentity liar = SiteIdentity::open(federation.rehearsal().parties[0].state);
    const Released other = sum_of({said->y().values()[0], said->y().values()[1] + 1});
    return Arrivals{{RoundFrame{RoundMessage::say({session.id(), 0, last}, other, said->heard(), liar.key()).bytes()}}};
  };
}

TEST(Result, ThatAMemberSaysOtherwiseIsAnAlarmThatNamesItAndHaltsNobody) {
  FederationInMemory federation(masked(4));
  federation.network().set_rule(with_other_result(federation, "site-2"));
  federation.start_all();
  federation.expect_all_finish();
  EXPECT_EQ(federation.node(2).count("other-result"), 1) << federation.node(2).log();
  EXPECT_TRUE(federation.node(2).said("other-result", "site-0 says another result")) << federation.node(2).log();
  EXPECT_TRUE(federation.node(2).said("other-result", "1 of 2 values differ")) << federation.node(2).log();
  for (NodeId i = 0; i < 4; ++i) {
    EXPECT_EQ(federation.node(i).count("halted"), 0) << federation.node(i).log();
    if (i != 2) EXPECT_EQ(federation.node(i).count("other-result"), 0) << federation.node(i).log();
  }
  federation.expect_reference_sums();
}

/// Node 0 says another residue of the last round to node 2 alone, on the only way there. Node 2 is honest, and has
/// another result: all are told, and nobody is halted for it.
TEST(Result, OfAnHonestMemberThatHeardAnotherResidueDiffersAndNobodyIsHalted) {
  FederationInMemory federation(masked(3, "path"));
  const SiteIdentity liar = SiteIdentity::open(federation.rehearsal().parties[0].state);
  const Session session = federation.session();
  const Round last_residue = federation.manifest().last_round() - 1;
  federation.network().set_rule([&](const Passing& passing) {
    const auto* round = std::get_if<RoundFrame>(&passing.frame);
    if (round == nullptr || passing.to != "site-2") return Arrivals{{passing.frame}};
    const auto read = RoundMessage::read(round->bytes, session.sender(0));
    const auto* said = std::get_if<RoundMessage>(&read);
    if (said == nullptr || said->round() != last_residue) return Arrivals{{passing.frame}};
    const auto other = RoundMessage::say({session.id(), 0, last_residue}, Masked(2), said->heard(), liar.key());
    return Arrivals{{RoundFrame{other.bytes()}}};
  });
  federation.start_all();
  federation.expect_all_finish();
  EXPECT_TRUE(federation.node(1).said("other-result", "site-2 says another result")) << federation.node(1).log();
  EXPECT_EQ(federation.node(1).count("other-result"), 1) << federation.node(1).log();
  EXPECT_EQ(federation.node(2).count("other-result"), 2) << "it differs from both others" << federation.node(2).log();
  for (NodeId i = 0; i < 3; ++i) EXPECT_EQ(federation.node(i).count("halted"), 0) << federation.node(i).log();
}

}  // namespace sotto::test
