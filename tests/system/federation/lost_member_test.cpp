// SPDX-License-Identifier: MIT
// F42: a member of masked sums does not come back. The others wait, or amend the run by `sotto manifest amend` and go
// on.
#include <csignal>
#include <fstream>
#include <nlohmann/json.hpp>

#include "sotto/federation/identity/site_identity.hpp"
#include "sotto/federation/store/store.hpp"
#include "support/subprocess.hpp"
#include "system/federation/ledger_of_sessions.hpp"
#include "system/federation/oracle.hpp"

namespace sotto::test {
namespace lost_members {

namespace fs = std::filesystem;

const Shape four{.nodes = 4, .rounds = 6, .consensus_rounds = 1, .colluders = 1, .spare_rounds = 1};
/// Long enough to be stopped in between.
const Shape long_four{.nodes = 4, .rounds = 60, .consensus_rounds = 1, .colluders = 1, .spare_rounds = 1};
constexpr NodeId lost = 3;

/// The lost one dies there; the others say all that they can, and are stopped.
void lose(FederationUnderTest& federation, const std::string& failpoint) {
  for (const NodeId i : {0u, 1u, 2u}) federation.start(i);
  federation.start(lost, {{"TEST_FAILPOINT", failpoint}});
  ASSERT_EQ(federation.node(lost).wait(std::chrono::seconds(30)), 128 + SIGKILL) << federation.log(lost);
  federation.last_of_waiting(0);
  for (const NodeId i : {0u, 1u, 2u}) federation.stop(i);
}

void expect_end_without(FederationUnderTest& federation, const std::vector<NodeId>& remaining) {
  federation.expect_finish(remaining);
  expect_oracle_holds(federation);
  expect_reference_results(federation);
  expect_ledgers_of_sessions(federation, remaining);
  for (const NodeId i : remaining) {
    const auto sums = nlohmann::json::parse(federation.out(i)).at("masked_sums");
    EXPECT_EQ(sums.at("spare_rounds_used"), federation.session().number());
    EXPECT_EQ(sums.at("members_at_the_end"), remaining.size());
  }
  for (const NodeId i : remaining)
    for (const auto& entry : fs::directory_iterator(federation.rehearsal().parties[i].state))
      EXPECT_NE(entry.path().extension(), ".key") << entry.path() << " is left of a run that is done";
}

class F42LostMember : public ::testing::TestWithParam<const char*> {};

TEST_P(F42LostMember, IsLeftOutAndTheOthersFinishWithTheSameBits) {
  FederationUnderTest federation(four, 7);
  lose(federation, GetParam());
  federation.amend_by_all({lost});
  for (const NodeId i : {0u, 1u, 2u}) federation.start(i);
  expect_end_without(federation, {0, 1, 2});
}

/// In the key phase, in the ready phase, before and after the debit, before, in and after a residue, and in the last
/// one.
INSTANTIATE_TEST_SUITE_P(Phases, F42LostMember,
                         ::testing::Values("key kept:1", "key said:1", "before ready:1", "session agreed:1",
                                           "before debit:1", "after debit:1", "noise drawn:1", "after commit:3",
                                           "mid-send:4", "noise drawn:6"),
                         [](const auto& place) {
                           std::string name = place.param;
                           for (char& c : name)
                             if (std::isalnum(static_cast<unsigned char>(c)) == 0) c = '_';
                           return name;
                         });

void expect_refused(const Transcript& signing, int code, const std::string& words) {
  EXPECT_EQ(signing.code, code) << signing.out << signing.err;
  EXPECT_NE(signing.err.find(words), std::string::npos) << signing.err;
}

/// All residues are said: the others have their result, and there is nothing to amend.
TEST(F42LostMember, AfterTheLastResidueIsNotMissed) {
  FederationUnderTest federation(four, 7);
  for (const NodeId i : {0u, 1u, 2u}) federation.start(i);
  federation.start(lost, {{"TEST_FAILPOINT", "noise drawn:7"}});
  federation.expect_finish({0, 1, 2});
  const Transcript signing = federation.amend(0, {lost});
  EXPECT_EQ(signing.code, 2);
  EXPECT_NE(signing.err.find("is finished here"), std::string::npos) << signing.err;
  EXPECT_EQ(federation.amend(lost, {0}).code, 0) << "it has no result yet, and may ask for the others' signatures";
  EXPECT_EQ(federation.amend(1, {0}).code, 0) << "a site with a result signs what another one has asked for";
  expect_refused(federation.amend(2, {1}), 2, "is finished here");
  for (const NodeId i : {0u, 1u, 2u, 3u}) federation.start(i, {}, {"--linger", "600"});
  federation.expect_all_finish();
  expect_oracle_holds(federation);
  expect_reference_results(federation);
}

/// One has not signed: the others wait as before, and go on when the lost one returns.
TEST(F42Amendment, ThatOneHasNotSignedDoesNotCount) {
  FederationUnderTest federation(four, 7);
  lose(federation, "after commit:3");
  for (const NodeId i : {0u, 1u}) {
    const Transcript signing = federation.amend(i, {lost});
    EXPECT_EQ(signing.code, 0) << signing.err;
    EXPECT_NE(signing.out.find("when these have signed too"), std::string::npos) << signing.out;
  }
  const Round said = federation.heard_of(0);
  for (const NodeId i : {0u, 1u, 2u}) federation.start(i);
  EXPECT_EQ(federation.last_of_waiting(0), said);
  for (const NodeId i : {0u, 1u, 2u}) EXPECT_TRUE(federation.node(i).is_running()) << federation.log(i);
  federation.start(lost);
  federation.expect_all_finish();
  expect_oracle_holds(federation);
  expect_reference_results(federation);
}

/// F1 of the command: it dies between its word in the store and its file. The word binds the site, and the same command
/// writes the file.
TEST(F42Amendment, ThatWasKilledWhileItWasSignedIsSignedByTheSameCommand) {
  FederationUnderTest federation(four, 7);
  lose(federation, "after commit:3");
  EXPECT_EQ(federation.amend(0, {lost}, {{"TEST_FAILPOINT", "amendment kept:1"}}).code, 128 + SIGKILL);
  for (const NodeId i : {1u, 2u}) {
    const Transcript signing = federation.amend(i, {lost});
    EXPECT_NE(signing.out.find("when these have signed too"), std::string::npos) << signing.out << signing.err;
  }
  expect_refused(federation.amend(0, {1}), 7, "has signed another amendment of this session");
  EXPECT_EQ(federation.amend(0, {lost}).code, 0);
  for (const NodeId i : {0u, 1u, 2u}) federation.start(i);
  expect_end_without(federation, {0, 1, 2});
}

/// A manifest of a site's own, with the signatures and without amendments.
std::string copy_of_manifest(const FederationUnderTest& federation, const std::string& name) {
  const std::string manifest = federation.rehearsal().manifest.string();
  const std::string copy = (federation.folder() / (name + ".toml")).string();
  fs::copy_file(manifest, copy);
  fs::copy(manifest + ".signatures", copy + ".signatures", fs::copy_options::recursive);
  return copy;
}

/// A partition: on each side files of its own. No two amendments of one session both count: a site signs one, and so
/// many must be left that two groups share an honest site.
TEST(F42Amendment, OfTwoThatArePutForwardInAPartitionNoneCountsOrOne) {
  FederationUnderTest federation({.nodes = 5, .rounds = 8, .consensus_rounds = 1, .colluders = 1, .spare_rounds = 1},
                                 7);
  federation.start_all();
  ASSERT_TRUE(federation.gets_to(0, 3));
  federation.stop_all();
  const std::string left = copy_of_manifest(federation, "left"), right = copy_of_manifest(federation, "right");
  expect_refused(federation.amend_with(left, 0, {3, 4}), 2,
                 "3 members would be left; with privacy.colluders = 1 at least 4");
  for (const NodeId i : {0u, 1u}) EXPECT_EQ(federation.amend_with(left, i, {4}).code, 0);
  for (const NodeId i : {2u, 3u, 4u}) EXPECT_EQ(federation.amend_with(right, i, {0}).code, 0);
  expect_refused(federation.amend_with(left, 2, {4}), 7, "has signed another amendment of this session");
  expect_refused(federation.amend_with(right, 1, {0}), 7, "has signed another amendment of this session");
  const Round said = federation.heard_of(0);
  for (const NodeId i : {0u, 1u}) federation.start_with(i, left);
  for (const NodeId i : {2u, 3u}) federation.start_with(i, right);  // 4 is not there: all wait in the old session
  ASSERT_TRUE(federation.log_says(0, "\"connected\""));
  EXPECT_LE(federation.last_of_waiting(0), said + 1);
  federation.stop_all();
  fs::copy(right + ".amendments", left + ".amendments", fs::copy_options::recursive);
  federation.start_with(0, left);
  federation.expect_exit(0, 2, "a site signs one amendment of a session");
  federation.start_all();  // nobody was lost after all
  federation.expect_all_finish();
  expect_oracle_holds(federation);
  expect_reference_results(federation);
}

/// A second member vanishes while the others sign. A site signs one amendment of a session: all are told that they wait
/// for it, or give the run up. It comes back, signs, and the run goes on.
TEST(F42Amendment, ThatASecondLostMemberHasNotSignedWaitsForItAndSaysSo) {
  const Shape six{.nodes = 6, .rounds = 8, .consensus_rounds = 1, .colluders = 1, .spare_rounds = 2};
  FederationUnderTest federation(six, 7);
  federation.start_all();
  ASSERT_TRUE(federation.gets_to(0, 3));
  federation.node(5).kill_now();
  federation.last_of_waiting(0);  // the lost one alone would have completed a round that does not stand
  for (NodeId i = 0; i < 5; ++i) federation.node(i).kill_now();
  for (const NodeId i : {0u, 1u, 2u, 3u}) {
    const Transcript signing = federation.amend(i, {5});
    EXPECT_EQ(signing.code, 0) << signing.err;
    EXPECT_NE(signing.out.find("If one of these is lost before it has signed, no amendment counts"), std::string::npos)
        << signing.out;
  }
  for (const NodeId i : {0u, 3u})
    expect_refused(federation.amend(i, {4, 5}), 7, "wait for that member, or give the run up together");
  const Round said = federation.heard_of(0);
  for (const NodeId i : {0u, 1u, 2u, 3u}) federation.start(i);
  EXPECT_LE(federation.last_of_waiting(0), said + 1);
  for (const NodeId i : {0u, 1u, 2u, 3u}) EXPECT_TRUE(federation.node(i).is_running()) << federation.log(i);
  for (const NodeId i : {0u, 1u, 2u, 3u}) federation.stop(i);
  expect_oracle_holds(federation);
  EXPECT_EQ(federation.amend(4, {5}).code, 0);
  for (const NodeId i : {0u, 1u, 2u, 3u, 4u}) federation.start(i);
  expect_end_without(federation, {0, 1, 2, 3, 4});
}

/// Two sessions live at once: 0 and 1 have the amendment, 2 and 3 have not, and nothing crosses between them.
TEST(F42Amendment, RacesTheOldSessionInAPartitionAndWinsWhenItHeals) {
  FederationUnderTest federation({.nodes = 5, .rounds = 8, .consensus_rounds = 1, .colluders = 1, .spare_rounds = 1},
                                 7);
  const std::string before = copy_of_manifest(federation, "before");
  federation.start_all();
  ASSERT_TRUE(federation.gets_to(0, 3));
  federation.node(4).kill_now();
  federation.last_of_waiting(0);
  for (NodeId i = 0; i < 4; ++i) federation.node(i).kill_now();
  federation.amend_by_all({4});
  federation.proxy().set_rule([](const Passing& passing) {
    const bool crosses = (passing.from < 2) != (passing.to < 2);
    return crosses ? std::vector<Frame>{} : std::vector<Frame>{passing.frame};
  });
  for (const NodeId i : {0u, 1u}) federation.start(i);
  for (const NodeId i : {2u, 3u}) federation.start_with(i, before);
  for (const NodeId i : {0u, 2u}) ASSERT_TRUE(federation.log_says(i, "\"connected\"")) << federation.log(i);
  for (const NodeId i : {0u, 1u, 2u, 3u}) EXPECT_TRUE(federation.node(i).is_running()) << federation.log(i);
  federation.proxy().set_rule({});
  federation.proxy().cut_all();
  for (const NodeId i : {2u, 3u}) federation.expect_exit(i, 5, "put its files beside the manifest");
  for (const NodeId i : {2u, 3u}) federation.start(i);
  expect_end_without(federation, {0, 1, 2, 3});
}

/// The run goes on in a new session and one of its members is stopped, so that it does not end.
class F42NewSession : public ::testing::Test {
 protected:
  void begin(NodeId without, const std::vector<NodeId>& remaining) {
    before = copy_of_manifest(federation, "before");
    federation.start_all();
    ASSERT_TRUE(federation.gets_to(1, 3));
    federation.node(without).kill_now();
    for (const NodeId i : remaining) federation.stop(i);
    federation.amend_by_all({without});
  }
  void start(const std::vector<NodeId>& nodes) {
    for (const NodeId i : nodes) federation.start(i);
    ASSERT_TRUE(federation.gets_to(nodes[0], 4, federation.session().id())) << federation.log(nodes[0]);
  }
  FederationUnderTest federation{long_four, 7};
  std::string before;  ///< the manifest without the amendment
};

TEST_F(F42NewSession, TellsAMemberThatWasLeftOutWhenItComesBack) {
  begin(0, {1, 2, 3});
  start({1, 2, 3});
  federation.stop(3);
  federation.start_with(0, before);
  federation.expect_exit(0, 5, "the run goes on without this site");
  federation.start(0);  // with the files it knows at once
  federation.expect_exit(0, 5, "the run goes on without this site");
  federation.start(3);
  expect_end_without(federation, {1, 2, 3});
}

TEST_F(F42NewSession, TellsAMemberThatLacksTheAmendmentWhatToStartItWith) {
  begin(3, {0, 1, 2});
  federation.start(1);
  federation.start(2);
  federation.start_with(0, before);
  federation.expect_exit(0, 5, "put its files beside the manifest");
  federation.start(0);
  expect_end_without(federation, {0, 1, 2});
}

/// Its neighbours' hellos name the session, not the run; who was left out is no neighbour any more.
TEST(F42Doctor, KnowsSessionsAndBothPromises) {
  Shape shape = four;
  shape.direct = true;
  FederationUnderTest federation(shape);
  const auto doctor = [&] {
    return run_subprocess(
        {.words = {program_under_test(), "doctor", "--manifest", federation.rehearsal().manifest.string(), "--state",
                   federation.rehearsal().parties[0].state.string()},
         .folder = federation.folder()});
  };
  federation.start(2);  // it does not know the amendment
  ASSERT_TRUE(federation.log_says(2, "\"started\""));
  for (const NodeId i : {0u, 1u}) EXPECT_EQ(federation.amend(i, {lost}).code, 0);
  const std::string manifest = federation.rehearsal().manifest.string();
  const Session first = federation.first_session();
  SignedAmendment third{
      .amendment = {.run = first.run(), .number = 1, .before = first.id(), .without = {federation.name(lost)}},
      .name = federation.name(2)};
  third.sign(SiteIdentity::open(federation.rehearsal().parties[2].state).key());
  write_amendment(manifest, third);
  const Transcript before = doctor();
  EXPECT_EQ(before.code, 1) << before.out;
  EXPECT_NE(before.out.find("answers, but does not know amendment 1"), std::string::npos) << before.out;
  federation.stop(2);
  federation.start(1);
  federation.start(2);
  ASSERT_TRUE(federation.log_says(1, "\"started\"") && federation.log_says(2, "incarnation 2"));
  const Transcript well = doctor();
  EXPECT_EQ(well.code, 0) << well.out;
  EXPECT_EQ(well.out.find("neighbour site-3"), std::string::npos) << well.out;
  EXPECT_NE(well.out.find("against all others, where there is no limit, it costs epsilon "), std::string::npos)
      << well.out;
}

/// A real run of this epsilon.
std::string real_manifest(const FederationUnderTest& federation, const std::string& epsilon) {
  const Rehearsal other = federation.with_other_manifest("epsilon = 2.0", "epsilon = " + epsilon);
  std::string text = bytes_in(other.manifest);
  const std::string trial = "purpose = \"trial\"";
  std::ofstream(other.manifest) << text.replace(text.find(trial), trial.size(), "purpose = \"real\"");
  sign_for_all(other);
  return other.manifest.string();
}

/// With the program that ships: it was left out of one run, and no more. The certificates of the others say so.
TEST(F42LeftOut, TakesPartInTheNextRun) {
  Shape shape = long_four;
  shape.program = shipped_program();
  FederationUnderTest federation(shape);
  const std::string first = real_manifest(federation, "0.5");
  for (const NodeId i : {0u, 1u, 2u, 3u}) federation.start_with(i, first);
  ASSERT_TRUE(federation.gets_to(0, 3));
  federation.node(lost).kill_now();
  for (const NodeId i : {0u, 1u, 2u}) federation.stop(i);
  for (const NodeId i : {0u, 1u, 2u}) EXPECT_EQ(federation.amend_with(first, i, {lost}).code, 0);
  for (const NodeId i : {0u, 1u, 2u}) federation.start_with(i, first);
  federation.expect_finish({0, 1, 2});
  for (const NodeId i : {0u, 1u, 2u})
    EXPECT_NE(bytes_in(federation.rehearsal().parties[i].state / "runs" /
                       Manifest::read(first).run_id().hex().substr(0, 16) / "certificate.txt")
                  .find("Spare rounds used: 1. The run ended without site-3; 3 members were left."),
              std::string::npos);
  federation.start_with(lost, first);
  federation.expect_exit(lost, 5, "can take part in the next run");
  const std::string next = real_manifest(federation, "1.0");
  for (const NodeId i : {0u, 1u, 2u, 3u}) federation.start_with(i, next);
  federation.expect_all_finish();
}

/// Who has taken part in it does not go back, whatever files are beside its manifest.
TEST_F(F42NewSession, IsNotLeftForTheOldOne) {
  begin(3, {0, 1, 2});
  start({0, 1, 2});
  federation.stop(1);
  federation.start_with(1, before);
  federation.expect_exit(1, 7, "has taken part in a later session");
  federation.start(1);
  expect_end_without(federation, {0, 1, 2});
}

/// F19: a state from before the amendment, and one from the middle of the session.
TEST_F(F42NewSession, RefusesARolledBackMemberAndItsTrueStateGoesOn) {
  begin(3, {0, 1, 2});
  const fs::path state = federation.rehearsal().parties[1].state, aside = federation.folder() / "true-state";
  const auto copy = [&](const char* name) {
    fs::copy(state, federation.folder() / name, fs::copy_options::recursive);
    return federation.folder() / name;
  };
  const fs::path old = copy("before-amendment");
  start({0, 1, 2});
  federation.stop(1);
  const fs::path middle = copy("in-session");
  federation.start(1);
  ASSERT_TRUE(federation.gets_to(1, federation.heard_of(1, federation.session().id()) + 4, federation.session().id()));
  federation.stop(1);
  const Round said = federation.heard_of(1, federation.session().id());
  fs::rename(state, aside);
  for (const fs::path& rolled_back : {old, middle}) {
    fs::rename(rolled_back, state);
    federation.start(1);
    federation.expect_exit(1, 7, "older");
    fs::remove_all(state);
  }
  EXPECT_EQ(federation.heard_of(1, federation.session().id()), said);
  fs::rename(aside, state);
  federation.start(1);
  expect_end_without(federation, {0, 1, 2});
}

/// F1 in a later session: a kill between its words changes nothing.
TEST_F(F42NewSession, SurvivesAKillAtItsBeginning) {
  begin(3, {0, 1, 2});
  federation.start(0);
  federation.start(2);
  for (const char* place : {"forgetting:1", "before key:1", "session begun:1", "key kept:1", "key said:1",
                            "before ready:1", "ready said:1", "session agreed:1", "after commit:1"}) {
    federation.start(1, {{"TEST_FAILPOINT", place}});
    ASSERT_EQ(federation.node(1).wait(std::chrono::seconds(30)), 128 + SIGKILL) << place << federation.log(1);
  }
  federation.start(1);
  expect_end_without(federation, {0, 1, 2});
}

TEST(F42LostMember, TwoOneAfterTheOtherUseTwoSpareRounds) {
  FederationUnderTest federation({.nodes = 6, .rounds = 60, .consensus_rounds = 1, .colluders = 1, .spare_rounds = 2},
                                 7);
  federation.start_all();
  std::vector<NodeId> remaining{0, 1, 2, 3, 4, 5};
  for (const NodeId gone : {5u, 0u}) {
    ASSERT_TRUE(federation.gets_to(2, 4, federation.session().id())) << federation.log(2);
    federation.node(gone).kill_now();
    std::erase(remaining, gone);
    for (const NodeId i : remaining) federation.stop(i);
    federation.amend_by_all({gone});
    for (const NodeId i : remaining) federation.start(i);
  }
  expect_end_without(federation, remaining);
  expect_refused(federation.amend(1, {2}), 2, "is finished here");
}

}  // namespace lost_members
}  // namespace sotto::test
